/** What a player staked and won since a moment, or in a month (must-hold 42, 43). */

import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { movedSince, rangesOf } from './movement-ranges.ts';
import { dayStakeKinds, spentKinds, wonKinds } from './transfer-kinds.ts';

/** Whole krónur; `spent` less what was returned, and never less than nothing: that was staked earlier. */
export type Spending = { from: Date; spent: number; won: number };

/** Sums of `moved` by `kind`. A returned stake reduces what was spent. */
const spent = sql`greatest(0, -sum(moved) FILTER (WHERE kind = ANY (${spentKinds})))::bigint`;
const won = sql`coalesce(sum(moved) FILTER (
  WHERE kind = ANY (${wonKinds})), 0)::bigint`;

/** SQL: `kind` and `moved` of one player's transfers `x`. */
const movedWhere = (wanted: Sql): Sql =>
  sql`(SELECT kind, wallet_after - wallet_before AS moved FROM ledger_transfers x WHERE ${wanted})`;

/** @returns in the order of `moments`; prizes that paid a debt count as won */
export async function spendingSince(db: Db, playerId: number, moments: readonly Date[]): Promise<Spending[]> {
  const { rows } = await sql<Spending>`
    WITH ranges AS MATERIALIZED (${rangesOf(playerId)})
    SELECT since AS "from", ${spent} AS spent, ${won} AS won
    FROM unnest(${moments}::timestamptz[]) WITH ORDINALITY m(since, nth)
    LEFT JOIN LATERAL (${movedSince(playerId, sql`since`, sql`ranges`)}) moved ON true
    GROUP BY since, nth ORDER BY nth`.execute(db);
  return rows;
}

/** Since a moment, of the player whom the statement around it names: `spent`, `won`. */
export function spendingWithin(playerId: Sql, since: Sql): Sql {
  return sql`SELECT ${spent} AS spent, ${won} AS won
    FROM ${movedWhere(sql`x.player_id = ${playerId} AND x.at >= ${since}`)} moved`;
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
        bool_or(kind = ANY (${dayStakeKinds})) AS has_staked
      FROM ${movedWhere(sql`x.player_id = w.player_id AND x.at >= begins AND x.at < ends`)} moved OFFSET 0
    ) sums
    WHERE player_id > ${reached} AND staked_on >= ${month}::date AND has_staked
    ORDER BY player_id LIMIT ${count}`.execute(db);
  return rows;
}
