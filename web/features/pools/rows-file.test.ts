import { expect, test } from 'vitest';
import { readRows, rowsIn, spreadOf } from './rows-file.ts';

const row = '1X21X21X21X21';

test.each([
  ['UTF-8', new TextEncoder().encode(`Þéttur seðill\r\n${row}\r\n`)],
  ['Latin-1', Uint8Array.from([...`Þéttur seðill\r\n${row}`].map((letter) => letter.charCodeAt(0)))],
])('a file in %s is read', (_, bytes) => {
  expect(readRows(bytes)).toEqual({ rows: [row], faults: null });
});

test('how the signs spread over the matches', () => {
  const rows = '1111111111111|X2X2X2X2X2X2X';
  expect([...rowsIn(rows)][1]).toEqual([1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]);
  expect(spreadOf(rows).slice(0, 2)).toEqual([
    [1, 1, 0],
    [1, 0, 1],
  ]);
});
