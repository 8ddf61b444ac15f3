import { expect, test } from 'vitest';
import { expandCoupon } from '#rules/pools/coupon.ts';
import { matchCount, outcomesOf, type PoolId, programRowsMax } from '#rules/pools/games.ts';
import { outcomeCount, picksOf } from '#rules/pools/picks.ts';
import { fitsSystem, systemOfNumber } from '#rules/pools/systems.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { type Program, poolDemandOf, poolTicketsEach } from './pool-demand.ts';

const chances = {
  signs: Array.from({ length: matchCount }, () => [60, 25, 15]),
  goals: Array.from({ length: matchCount }, () => [7, 18, 24, 22, 15, 8, 4, 2]),
};
const program = (game: PoolId): Program => ({
  game,
  amountRow: 13,
  chances: game === 'xg' ? chances.goals : chances.signs,
});
const demand = (game: PoolId, seed = 'a', clubs = [112, 7]) =>
  poolDemandOf(program(game), clubs, seededUint32(seed, { mode: 'embedded' }));

test.each(['totoeng', 'totoeur', 'xg'] as const)('tickets of %s are what people can buy', (game) => {
  for (const { rowMasks, secondMasks, system, rowCount, stake } of demand(game)) {
    const rows = rowMasks.map((word, row) =>
      picksOf([word, ...(secondMasks ? [secondMasks[row] ?? 0] : [])]),
    );
    const played = rows.slice(0, systemOfNumber(system)?.type === 'U' ? 1 : undefined);
    expect(played.flat().every((mask) => mask > 0 && mask < 2 ** outcomesOf(game).length)).toBe(true);
    if (system === 0) expect(played.flat().every((mask) => outcomeCount(mask) === 1)).toBe(true);
    const found = systemOfNumber(system);
    if (found) expect(fitsSystem(played[0] ?? [], found)).toBe(true);
    expect([...expandCoupon({ system, rows })]).toHaveLength(rowCount);
    expect(stake).toBe(rowCount * 13);
  }
});

test('nobody reaches the limit of a day, or of a program', () => {
  for (const game of ['totoeng', 'totoeur', 'xg'] as const) {
    const tickets = demand(game);
    for (let first = 0; first < tickets.length; first += poolTicketsEach) {
      const own = tickets.slice(first, first + poolTicketsEach);
      expect(2 * own.reduce((sum, { stake }) => sum + stake, 0)).toBeLessThanOrEqual(100_000);
      expect(own.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBeLessThan(programRowsMax);
    }
  }
});

test('people play what is likely, and half of them support a club', () => {
  const tickets = demand('totoeng');
  const singles = tickets.filter(({ system }) => system === 0).flatMap(({ rowMasks }) => rowMasks);
  const shares = [1, 2, 4].map((sign) => {
    const signs = singles.flatMap((word) => picksOf([word]));
    return signs.filter((mask) => mask === sign).length / signs.length;
  });
  for (const [place, share] of [0.6, 0.25, 0.15].entries())
    expect(Math.abs((shares[place] ?? 0) - share)).toBeLessThan(0.03);
  const supporting = tickets.filter(({ supportId }) => supportId !== null);
  expect(new Set(supporting.map(({ supportId }) => supportId))).toEqual(new Set([112, 7]));
  expect(supporting.length / tickets.length).toBeGreaterThan(0.3);
  expect(supporting.length / tickets.length).toBeLessThan(0.5);
  expect(demand('totoeng', 'a', []).every(({ supportId }) => supportId === null)).toBe(true);
});

test('the same program always has the same demand, another program has others', () => {
  expect(demand('xg')).toEqual(demand('xg'));
  expect(demand('xg')).not.toEqual(demand('xg', 'b'));
});
