import { expect, test } from 'vitest';
import { choose } from './combinations.ts';
import tables from './fixtures/system-tables.json' with { type: 'json' };
import { gameIds, isSystemSize, numberGames, versionAt } from './games.ts';
import { hitCount, rowMask } from './rows.ts';
import { expandSystem, systemCases, systemRowCount, systemWins } from './system.ts';
import { hitsOf, tierOf } from './tiers.ts';
import type { RuleVersion } from './versions.ts';

const sizes = gameIds.flatMap((gameId) =>
  Object.entries(tables[gameId]).map(([size, table]) => ({ gameId, size: Number(size), ...table })),
);

test.each(sizes)('$gameId system of $size numbers', ({ gameId, size, rows, price, cases }) => {
  expect(isSystemSize(gameId, size)).toBe(true);
  expect(systemRowCount(versionAt(gameId, '2026-11-21'), size)).toBe(rows);
  expect(rows * (versionAt(gameId, '2026-11-21').sale?.amountRow ?? 0)).toBe(price);
  for (const { mainHits, bonusHits, wins } of cases) {
    expect(systemWins(versionAt(gameId, '2026-11-21'), size, mainHits, bonusHits)).toEqual(wins);
  }
  // The tables hold each case that wins something, the most hits first.
  expect(systemCases(versionAt(gameId, '2026-11-21'), size)).toEqual(cases);
});

test('the tables hold every size that is sold', () => {
  for (const gameId of gameIds)
    expect(Object.keys(tables[gameId]).map(Number)).toEqual(numberGames[gameId].systemSizes);
  expect(isSystemSize('vikinglotto', 6)).toBe(false);
});

test('must-hold 86: formula against every row of the system, 249 cases', () => {
  let cases = 0;
  for (const gameId of gameIds) {
    const version = versionAt(gameId, '2026-11-21');
    for (let size = version.main.pick; size <= 10; size++) {
      for (const [mainHits, bonusHits] of hitCases(version, size)) {
        expect(systemWins(version, size, mainHits, bonusHits)).toEqual(
          countRows(version, size, mainHits, bonusHits),
        );
        cases += 1;
      }
    }
  }
  expect(cases).toBe(249);
});

test('a system expands to every row once', () => {
  const rows = [...expandSystem([3, 7, 9, 11, 20, 31, 45], 5)];
  expect(rows).toHaveLength(21);
  expect(new Set(rows.map(rowMask)).size).toBe(21);
  expect(rows[0]).toEqual([3, 7, 9, 11, 20]);
  expect([...expandSystem([1, 2], 5)]).toEqual([]);
});

test('binomials are exact', () => {
  expect([choose(45, 5), choose(48, 6), choose(50, 5), choose(12, 2)]).toEqual([
    1_221_759, 12_271_512, 2_118_760, 66,
  ]);
  expect([choose(5, 6), choose(-1, 0), choose(3, -1), choose(0, 0)]).toEqual([0, 0, 0, 1]);
});

function hitCases(version: RuleVersion, size: number): [number, number][] {
  const { pick } = version.main;
  const bonuses = version.drawnBonus.count + 1;
  const all = Array.from({ length: (pick + 1) * bonuses }, (_, index): [number, number] => [
    Math.floor(index / bonuses),
    index % bonuses,
  ]);
  return all.filter(([hits, bonus]) => version.drawnBonus.pool === 'own' || hits + bonus <= size);
}

/** The ticket holds 1..size; `mainHits` of the drawn numbers are its first, the others lie far outside. */
function countRows(version: RuleVersion, size: number, mainHits: number, bonusHits: number): number[] {
  const { pick, max } = version.main;
  const drawn = Array.from({ length: pick }, (_, index) => (index < mainHits ? index + 1 : max - index));
  const isFromMain = version.drawnBonus.pool === 'main';
  const bonusBall = bonusHits === 1 ? mainHits + 1 : max - pick;
  const result = {
    main: rowMask(drawn),
    bonus: isFromMain ? rowMask([bonusBall]) : rowMask([1, 2].slice(0, bonusHits)),
  };
  const wins = version.tiers.map(() => 0);
  const ticket = Array.from({ length: size }, (_, index) => index + 1);
  expect(hitCount(rowMask(ticket), result.main)).toBe(mainHits);
  for (const numbers of expandSystem(ticket, pick)) {
    const row = { main: rowMask(numbers), bonus: isFromMain ? 0 : rowMask([1, 2]) };
    const hits = hitsOf(version, row, result);
    const tier = tierOf(version, hits.mainHits, hits.bonusHits);
    if (tier > 0) wins[tier - 1] = (wins[tier - 1] ?? 0) + 1;
  }
  return wins;
}
