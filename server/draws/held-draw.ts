/** When one draw is held, and whether it was moved or cancelled, as the public sees it. */

import type { HeldDraw } from '#contract/draws.ts';
import type { WeekOfGame } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { type DatedRow, dated } from './undrawn.ts';

type Row = DatedRow & { state: string; revision: number };

/** Refuses with EC_NO_DATA_FOUND when there is no such draw. */
export async function heldDraw(db: Db, weekOf: WeekOfGame, game: string, number: number): Promise<HeldDraw> {
  const { rows } = await sql<Row>`
    SELECT d.game, d.number, d.draw_date AS "drawDate", d.planned_date AS "plannedDate",
      d.close_date AS "closeDate",
      d.state, (SELECT count(*) FROM draw_steps s WHERE s.draw_id = d.draw_id) AS revision
    FROM draws d WHERE d.game = ${game} AND d.number = ${number}`.execute(db);
  const row = rows[0] ?? refuse('EC_NO_DATA_FOUND');
  return {
    gameId: game,
    ...dated(row, weekOf),
    revision: row.revision,
    ...(row.state === 'cancelled' && { cancelled: true }),
  };
}
