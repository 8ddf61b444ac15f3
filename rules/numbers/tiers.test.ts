import { expect, test } from 'vitest';
import { versionAt } from './games.ts';
import { rowMask } from './rows.ts';
import { hitsOf, tierOf } from './tiers.ts';

const lotto = versionAt('lotto', '2026-11-21');
const viking = versionAt('vikinglotto', '2026-11-21');
const euro = versionAt('eurojackpot', '2026-11-21');

test('six tiers of lotto; five right wins tier 1 whatever the bonus ball', () => {
  const won = [5, 4, 3, 2, 1, 0].map((hits) => [tierOf(lotto, hits, 0), tierOf(lotto, hits, 1)]);
  expect(won).toEqual([
    [1, 1],
    [3, 2],
    [5, 4],
    [0, 6],
    [0, 0],
    [0, 0],
  ]);
});

test('the Viking number matters with five or six right only', () => {
  const won = [6, 5, 4, 3, 2].map((hits) => [tierOf(viking, hits, 0), tierOf(viking, hits, 1)]);
  expect(won).toEqual([
    [2, 1],
    [4, 3],
    [5, 5],
    [6, 6],
    [0, 0],
  ]);
});

test('twelve tiers of eurojackpot by numbers and stars', () => {
  const won = [5, 4, 3, 2, 1, 0].map((hits) => [0, 1, 2].map((stars) => tierOf(euro, hits, stars)));
  expect(won).toEqual([
    [3, 2, 1],
    [7, 5, 4],
    [10, 9, 6],
    [0, 12, 8],
    [0, 0, 11],
    [0, 0, 0],
  ]);
});

test('before the 2/12 matrix 4+0 stood above 3+2', () => {
  const older = versionAt('eurojackpot', '2022-03-24');
  expect([tierOf(older, 4, 0), tierOf(older, 3, 2)]).toEqual([6, 7]);
});

test("lotto's bonus ball is looked for among the row's main numbers", () => {
  const result = { main: rowMask([1, 2, 3, 4, 5]), bonus: rowMask([6]) };
  const row = { main: rowMask([2, 3, 4, 6, 45]), bonus: 0 };
  expect(hitsOf(lotto, row, result)).toEqual({ mainHits: 3, bonusHits: 1 });
});

test('a Viking number equal to a main number of the row is a pool of its own', () => {
  const result = { main: rowMask([10, 11, 12, 13, 14, 15]), bonus: rowMask([3]) };
  const row = { main: rowMask([3, 10, 11, 12, 13, 14]), bonus: rowMask([4]) };
  expect(hitsOf(viking, row, result)).toEqual({ mainHits: 5, bonusHits: 0 });
  expect(hitsOf(viking, { ...row, bonus: rowMask([3]) }, result)).toEqual({ mainHits: 5, bonusHits: 1 });
});
