import { expect, test } from 'vitest';
import { versionAt } from './games.ts';
import { readTypedRow, spelledRow } from './typed-row.ts';

const lotto = versionAt('lotto', '2026-01-03');
const eurojackpot = versionAt('eurojackpot', '2026-01-02');

test('nothing was sent: no row and no fault', () => {
  expect(readTypedRow(eurojackpot, { numbers: [], bonus: [] })).toEqual({
    numbers: ['', '', '', '', ''],
    bonus: ['', ''],
    row: null,
    fault: null,
  });
});

test('numbers in any order, with zeros and blanks, are one row', () => {
  const { row } = readTypedRow(eurojackpot, { numbers: ['50', ' 03', '17', '9', '41'], bonus: ['12', '2'] });
  expect(row && spelledRow(row)).toBe('3-9-17-41-50b2-12');
});

test.each([
  [['', '', '', '', ''], 'missing'],
  [['1', '2', '3', '4', ''], 'missing'],
  [['1', '2', '3', '4', '46'], 'range'],
  [['1', '2', '3', '4', '0'], 'range'],
  [['1', '2', '3', '4', 'x'], 'range'],
  [['1', '2', '3', '4', '1.5'], 'range'],
  [['1', '2', '3', '4', '04'], 'twice'],
])('%j: %s', (numbers, fault) => {
  expect(readTypedRow(lotto, { numbers, bonus: [] })).toMatchObject({ row: null, fault, numbers });
});
