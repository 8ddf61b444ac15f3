/**
 * How far receipts are written. Tickets are not committed in the order of `purchased_at`: a window of time is
 * read only when every transaction that could still add to it has ended.
 */

import type { Tx } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';

/** Instants as PostgreSQL writes them: tickets are sold within one millisecond too. */
export type Window = { after: string; until: string; isRead: boolean; nextEnd: Date };

/**
 * What is to be read next, a second of sales at most, so that a long window is not read anew in each turn;
 * the cursor is locked. Null while it may be incomplete, or somebody else is at it.
 */
export async function windowOf(tx: Tx): Promise<Window | null> {
  // Before this transaction gets its number, which the lock below gives it: see `openWindow`.
  const nextEnd = await databaseNow(tx);
  // The statistics do not know young rows yet. OFFSET 0: `after` is read once, not for each use of it. The
  // cursor is locked before: where another turn has just moved it, the lock answers the row as it is now.
  await sql`SET LOCAL enable_seqscan = off`.execute(tx);
  const { rows } = await sql<Omit<Window, 'nextEnd'>>`
    WITH cursor AS MATERIALIZED (
      SELECT reached_at, complete_at FROM receipt_cursor
      WHERE has_ended(complete_after) FOR UPDATE SKIP LOCKED
    )
    SELECT after::text, least(complete_at, after + interval '1 second')::text AS until,
      after = complete_at AS "isRead"
    FROM cursor, LATERAL (
      SELECT coalesce(
        (SELECT reached_at FROM tickets
         WHERE purchased_at > reached_at
           AND purchased_at <= least(complete_at, reached_at + interval '1 second') LIMIT 1),
        (SELECT min(purchased_at) - interval '1 microsecond' FROM tickets
         WHERE purchased_at > reached_at AND purchased_at <= complete_at),
        complete_at) AS after
      OFFSET 0
    ) AS start`.execute(tx);
  return rows[0] ? { ...rows[0], nextEnd } : null;
}

export async function reach(tx: Tx, at: string): Promise<void> {
  await sql`UPDATE receipt_cursor SET reached_at = ${at}::timestamptz`.execute(tx);
}

/**
 * The next window ends at an instant that was read before this transaction had a number. A sale has its own
 * before it reads the clock, so whatever it sells up to that instant has a smaller number.
 */
export async function openWindow(tx: Tx, { nextEnd }: Window): Promise<void> {
  await sql`
    UPDATE receipt_cursor SET reached_at = complete_at, complete_at = greatest(complete_at, ${nextEnd}),
      complete_after = pg_current_xact_id()::text::bigint`.execute(tx);
}
