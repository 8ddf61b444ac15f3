/** What a player staked and won since a moment. Checklist 42, 43; ux.md §7. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** Whole krónur; `spent` less what was returned of it. */
export type Spending = { from: Date; spent: number; won: number };

/** @returns in the order of `moments`; prizes that paid a debt count as won */
export async function spendingSince(db: Db, playerId: number, moments: readonly Date[]): Promise<Spending[]> {
  const { rows } = await sql<Spending>`
    SELECT since AS "from",
      coalesce(sum(amount) FILTER (WHERE kind = 'purchase'), 0)::bigint
        - coalesce(sum(amount) FILTER (WHERE kind IN ('cancellation', 'draw_cancellation')), 0)::bigint
        AS spent,
      coalesce(sum(amount) FILTER (WHERE kind IN ('winnings', 'claim')), 0)::bigint
        + coalesce(sum(wallet_after - wallet_before) FILTER (WHERE kind = 'correction'), 0)::bigint
        AS won
    FROM unnest(${moments}::timestamptz[]) WITH ORDINALITY m(since, nth)
    LEFT JOIN ledger_transfers x ON x.player_id = ${playerId} AND x.at >= since
    GROUP BY since, nth ORDER BY nth`.execute(db);
  return rows;
}
