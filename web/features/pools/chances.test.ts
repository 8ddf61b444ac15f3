import { expect, test } from 'vitest';
import { expandPicks } from '#rules/pools/picks.ts';
import { picksChance, rowChance } from './chances.ts';

const matches = Array.from({ length: 13 }, () => ({ chances: [50, 30, 20] }));
const all = (value: number) => Array<number>(13).fill(value);

test('a row has the product of its chances', () => {
  expect(rowChance(all(0), matches)).toBeCloseTo(0.5 ** 13, 12);
  expect(picksChance(all(0b001), matches)).toBeCloseTo(0.5 ** 13, 12);
});

test('marks have the chances of all their rows together', () => {
  expect(picksChance(all(0b111), matches)).toBeCloseTo(1);
  const picks = all(0b001).map((mask, match) => (match < 4 ? 0b101 : mask));
  const each = [...expandPicks(picks)].reduce((sum, row) => sum + rowChance(row, matches), 0);
  expect(picksChance(picks, matches)).toBeCloseTo(each, 12);
});
