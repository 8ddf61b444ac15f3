import { expect, test } from 'vitest';
import { rowMask } from './rows.ts';
import { writtenRows } from './written-row.ts';

test('rows of a ticket are lettered columns, no wider than a letter', () => {
  const rows = [rowMask([3, 17, 22, 41, 50]), rowMask([1, 2, 3, 4, 5])];
  expect(writtenRows(rows, [rowMask([4, 9]), rowMask([1, 12])], 0)).toBe(
    'A   3    17   22   41   50   + 4 9\nB   1    2    3    4    5    + 1 12',
  );
  const viking = writtenRows([rowMask([11, 19, 27, 35, 46, 48])], [rowMask([3])], 0);
  expect(viking.length).toBeLessThanOrEqual(40);
  expect(writtenRows([rowMask([1, 12, 19])], null, 0)).toBe('A   1    12   19');
  expect(writtenRows([rowMask([1, 12, 19, 38, 42, 44, 45])], null, 7)).toBe('1 12 19 38 42 44 45');
});
