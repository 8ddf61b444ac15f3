import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Isk, isk, sum } from '../values/money.ts';
import { matchCount, type PoolId, poolIds } from './games.ts';
import { type PoolPrizes, poolPrizes } from './prizes.ts';
import { countedRights } from './results.ts';
import { type PoolRules, poolRulesAt } from './versions.ts';

const rulesOf = (game: PoolId, guarantee = 0): PoolRules => ({
  ...poolRulesAt(game, '2026-11-28'),
  guarantee: isk(guarantee),
});

/** Winners by right matches; those that are left out have none. */
const counted = (game: PoolId, winners: Record<number, number>) =>
  countedRights(game).map((right) => winners[right] ?? 0);

function settle(game: PoolId, rows: number, carryIn: number, winners: Record<number, number>) {
  const given = { sales: isk(13 * rows), carryIn: isk(carryIn), held: isk(0) };
  return poolPrizes({ rules: rulesOf(game), winners: counted(game, winners), ...given });
}

const toFund = ({ reserve, lines }: PoolPrizes) => reserve + sum(lines.map(({ remainder }) => remainder));
const carried = ({ lines }: PoolPrizes) => sum(lines.map(({ carryOut }) => carryOut));
const amounts = ({ lines }: PoolPrizes) => lines.map(({ amount }) => amount);

describe('the examples', () => {
  it('A: nobody has 13 right', () => {
    const prizes = settle('totoeng', 100_000, 1_200_000, { 12: 4, 11: 61, 10: 540 });
    expect(prizes.fund).toBe(845_000);
    expect(prizes.reserve).toBe(67_600);
    expect(amounts(prizes)).toEqual([0, 31_680, 1_660, 390]);
    expect(prizes.lines.map(({ paid }) => paid)).toEqual([0, 126_720, 101_260, 210_600]);
    expect([carried(prizes), toFund(prizes)]).toEqual([1_538_000, 68_420]);
  });

  it('B: a tier that nobody won is shared out', () => {
    const prizes = settle('totoeng', 100_000, 1_200_000, { 11: 61, 10: 540 });
    expect(prizes.lines.map(({ pool }) => pool)).toEqual([1_580_250, 0, 143_650, 253_500]);
    expect(amounts(prizes)).toEqual([0, 0, 2_350, 460]);
    expect([carried(prizes), toFund(prizes)]).toEqual([1_580_250, 73_000]);
  });

  it('C: a tier that pays too little falls away', () => {
    const prizes = settle('totoeng', 100_000, 0, { 13: 1, 12: 4, 11: 61, 10: 1_500 });
    expect(amounts(prizes)).toEqual([338_000, 31_680, 1_660, 0]);
    expect([carried(prizes), toFund(prizes)]).toEqual([211_250, 67_770]);
    expect(prizes.lines[3]).toMatchObject({ winners: 1_500, paid: 0, pool: 0, moved: -211_250 });
  });

  it('D: a tier that would pay more than the one above is merged with it', () => {
    const prizes = settle('totoeng', 100_000, 0, { 12: 4, 11: 2, 10: 300 });
    expect(amounts(prizes)).toEqual([0, 38_020, 38_020, 700]);
    expect([carried(prizes), toFund(prizes)]).toEqual([338_000, 68_880]);
  });

  it('E: the European coupon', () => {
    const prizes = settle('totoeur', 80_000, 0, { 13: 2, 12: 30, 11: 250, 10: 900 });
    expect(prizes.fund).toBe(676_000);
    expect(prizes.lines.map(({ share }) => share)).toEqual([263_640, 148_720, 81_120, 169_000]);
    expect(amounts(prizes)).toEqual([131_820, 4_950, 320, 0]);
    expect([carried(prizes), toFund(prizes)]).toEqual([169_000, 14_860]);
  });

  it('xg: the three best results below 13', () => {
    const prizes = settle('xg', 200_000, 0, { 9: 3, 8: 41, 7: 320, 6: 5_000 });
    expect(prizes.lines.map(({ tier, right }) => [tier, right])).toEqual([
      [1, 13],
      [2, 9],
      [3, 8],
      [4, 7],
    ]);
    expect(amounts(prizes)).toEqual([0, 112_660, 6_180, 1_320]);
    expect([carried(prizes), toFund(prizes)]).toEqual([676_000, 240]);
  });

  it('xg: results that nobody reached are skipped, and missing tiers carried', () => {
    const prizes = settle('xg', 200_000, 0, { 13: 1, 10: 2 });
    expect(prizes.lines.map(({ right }) => right)).toEqual([13, 10, null, null]);
    expect(amounts(prizes)).toEqual([676_000, 169_000, 0, 0]);
    expect(carried(prizes)).toBe(253_500 + 422_500);
  });
});

it('a guarantee lifts a single row, as far as the fund holds', () => {
  const given = { rules: rulesOf('totoeng', 1_000_000), sales: isk(1_300_000), carryIn: isk(0) };
  const lifted = (winners: Record<number, number>, held: number) =>
    poolPrizes({ ...given, winners: counted('totoeng', winners), held: isk(held) }).lines[0];
  expect(lifted({ 13: 1 }, 5_000_000)).toMatchObject({ amount: 1_000_000, topUp: 1_000_000 - 777_400 });
  expect(lifted({ 13: 1, 12: 1, 11: 1, 10: 5 }, 100_000)).toMatchObject({ amount: 438_000, topUp: 100_000 });
  expect(lifted({ 13: 2, 12: 1, 11: 1, 10: 5 }, 5_000_000)).toMatchObject({ amount: 169_000, topUp: 0 });
});

/**
 * The same rules once more in exact fractions: what tiers pay is the antitonic regression of their pools,
 * by its min-max formula instead of merging.
 */
type Fraction = { n: bigint; d: bigint };
const less = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d;

function model(
  { fundBasisPoints, shareBasisPoints, game }: PoolRules,
  sales: number,
  carryIn: number,
  winners: readonly number[],
) {
  const fund = (BigInt(sales) * BigInt(fundBasisPoints)) / 10_000n;
  const reached = winners.map((count, place) => ({ right: matchCount - place, count: BigInt(count) }));
  const all = game === 'xg' ? [reached[0], ...reached.slice(1).filter(({ count }) => count > 0n)] : reached;
  const rows = [0, 1, 2, 3].map((tier) => all[tier]?.count ?? 0n);
  const pools = shareBasisPoints.map((share) => (fund * BigInt(share)) / 10_000n);
  pools[0] = (pools[0] as bigint) + BigInt(carryIn);
  if (game !== 'xg') {
    for (const tier of [1, 2, 3].filter((each) => rows[each] === 0n)) {
      const others = [1, 2, 3].filter((each) => rows[each] !== 0n);
      const part = (pools[tier] as bigint) / BigInt(others.length + 1);
      for (const other of others) pools[other] = (pools[other] as bigint) + part;
      pools[0] = (pools[0] as bigint) + (pools[tier] as bigint) - part * BigInt(others.length);
      pools[tier] = 0n;
    }
  }
  const won = [0, 1, 2, 3].filter((tier) => rows[tier] !== 0n);
  const average = (from: number, to: number): Fraction => {
    const tiers = won.slice(from, to + 1);
    const total = (values: readonly bigint[]) =>
      tiers.reduce((all, tier) => all + (values[tier] as bigint), 0n);
    return { n: total(pools), d: total(rows) };
  };
  const pays = [0n, 0n, 0n, 0n];
  won.forEach((tier, at) => {
    const highest = won.slice(0, at + 1).map((_, from) =>
      won
        .slice(at)
        .map((__, on) => average(from, at + on))
        .reduce((a, b) => (less(a, b) ? b : a)),
    );
    const { n, d } = highest.reduce((a, b) => (less(b, a) ? b : a));
    const amount = (n / d / 10n) * 10n;
    pays[tier] = amount < 200n ? 0n : amount;
  });
  const paid = pays.map((amount, tier) => amount * (rows[tier] as bigint));
  const carryOut = pools.reduce((all, pool, tier) => (pays[tier] === 0n ? all + pool : all), 0n);
  const spent = paid.reduce((all, each) => all + each, carryOut);
  return {
    amounts: pays.map(Number),
    carryOut: Number(carryOut),
    toFund: Number(fund + BigInt(carryIn) - spent),
  };
}

const few = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 5 }),
  fc.integer({ min: 0, max: 3_000 }),
  fc.nat(2_000_000),
);

describe.each(poolIds)('%s against the model', (game) => {
  it('pays, carries and keeps the same in thousands of settlements', () => {
    const lines = countedRights(game).length;
    const rows = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 30_000_000 }));
    const carry = fc.oneof(fc.constant(0), fc.nat(2_000_000_000));
    const property = fc.property(
      rows,
      carry,
      fc.array(few, { minLength: lines, maxLength: lines }),
      (sold, carryIn, winners) => {
        const rules = rulesOf(game);
        const given = { rules, sales: isk(13 * sold), winners, carryIn: isk(carryIn), held: isk(0) };
        const prizes = poolPrizes(given);
        const wanted = model(rules, 13 * sold, carryIn, winners);
        expect(amounts(prizes)).toEqual(wanted.amounts);
        expect(carried(prizes)).toBe(wanted.carryOut);
        expect(toFund(prizes)).toBe(wanted.toFund);
        expectBalanced(prizes);
      },
    );
    fc.assert(property, { numRuns: 3_000 });
  });
});

/** Every line adds up, moves say where its money went, and only the first tier carries. */
function expectBalanced({ fund, reserve, lines, moves }: PoolPrizes): void {
  for (const { tier, share, moved, carryIn, topUp, pool, paid, carryOut, remainder } of lines) {
    expect(share + moved + carryIn + topUp).toBe(pool);
    expect(paid + carryOut + remainder).toBe(pool);
    expect(Math.min(pool, paid, carryOut, remainder, share + moved)).toBeGreaterThanOrEqual(0);
    const net = moves.reduce(
      (all, { from, to, amount }) => all + (to === tier ? amount : from === tier ? -amount : 0),
      0,
    );
    expect(net).toBe(moved);
    if (tier > 1) expect(carryOut).toBe(0);
  }
  const shares: Isk[] = lines.map(({ share }) => share);
  expect(reserve + sum(shares)).toBe(fund);
  expect(moves.every(({ amount }) => amount > 0)).toBe(true);
}
