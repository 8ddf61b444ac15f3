/** The average return of a ticket: the prize share of its rows and the fixed prizes of Joker. */
import type { Announcement } from '#rules/numbers/figures.ts';
import { prizeShare } from '#rules/numbers/fund.ts';
import { type GameId, rulesOf } from '#rules/numbers/games.ts';
import { averageBack as backOf } from '#rules/numbers/slip-odds.ts';
import { isk } from '#rules/values/money.ts';
import type { Priced } from '#server/draws/showing.ts';
import type { Db } from '#server/platform/database.ts';
import { announcements } from './current.ts';

/** Pools in euro are counted at the organiser's newest rate, as in the review of a purchase. */
export async function averageBack(db: Db, coupons: readonly [Priced, ...Priced[]]): Promise<number> {
  const [first] = coupons;
  const version = rulesOf(first);
  const last: Announcement | null =
    version.fund?.kind === 'common' ? ((await announcements(db)).get(first.game as GameId) ?? null) : null;
  const joker = first.side === null ? 0 : (version.sale?.joker?.amount ?? 0);
  const paid = coupons.filter(({ stake }) => stake > 0);
  const jokers = joker * paid.length;
  const rows = first.stakeTotal - jokers;
  const amountRow = Math.round(rows / (first.rowCount * Math.max(1, paid.length)));
  const share = prizeShare(version, isk(amountRow), last);
  return backOf(version, share, { rows: isk(rows), joker: isk(jokers) });
}
