/** A draw that cannot be held at its time is moved to another. */

import { type Db, transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import type { Reasoned } from './cancel.ts';
import { lockDraw, nameOf } from './draw.ts';
import { refuseStep } from './halt.ts';

/** A closed draw gets a new time and keeps its number, its coupons and its seal; sales stay closed. */
export async function moveDraw(
  db: Db,
  drawId: number,
  drawDate: Date,
  { actor, reason }: Reasoned,
): Promise<void> {
  await transaction(db, async (tx) => {
    const draw = await lockDraw(tx, drawId);
    if (draw.state !== 'released')
      refuseStep(`${nameOf(draw)} is ${draw.state}; only a draw without a result is moved.`);
    if (!draw.closedAt) refuseStep(`${nameOf(draw)} is still on sale; close it first, sales stay closed.`);
    const { rows } = await sql<{ past: boolean; taken: boolean }>`
      SELECT ${drawDate} <= domain_now() AS past,
        EXISTS (SELECT FROM draws WHERE game = ${draw.game} AND draw_date = ${drawDate}) AS taken`.execute(
      tx,
    );
    if (rows[0]?.past) refuseStep('A draw is moved to a time to come.');
    if (rows[0]?.taken) refuseStep(`${draw.game} has a draw at ${drawDate.toISOString()} already.`);
    await sql`UPDATE draws SET draw_date = ${drawDate} WHERE draw_id = ${drawId}`.execute(tx);
    await sql`
      INSERT INTO draw_moves (draw_id, nth, moved_from, moved_to)
      SELECT ${drawId}, count(*) + 1, ${draw.drawDate}, ${drawDate} FROM draw_moves
      WHERE draw_id = ${drawId}`.execute(tx);
    await sql`
      INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor, reason)
      VALUES (${drawId}, 'released', 'released', domain_now(), ${actor},
        ${`moved from ${draw.drawDate.toISOString()} to ${drawDate.toISOString()}: ${reason}`})`.execute(tx);
    await sql`SELECT pg_notify('draws_changed', ${String(drawId)})`.execute(tx);
  });
}
