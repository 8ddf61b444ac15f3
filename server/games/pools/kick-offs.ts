/** A kick-off that is moved earlier takes the end of the sale with it; a later one moves nothing. */
import { closeDateOf } from '#rules/pools/program.ts';
import { closeDraw, closeEarlier } from '#server/draws/close.ts';
import { isOnSale } from '#server/draws/draw.ts';
import type { Db } from '#server/platform/database.ts';
import { type Deadline, databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';

type Moved = { drawId: number; number: number; kickOff: Date };

/** Programs on sale beyond the first of their matches, with that match. */
const moved = sql<Moved>`
  SELECT DISTINCT ON (d.draw_id) d.draw_id AS "drawId", m.number, k.kick_off AS "kickOff"
  FROM draws d JOIN program_matches m USING (draw_id)
  CROSS JOIN LATERAL (SELECT first_kick_off(m.match_id) AS kick_off OFFSET 0) k
  WHERE ${isOnSale('d')} AND k.kick_off < d.close_date + interval '1 minute'
  ORDER BY d.draw_id, k.kick_off`;

/** @returns how many programs end their sale earlier, or have ended it */
export async function followKickOffs(db: Db, actor: string): Promise<number> {
  const { rows } = await moved.execute(db);
  for (const { drawId, number, kickOff } of rows) {
    const closeDate = closeDateOf(kickOff);
    const reason = `match ${number} begins at ${kickOff.toISOString()}`;
    if (closeDate <= (await databaseNow(db))) await closeDraw(db, drawId, { actor, reason });
    else await closeEarlier(db, drawId, closeDate, { actor, reason });
  }
  return rows.length;
}

export const kickOffDeadline: Deadline = {
  name: 'program kick-offs',
  due: sql`SELECT domain_now() FROM (${moved}) moved LIMIT 1`,
  run: (db) => followKickOffs(db, 'calendar'),
};
