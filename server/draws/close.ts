/** The end of sales: one instant, recorded under the lock that every purchase shares. */

import { type Db, retrying, transaction } from '#server/platform/database.ts';
import { addJob } from '#server/platform/jobs.ts';
import { sql } from '#server/platform/sql.ts';
import { openDraws } from './calendar.ts';
import { lockDraw, nameOf } from './draw.ts';
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
