/** What a player staked and won since a moment, or in a month (must-hold 42, 43). */

import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

/** Whole krónur; `spent` less what was returned, and never less than nothing: that was staked earlier. */
export type Spending = { from: Date; spent: number; won: number };

/** What staked, and what gave stakes back. */
const stakedKinds = [
  'purchase',
  'subscription_charge',
  'cancellation',
  'draw_cancellation',
  'subscription_return',
];
const wonKinds = ['winnings', 'claim', 'raffle', 'correction'];

/** Sums over transfers `x` of one player. */
const spent = sql`greatest(0, coalesce(sum(amount) FILTER (
    WHERE kind IN ('purchase', 'subscription_charge')), 0)::bigint
  - coalesce(sum(amount) FILTER (
    WHERE kind IN ('cancellation', 'draw_cancellation', 'subscription_return')), 0)::bigint)`;
const won = sql`(coalesce(sum(amount) FILTER (WHERE kind IN ('winnings', 'claim', 'raffle')), 0)::bigint
  + coalesce(sum(wallet_after - wallet_before) FILTER (WHERE kind = 'correction'), 0)::bigint)`;

/**
 * Of all of a player's time, too: spans that were counted ahead are added up, and only what lies beside them
 * is read (docs/decisions/061-lists-are-counted-in-spans.md).
 *
 * @returns in the order of `moments`; prizes that paid a debt count as won
 */
export async function spendingSince(db: Db, playerId: number, moments: readonly Date[]): Promise<Spending[]> {
  const { rows } = await sql<Spending>`
    WITH span AS MATERIALIZED (
      SELECT last_at, sums, coalesce(lag(last_at) OVER (ORDER BY nth), '-infinity') AS after
      FROM movement_spans WHERE player_id = ${playerId}
    ), range AS (
      SELECT after, last_at AS until, sums FROM span
      UNION ALL SELECT coalesce(max(last_at), '-infinity'), 'infinity', NULL FROM span
    )
    SELECT since AS "from",
      greatest(0, -sum(moved) FILTER (WHERE kind = ANY (${stakedKinds})))::bigint AS spent,
      coalesce(sum(moved) FILTER (WHERE kind = ANY (${wonKinds})), 0)::bigint AS won
    FROM unnest(${moments}::timestamptz[]) WITH ORDINALITY m(since, nth)
    LEFT JOIN range r ON r.until >= since
    LEFT JOIN LATERAL (
      SELECT kind, moved FROM jsonb_to_recordset(r.sums) AS e(kind text, moved bigint) WHERE r.after >= since
      UNION ALL SELECT x.kind, x.wallet_after - x.wallet_before FROM ledger_transfers x
      WHERE (r.sums IS NULL OR r.after < since)
        AND x.player_id = ${playerId} AND x.at >= since AND x.at > r.after AND x.at <= r.until
    ) moved ON true
    GROUP BY since, nth ORDER BY nth`.execute(db);
  return rows;
}

/** Since a moment, of the player whom the statement around it names: `spent`, `won`. */
export function spendingWithin(playerId: Sql, since: Sql): Sql {
  return sql`SELECT ${spent} AS spent, ${won} AS won
    FROM ledger_transfers x WHERE x.player_id = ${playerId} AND x.at >= ${since}`;
}

export type MonthOfPlayer = Omit<Spending, 'from'> & { playerId: number };

/**
 * A month, named by its first day (`2026-12-01`), of those who staked in it: the next `count` players after
 * `reached`, by id. Each player's month is read once, by player and time.
 */
export async function spendingOfMonth(
  db: Db,
  month: string,
  { reached, count }: { reached: number; count: number },
): Promise<MonthOfPlayer[]> {
  const { rows } = await sql<MonthOfPlayer>`
    WITH period AS MATERIALIZED (
      SELECT first AT TIME ZONE 'UTC' AS begins, (first + interval '1 month') AT TIME ZONE 'UTC' AS ends
      FROM (SELECT ${month}::timestamp AS first) AS month
    )
    SELECT player_id AS "playerId", spent, won
    FROM period, wallets w CROSS JOIN LATERAL (
      SELECT ${spent} AS spent, ${won} AS won,
        bool_or(kind IN ('purchase', 'subscription_charge')) AS has_staked
      FROM ledger_transfers x WHERE x.player_id = w.player_id AND x.at >= begins AND x.at < ends OFFSET 0
    ) moved
    WHERE player_id > ${reached} AND staked_on >= ${month}::date AND has_staked
    ORDER BY player_id LIMIT ${count}`.execute(db);
  return rows;
}
