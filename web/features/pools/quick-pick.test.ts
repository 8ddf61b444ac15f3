import { expect, test } from 'vitest';
import { fill } from './quick-pick.ts';

/** Every source number once in 100, so that each unit of 100 comes once. */
const units = () => {
  let unit = -1;
  return () => ++unit % 100;
};
const matches = Array.from({ length: 13 }, () => ({ chances: [50, 27, 23] }));
const empty = Array<number>(13).fill(0);

const tally = (way: 'albert' | 'uniform') => {
  const next = units();
  const counts: Record<number, number> = {};
  for (let time = 0; time < 100; time++)
    for (const mask of fill(empty, matches, way, next)) counts[mask] = (counts[mask] ?? 0) + 1;
  return counts;
};

test('Albert marks each sign as often as its chance', () => {
  expect(tally('albert')).toEqual({ 1: 13 * 50, 2: 13 * 27, 4: 13 * 23 });
});

test('tölvuval marks all signs alike', () => {
  // 1,300 units of 0 to 99: 34 of 100 leave 0 when divided by three, 33 leave 1 and 2.
  expect(tally('uniform')).toEqual({ 1: 13 * 34, 2: 13 * 33, 4: 13 * 33 });
});

test('what is marked stays, unless all is marked', () => {
  const begun = empty.map((_, match) => (match < 5 ? 3 : 0));
  const filled = fill(begun, matches, 'albert', units());
  expect(filled.slice(0, 5)).toEqual([3, 3, 3, 3, 3]);
  expect(filled.slice(5)).toEqual(Array(8).fill(1));
  expect(fill(filled, matches, 'albert', units())).toEqual(Array(13).fill(1));
});
