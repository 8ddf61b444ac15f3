/**
 * What people choose in each program: rows by match and outcome, rows and stakes. Each five minutes new
 * tickets and cancellations are added; what was counted before is not read again.
 */
import { outcomesOf, type PoolId, poolIds } from '#rules/pools/games.ts';
import { outcomeRowsOf } from '#rules/pools/people.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { type Deadline, databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';

const everyMinutes = 5;
/** A ticket weighs as much as so many rows. A turn counts whole instants up to `turnMax`. */
const ticketWeight = 500;
const turnMax = 1_000_000;

const isPool = sql`game IN (${sql.join(poolIds.map((id) => sql.lit(id)))})`;

export const peopleDeadline: Deadline = {
  name: "people's choice",
  // A walk of the clock would otherwise stop 288 times a day.
  isStop: false,
  due: sql`
    SELECT CASE WHEN reached_at < complete_at OR complete_at = '-infinity' THEN domain_now()
      ELSE complete_at + make_interval(mins => ${sql.lit(everyMinutes)}) END
    FROM choice_cursor WHERE has_ended(complete_after)`,
  async run(db) {
    // The second turn reads the window that the first one may have opened.
    return (await transaction(db, countTurn)) + (await transaction(db, countTurn));
  },
};

/** Instants as PostgreSQL writes them: tickets are sold within one millisecond too. */
type Cursor = { reachedAt: string; completeAt: string; isRead: boolean };

/** @returns 1 where the cursor was moved */
async function countTurn(tx: Tx): Promise<number> {
  // Read before this transaction gets its number: whatever is sold up to it has a smaller one.
  const nextEnd = await databaseNow(tx);
  const { rows } = await sql<Cursor>`
    SELECT reached_at::text AS "reachedAt", complete_at::text AS "completeAt",
      reached_at = complete_at AS "isRead"
    FROM choice_cursor
    WHERE has_ended(complete_after) AND (reached_at < complete_at
      OR complete_at + make_interval(mins => ${everyMinutes}) <= ${nextEnd})
    FOR UPDATE SKIP LOCKED`.execute(tx);
  const [cursor] = rows;
  if (!cursor) return 0;
  if (cursor.isRead) {
    await sql`
      UPDATE choice_cursor SET complete_at = ${nextEnd},
        complete_after = pg_current_xact_id()::text::bigint`.execute(tx);
    return 1;
  }
  const changes = await changesIn(tx, cursor);
  const reached = changes[0]?.reached ?? cursor.completeAt;
  for (const [drawId, ofDraw] of Map.groupBy(changes, (change) => change.drawId))
    await addChanges(tx, drawId, ofDraw, reached);
  await sql`UPDATE choice_cursor SET reached_at = ${reached}::timestamptz`.execute(tx);
  return 1;
}

/** A ticket that was bought (sign 1), or taken back (−1). */
type Change = {
  sign: number;
  drawId: number;
  game: PoolId;
  system: number;
  rowMasks: string[];
  secondMasks: string[] | null;
  rowCount: number;
  stake: number;
  reached: string;
};

/** Look-ups are LATERAL with OFFSET 0: by key, whatever the statistics say of young rows. */
async function changesIn(tx: Tx, { reachedAt, completeAt }: Cursor): Promise<Change[]> {
  await sql`SET LOCAL enable_seqscan = off`.execute(tx);
  const { rows } = await sql<Change>`
    WITH changes AS MATERIALIZED (
      SELECT player_id, ticket_id, purchased_at AS at, 1 AS sign FROM tickets
      WHERE ${isPool} AND purchased_at > ${reachedAt}::timestamptz
        AND purchased_at <= ${completeAt}::timestamptz
      UNION ALL
      SELECT player_id, ticket_id, at, -1 FROM cancellations
      WHERE reason = 'player' AND at > ${reachedAt}::timestamptz AND at <= ${completeAt}::timestamptz
    ), tickets_of AS MATERIALIZED (
      SELECT c.at, c.sign, t.* FROM changes c CROSS JOIN LATERAL (
        SELECT * FROM tickets t WHERE t.player_id = c.player_id AND t.ticket_id = c.ticket_id OFFSET 0) t
      WHERE ${isPool}
    ), cut AS MATERIALIZED (
      SELECT coalesce(min(at) FILTER (WHERE weight >= ${turnMax}), ${completeAt}::timestamptz) AS at
      FROM (SELECT at, sum(${ticketWeight} + row_count) OVER (ORDER BY at) AS weight FROM tickets_of) weighed
    )
    SELECT sign, c.draw_id AS "drawId", game, system, row_masks::text[] AS "rowMasks",
      second_masks::text[] AS "secondMasks", row_count AS "rowCount", stake, cut.at::text AS reached
    FROM cut, tickets_of t CROSS JOIN LATERAL (
      SELECT draw_id FROM coupons c WHERE c.player_id = t.player_id AND c.ticket_id = t.ticket_id OFFSET 0) c
    WHERE t.at <= cut.at`.execute(tx);
  return rows;
}

async function addChanges(
  tx: Tx,
  drawId: number,
  changes: readonly Change[],
  reached: string,
): Promise<void> {
  const outcomes = outcomesOf((changes[0] as Change).game).length;
  const [counts, sums] = [[] as number[], { rows: 0, stakes: 0 }];
  for (const { sign, system, rowMasks, secondMasks, rowCount, stake } of changes) {
    sums.rows += sign * rowCount;
    sums.stakes += sign * stake;
    const words = rowMasks.map((word, row) => [
      Number(word),
      ...(secondMasks ? [Number(secondMasks[row])] : []),
    ]);
    for (const [place, count] of outcomeRowsOf({ system, rows: words }, outcomes).flat().entries())
      counts[place] = (counts[place] ?? 0) + sign * count;
  }
  const { rowCount } = await sql`
    UPDATE program_choices SET rows = rows + ${sums.rows}, stakes = stakes + ${sums.stakes},
      counts = ARRAY(SELECT a + b
        FROM unnest(counts, ${counts}::bigint[]) WITH ORDINALITY u(a, b, n) ORDER BY n),
      counted_at = ${reached}::timestamptz
    WHERE draw_id = ${drawId}`.execute(tx);
  if (rowCount === 1) return;
  await sql`
    INSERT INTO program_choices (draw_id, rows, stakes, counts, counted_at)
    VALUES (${drawId}, ${sums.rows}, ${sums.stakes}, ${counts}::bigint[], ${reached}::timestamptz)`.execute(
    tx,
  );
}

/** Sales of a program up to the last count. */
export type Sold = {
  rows: number;
  stakes: number;
  /** Of each match the rows by outcome. */
  choices: readonly (readonly number[])[];
  /** Null before the first ticket was counted. */
  countedAt: Date | null;
};

export async function soldOf(db: Db, { drawId, game }: { drawId: number; game: string }): Promise<Sold> {
  const { rows } = await sql<{ rows: number; stakes: number; counts: number[]; countedAt: Date }>`
    SELECT rows, stakes, counts, counted_at AS "countedAt" FROM program_choices
    WHERE draw_id = ${drawId}`.execute(db);
  const [row] = rows;
  if (!row) return { rows: 0, stakes: 0, choices: [], countedAt: null };
  const outcomes = outcomesOf(game as PoolId).length;
  const choices = Array.from({ length: row.counts.length / outcomes }, (_, match) =>
    row.counts.slice(match * outcomes, (match + 1) * outcomes),
  );
  return { ...row, choices };
}
