/**
 * All movements of a player in ranges of time: spans that were counted ahead, and the range after them, which
 * was not (docs/decisions/061-lists-are-counted-in-spans.md).
 */

import { type Sql, sql } from '#server/platform/sql.ts';

/** SQL: `after`, `until`, and the `sums` of a span; those of the last range are null. */
export const rangesOf = (playerId: number): Sql => sql`
  SELECT coalesce(lag(last_at) OVER (ORDER BY last_at), '-infinity') AS after, last_at AS until, sums
  FROM (
    SELECT last_at, sums FROM movement_spans WHERE player_id = ${playerId}
    UNION ALL SELECT 'infinity', NULL
  ) spans`;

/**
 * SQL: `kind`, and what was `moved` on the balance since an instant. Ranges that were counted are one row for
 * each kind; the others are read. OFFSET 0: a range that need not be read is not looked up.
 *
 * @param ranges `rangesOf` the player, or the name under which a statement has read them
 */
export const movedSince = (playerId: number, since: Sql, ranges: Sql): Sql => sql`
  SELECT m.kind, m.moved FROM ${ranges} r CROSS JOIN LATERAL (
    SELECT kind, moved FROM jsonb_to_recordset(r.sums) AS e(kind text, moved bigint) WHERE r.after >= ${since}
    UNION ALL SELECT * FROM (
      SELECT x.kind, x.wallet_after - x.wallet_before FROM ledger_transfers x
      WHERE r.until >= ${since} AND (r.sums IS NULL OR r.after < ${since})
        AND x.player_id = ${playerId} AND x.at >= ${since} AND x.at > r.after AND x.at <= r.until OFFSET 0
    ) read
  ) m`;
