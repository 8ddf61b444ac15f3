import { expect, it } from 'vitest';
import { bestRight } from './best-row.ts';
import { parseBaseSigns, parseSigns } from './panels.ts';
import { type Picks, wordsOf } from './picks.ts';
import { type Known, rowsByMisses } from './standing.ts';
import { systemOf } from './systems.ts';

const known = (text: string): Known => [...text].map((sign) => (sign === '-' ? null : '1X2'.indexOf(sign)));
const results = ['1X21X21X21X21', '2222222222222', 'X1X1X1X1X1X1X', '1X2----------'].map(known);

/** By looking at every row. */
function slowly(system: number, rows: Picks[], result: Known): number {
  const begun = result.filter((outcome) => outcome !== null).length;
  return begun - rowsByMisses({ system, rows }, result).findIndex((count) => count > 0);
}

it.each([
  ['single rows', 0, ['1X21X21X21X21', '2221112221112', 'XXXXXXXXXXXXX']],
  ['one row', 0, ['1111111111111']],
  ['an open panel', 1, ['DABC1X2DABC1X']],
  ['two open panels', 1, ['1X2ABC1X2ABC1', 'DD11111111111']],
  ['a system', systemOf('S-4-0-9')?.number ?? -1, ['D1D1D1D1X2X12']],
])('%s: as looking at every row says', (_, system, panels) => {
  const rows = panels.map((panel) => parseSigns(panel) as Picks);
  const words = rows.map((picks) => wordsOf(picks, 3)[0] as number);
  for (const result of results) expect(bestRight(system, words, result)).toBe(slowly(system, rows, result));
});

it('a system with base signs', () => {
  const rows = [parseSigns('DDDDD11111111') as Picks, parseBaseSigns('1X211--------') as Picks];
  const words = rows.map((picks) => wordsOf(picks, 3)[0] as number);
  const system = systemOf('U-5-0-12')?.number ?? -1;
  for (const result of results) expect(bestRight(system, words, result)).toBe(slowly(system, rows, result));
});
