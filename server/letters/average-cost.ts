/** What a ticket costs on average, for the letters of one turn. */
import type { Kinds } from '#server/draws/kind.ts';
import type { Priced } from '#server/draws/showing.ts';
import { averageCostOf } from '#server/draws/ticket.ts';
import type { Tx } from '#server/platform/database.ts';

/** `stakes` of its coupons, in the order of their draws. */
export type PricedTicket = Omit<Priced, 'stake'> & { stakes: readonly number[] };

export type AverageCosts = (ticket: PricedTicket) => Promise<{ average?: number }>;

/** Many tickets of a turn have the same price: each price is looked up once. */
export function averageCosts(tx: Tx, kinds: Kinds): AverageCosts {
  const known = new Map<string, { average?: number }>();
  return async ({ game, rulesId, side, rowCount, stakeTotal, stakes }) => {
    const priced = { game, rulesId, side, rowCount, stakeTotal };
    // The digits of the side game do not change its price.
    const key = JSON.stringify([{ ...priced, side: side !== null }, stakes]);
    const earlier = known.get(key);
    if (earlier) return earlier;
    const coupons = stakes.map((stake) => ({ ...priced, stake }));
    const { averageCost } = await averageCostOf(tx, kinds.of(game).showing, coupons);
    const answer = averageCost === undefined ? {} : { average: averageCost };
    known.set(key, answer);
    return answer;
  };
}
