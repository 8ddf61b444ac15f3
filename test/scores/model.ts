/**
 * What a draw of the game pays, written a second time and as plainly as possible: every row of every coupon
 * is made and compared with the outcome, and prizes follow in whole krónur. It shares no code with the kind.
 */
import type { Score } from './rules.ts';

export type Coupon = { buyer: number; rows: readonly (readonly Score[])[]; isMirrored: boolean };

/** Null: the match was not played, and everybody is right. */
export type Outcome = readonly (Score | null)[];

/** What waits for the next draw, and what the guarantee fund holds. */
export type Waiting = { carry: number; fund: number };

export type Paid = Waiting & {
  /** By buyer. */
  won: Map<number, number>;
  winningCoupons: number;
};

export function rowsOf({ rows, isMirrored }: Omit<Coupon, 'buyer'>): (readonly Score[])[] {
  if (!isMirrored) return [...rows];
  return (rows[0] as readonly Score[]).reduce<Score[][]>(
    (made, [home, away]) =>
      made.flatMap((row) => {
        const ways: Score[] =
          home === away
            ? [[home, away]]
            : [
                [home, away],
                [away, home],
              ];
        return ways.map((score) => [...row, score]);
      }),
    [[]],
  );
}

const rightIn = (row: readonly Score[], outcome: Outcome) =>
  row.filter(([home, away], match) => {
    const score = outcome[match];
    return !score || (home === score[0] && away === score[1]);
  }).length;

/** @param minima that the first, second and third tier are lifted to, as far as the fund holds */
export function pay(
  coupons: readonly Coupon[],
  outcome: Outcome,
  minima: readonly number[],
  before: Waiting,
): Paid {
  const rights = coupons.map((coupon) => rowsOf(coupon).map((row) => rightIn(row, outcome)));
  const sales = rights.flat().length;
  const prizeFund = sales - Math.floor(0.54 * sales);
  const shares = [0.4, 0.3, 0.22].map((share) => Math.floor((prizeFund * Math.round(share * 100)) / 100));
  const [first = 0, second = 0, third = 0] = shares;
  let fund = before.fund + prizeFund - first - second - third;
  const countOf = (right: number) => rights.flat().filter((each) => each === right).length;
  const reached = [12, 11, 10, 9].filter((right) => countOf(right) > 0);
  const pools = new Map([[13, first + before.carry]]);
  for (const [index, share] of [second, third].entries()) {
    const right = reached[index] ?? 13;
    pools.set(right, (pools.get(right) ?? 0) + share);
  }
  let lift = before.fund;
  for (const [index, right] of [13, ...reached.slice(0, 2)].entries()) {
    const pool = pools.get(right) ?? 0;
    const lifted = Math.min(lift, Math.max(0, (minima[index] ?? 0) - pool));
    pools.set(right, pool + lifted);
    lift -= lifted;
    fund -= lifted;
  }
  const amounts = new Map<number, number>();
  let carry = 0;
  for (const [right, pool] of pools) {
    const winners = countOf(right);
    const amount = winners === 0 ? 0 : Math.floor(pool / winners / 10) * 10;
    if (winners === 0) carry = pool;
    else fund += pool - winners * amount;
    amounts.set(right, amount);
  }
  const won = new Map<number, number>();
  let winningCoupons = 0;
  for (const [index, { buyer }] of coupons.entries()) {
    const amount = (rights[index] ?? []).reduce((sum, right) => sum + (amounts.get(right) ?? 0), 0);
    if (amount > 0) winningCoupons += 1;
    won.set(buyer, (won.get(buyer) ?? 0) + amount);
  }
  return { won, winningCoupons, carry, fund };
}
