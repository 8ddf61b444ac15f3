/** The end of sales: one instant, recorded under the lock that every purchase shares. */

import { type Db, retrying, transaction } from '#server/platform/database.ts';
import { addJob } from '#server/platform/jobs.ts';
import { sql } from '#server/platform/sql.ts';
import { openDraws } from './calendar.ts';
import type { Reasoned } from './cancel.ts';
import { isOnSale, lockDraw, nameOf } from './draw.ts';
import { refuseStep } from './halt.ts';

/** The job that seals a closed draw; queued in the closing transaction. */
export const sealJob = 'draw.seal';

export type CloseOptions = {
  actor: string;
  /** Needed before the draw's closing time. */
  reason?: string | null;
};

/** Closes the draw and opens the next one. Repeatable: answers the recorded instant. */
export function closeDraw(db: Db, drawId: number, options: CloseOptions): Promise<{ closedAt: Date }> {
  const { actor, reason = null } = options;
  const work = () =>
    transaction(db, async (tx) => {
      const draw = await lockDraw(tx, drawId);
      if (draw.closedAt) return { closedAt: draw.closedAt };
      if (draw.state !== 'released') refuseStep(`${nameOf(draw)} is not on sale: it is ${draw.state}.`);
      // Read after the lock is held: everything that was sold before it is committed and has its place in
      // the seal.
      const { rows } = await sql<{ at: Date; early: boolean }>`
        WITH moment AS MATERIALIZED (SELECT domain_now() AS at)
        SELECT at, at < ${draw.closeDate} AS early FROM moment`.execute(tx);
      const moment = rows[0] as { at: Date; early: boolean };
      if (moment.early && !reason) {
        refuseStep(
          `${nameOf(draw)} closes at ${draw.closeDate.toISOString()}; before that a reason is needed.`,
        );
      }
      await sql`UPDATE draws SET closed_at = ${moment.at} WHERE draw_id = ${drawId}`.execute(tx);
      await sql`
        INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor, reason)
        VALUES (${drawId}, 'released', 'released', ${moment.at}, ${actor},
          ${reason ?? 'sales closed'})`.execute(tx);
      await openDraws(tx);
      await addJob(tx, sealJob, { drawId }, { jobKey: `seal-${drawId}` });
      await sql`SELECT pg_notify('draws_changed', ${String(drawId)})`.execute(tx);
      return { closedAt: moment.at };
    });
  return retrying(work);
}

/**
 * Sales end earlier than planned, never later. A purchase that holds the draw's row is before; whatever is
 * decided after this is by the new time.
 */
export async function closeEarlier(
  db: Db,
  drawId: number,
  closeDate: Date,
  { actor, reason }: Reasoned,
): Promise<void> {
  await transaction(db, async (tx) => {
    const draw = await lockDraw(tx, drawId);
    const { rows } = await sql<{ open: boolean; past: boolean }>`
      SELECT ${isOnSale('d')} OR d.state = 'created' AS open, ${closeDate} <= domain_now() AS past
      FROM draws d WHERE d.draw_id = ${drawId}`.execute(tx);
    const [{ open, past } = { open: false, past: false }] = rows;
    if (!open) refuseStep(`Sales of ${nameOf(draw)} have ended.`);
    if (past) refuseStep('Sales end at a time to come; draw close ends them now.');
    if (closeDate >= draw.closeDate)
      refuseStep(`${nameOf(draw)} closes at ${draw.closeDate.toISOString()}; that is only moved earlier.`);
    await sql`UPDATE draws SET close_date = ${closeDate} WHERE draw_id = ${drawId}`.execute(tx);
    const moved = `closes ${closeDate.toISOString()} instead of ${draw.closeDate.toISOString()}: ${reason}`;
    await sql`
      INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor, reason)
      VALUES (${drawId}, ${draw.state}, ${draw.state}, domain_now(), ${actor}, ${moved})`.execute(tx);
    await sql`SELECT pg_notify('draws_changed', ${String(drawId)})`.execute(tx);
  });
}
