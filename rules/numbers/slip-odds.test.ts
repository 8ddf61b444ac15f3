import { expect, test } from 'vitest';
import { isk } from '../values/money.ts';
import { combinations } from './combinations.ts';
import { gameIds, numberGames, versionAt } from './games.ts';
import { anyPrizeOdds, tierOdds } from './odds.ts';
import { averageBack, slipOdds } from './slip-odds.ts';
import { tierOf } from './tiers.ts';
import type { RuleVersion } from './versions.ts';

const day = '2026-11-24';
const lotto = versionAt('lotto', day);
const euro = versionAt('eurojackpot', day);

test.each(gameIds)('a system of one row of %s has the chances of the row', (gameId) => {
  const version = versionAt(gameId, day);
  const { first, any } = slipOdds(version, [], version.main.pick);
  expect(first).toBe(tierOdds(version)[0]?.oneIn);
  expect(any).toBeCloseTo(anyPrizeOdds(version).oneIn, 1);
});

test('two different rows have twice the chance of the first prize, two equal ones have not', () => {
  const a = { numbers: [1, 2, 3, 4, 5], bonusNumbers: [1, 2] };
  const b = { numbers: [1, 2, 3, 4, 5], bonusNumbers: [1, 3] };
  expect(slipOdds(euro, [a, b], 0).first).toBe(139_838_160 / 2);
  expect(slipOdds(euro, [a, { ...a }], 0).first).toBe(139_838_160);
  expect(slipOdds(euro, [], 8)).toMatchObject({ first: 139_838_160 / 56 });
});

/** A game so small that every draw can be looked at. */
const small: RuleVersion = {
  ...lotto,
  main: { pick: 5, max: 11 },
  drawnBonus: { count: 1, max: 11, pool: 'main' },
};
const smallEuro: RuleVersion = {
  ...euro,
  main: { pick: 5, max: 11 },
  chosenBonus: { count: 2, max: 4 },
  drawnBonus: { count: 2, max: 4, pool: 'own' },
};
const upTo = (max: number) => Array.from({ length: max }, (_, index) => index + 1);

/** How often a system wins, row by row and draw by draw. */
function counted(version: RuleVersion, size: number): number {
  const { main, drawnBonus } = version;
  const rows = [...combinations(upTo(size), main.pick)];
  let [draws, winning] = [0, 0];
  for (const drawn of combinations(upTo(main.max), main.pick)) {
    const left =
      drawnBonus.pool === 'main' ? upTo(main.max).filter((n) => !drawn.includes(n)) : upTo(drawnBonus.max);
    for (const bonus of combinations(left, drawnBonus.count)) {
      draws += 1;
      const wins = rows.some((row) => {
        const chosen = drawnBonus.pool === 'main' ? row : [1, 2];
        const hits = (drawnOnes: readonly number[], of: readonly number[]) =>
          of.filter((number) => drawnOnes.includes(number)).length;
        return tierOf(version, hits(drawn, row), hits(bonus, chosen)) > 0;
      });
      if (wins) winning += 1;
    }
  }
  return draws / winning;
}

test.each([6, 7, 8])('any prize of a system of %i is what counting every draw gives', (size) => {
  expect(numberGames.lotto.systemSizes).toContain(size);
  expect(slipOdds(small, [], size).any).toBeCloseTo(counted(small, size), 8);
  expect(slipOdds(smallEuro, [], size).any).toBeCloseTo(counted(smallEuro, size), 8);
});

test('45 of each 100 kr. on rows come back on average, 46 of those on Joker', () => {
  expect(averageBack(lotto, 4500, { rows: isk(750), joker: isk(250) })).toBe(337 + 115);
  expect(averageBack(euro, 4661, { rows: isk(620), joker: isk(0) })).toBe(288);
});
