/** Counts players' movements ahead once a day (docs/decisions/061-lists-are-counted-in-spans.md). */

import { type Tx, transaction } from '#server/platform/database.ts';
import { type Deadline, databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';

/** A walk of the clock does not stop for it: a list is right without it, only slower. */
export const movementSpans: Deadline = {
  name: 'movement spans',
  isStop: false,
  due: sql`SELECT complete_at + interval '1 day' FROM movement_spans_cursor
    WHERE has_ended(complete_after)`,
  run: (db) => transaction(db, writeSpans),
};

/** Writes what was complete a day ago, and notes up to where it will be complete the next time. */
async function writeSpans(tx: Tx): Promise<number> {
  // Read before this transaction gets its id: a transaction that moved money earlier has a smaller id.
  const nextEnd = await databaseNow(tx);
  const { rows } = await sql<{ spans: number }>`
    SELECT write_movement_spans(reached_at, complete_at) AS spans
    FROM (SELECT * FROM movement_spans_cursor WHERE has_ended(complete_after) FOR UPDATE SKIP LOCKED) c
  `.execute(tx);
  if (!rows[0]) return 0;
  await sql`
    UPDATE movement_spans_cursor SET reached_at = complete_at,
      complete_at = greatest(complete_at, ${nextEnd}),
      complete_after = pg_current_xact_id()::text::bigint`.execute(tx);
  return 1 + rows[0].spans;
}
