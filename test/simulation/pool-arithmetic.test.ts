import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandCoupon } from '#rules/pools/coupon.ts';
import { outcomesOf } from '#rules/pools/games.ts';
import { parseBaseSigns, parsePicks } from '#rules/pools/panels.ts';
import type { Picks } from '#rules/pools/picks.ts';
import { poolPrizes as productPrizes } from '#rules/pools/prizes.ts';
import { countedRights } from '#rules/pools/results.ts';
import { systemOf } from '#rules/pools/systems.ts';
import { poolRulesAt } from '#rules/pools/versions.ts';
import { isk, sum } from '#rules/values/money.ts';
import {
  closeOf,
  countRight,
  goalRows,
  lotUnit,
  type Match,
  openRows,
  type PoolId,
  poolPrizes,
  type Round,
  resultOf,
  systemRows,
  systemRules,
} from './pool-arithmetic.ts';

/** The model's own arithmetic of the pools: by its examples, and against the product's. */
const productRows = (game: PoolId, system: number, rows: readonly (Picks | null)[]) =>
  [...expandCoupon({ system, rows: rows as Picks[] })]
    .map((row) => row.map((outcome) => (outcomesOf(game)[outcome] as string)[0]).join(''))
    .sort();

const minute = 60_000;
const played: Match = { score: [2, 1], kickOff: 10 * minute, chances: [50, 27, 23] };
const round = (changes: Readonly<Record<number, Partial<Match>>> = {}): Round => ({
  ...{ game: 'totoeng', closed: 9 * minute, ends: 1_000 * minute },
  matches: Array.from({ length: 13 }, (_, at) => ({ ...played, ...changes[at + 1] })),
});

describe('expansion', () => {
  test.each(Object.keys(systemRules))('%s has the rows that the product sells', (id) => {
    const { number, type, full, half, rows } = systemOf(id) as NonNullable<ReturnType<typeof systemOf>>;
    const covers = 'D'.repeat(full) + 'ABC'.repeat(5).slice(0, half);
    const panel = [...covers].reverse().join('').padStart(13, '2');
    const base = [...panel].map((letter) => ({ A: 'X', B: '2', C: '2', D: 'X' })[letter] ?? '-').join('');
    const bases = type === 'U' ? [parseBaseSigns(base)] : [];
    const mine = systemRows(id, panel, type === 'U' ? base : '');
    expect(mine).toHaveLength(rows);
    expect(mine.sort()).toEqual(productRows('totoeng', number, [parsePicks('totoeng', panel), ...bases]));
  });

  test('open tickets and panels of goals', () => {
    expect(openRows('DA1C2X1112X1B').sort()).toEqual(
      productRows('totoeur', 1, [parsePicks('totoeur', 'DA1C2X1112X1B')]),
    );
    const panel = '2/3,1,2,2,0/1,3,2,4,1,2/3/4,7+,2,0/7+';
    expect(goalRows(panel).sort()).toEqual(productRows('xg', 1, [parsePicks('xg', panel)]));
    expect(countRight(openRows('DDAAA11111111'), '12X1X11111111').slice(10)).toEqual([25, 19, 7, 1]);
  });
});

describe('results', () => {
  test('follow from scores, and from lots where a match has none of its own', () => {
    expect(resultOf(round({ 2: { score: [0, 0] }, 3: { score: [0, 1] } }), () => 1)).toBe('1X21111111111');
    const without = round({ 4: { score: null }, 5: { kickOff: 8 * minute }, 6: { kickOff: 1_001 * minute } });
    expect(resultOf(without, (match) => ({ 4: 51, 5: 100, 6: 77 })[match] ?? 1)).toBe('111X2X1111111');
    const units = [50, 51, 77, 78, 100].map(
      (unit) => resultOf(round({ 1: { score: null } }), () => unit)?.[0],
    );
    expect(units).toEqual(['1', 'X', 'X', '2', '2']);
  });

  test.each([1, 6, 7, 13])('%i lots', (lots) => {
    const changes = Object.fromEntries(Array.from({ length: lots }, (_, at) => [at + 1, { score: null }]));
    const result = resultOf(round(changes), () => 100);
    expect(result).toBe(lots >= 7 ? null : '2'.repeat(lots).padEnd(13, '1'));
  });

  test('goals of both teams, seven and more together', () => {
    const scores = [
      [4, 0],
      [3, 1],
      [0, 0],
      [7, 0],
      [9, 3],
    ] as const;
    const matches = Array.from({ length: 13 }, (_, at) => ({ ...played, score: scores[at % 5] ?? null }));
    expect(resultOf({ ...round(), game: 'xg', matches }, () => 1)).toBe('4407744077440');
  });

  test('a kick-off moved forward closes the sale earlier, a later one does not', () => {
    expect(closeOf([600_000, 900_000], [500_000, 900_000])).toBe(440_000);
    expect(closeOf([600_000, 900_000], [700_000, 900_000])).toBe(540_000);
  });

  test('a lot is a unit of a hundred, and every unit comes', () => {
    const units = Array.from({ length: 5_000 }, (_, at) => lotUnit('ab'.repeat(32), 'totoeng 4633', at));
    expect(Math.min(...units)).toBe(1);
    expect(Math.max(...units)).toBe(100);
    expect(new Set(units).size).toBe(100);
  });
});

test.each<PoolId>(['totoeng', 'totoeur', 'xg'])('prizes of %s are those of the product', (game) => {
  const rules = poolRulesAt(game, '2026-11-28');
  const few = fc.oneof(fc.constant(0), fc.nat(4), fc.nat(2_000), fc.nat(1_000_000));
  const given = fc.tuple(
    fc.nat(8_000_000),
    fc.nat(90_000_000),
    fc.array(few, { minLength: 14, maxLength: 14 }),
  );
  const property = fc.property(given, ([rows, carryIn, winners]) => {
    const counted = countedRights(game).map((right) => winners[right] ?? 0);
    const asked = { rules, sales: isk(13 * rows), winners: counted, carryIn: isk(carryIn), held: isk(0) };
    const { lines, reserve } = productPrizes(asked);
    const paying = lines.filter(({ amount }) => amount > 0);
    expect(poolPrizes(game, rows, carryIn, winners)).toEqual({
      pays: Object.fromEntries(paying.map(({ right, amount }) => [right, amount])),
      paid: sum(lines.map(({ paid }) => paid)),
      carryOut: sum(lines.map(({ carryOut }) => carryOut)),
      toFund: reserve + sum(lines.map(({ remainder }) => remainder)),
    });
  });
  fc.assert(property, { numRuns: 1_000 });
});
