/** Draws that have no result yet, as the public sees them: how far each has come, where it was moved. */

import type { Undrawn } from '#contract/draws.ts';
import type { WeekOfGame } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { dateOfDraw } from './draw.ts';

type UndrawnDraw = Undrawn['draws'][number];

export type DatedRow = { game: string; number: number; drawDate: Date; plannedDate: string; closeDate: Date };

type Row = DatedRow & { stage: UndrawnDraw['stage'] };

export async function undrawn(db: Db, weekOf: WeekOfGame, game: string): Promise<Undrawn> {
  const { rows } = await sql<Row>`
    SELECT d.game, d.number, d.draw_date AS "drawDate", d.planned_date AS "plannedDate",
      d.close_date AS "closeDate",
      CASE WHEN EXISTS (SELECT FROM seals s WHERE s.draw_id = d.draw_id) THEN 'sealed'
        WHEN d.closed_at IS NOT NULL OR d.close_date <= domain_now() THEN 'closed'
        WHEN d.state = 'released' THEN 'onSale'
        ELSE 'planned' END AS stage
    FROM draws d
    WHERE d.game = ${game} AND d.state IN ('created', 'released')
    ORDER BY d.draw_date`.execute(db);
  return { draws: rows.map((row) => ({ ...dated(row, weekOf), stage: row.stage })) };
}

/** The week is that of the day it was planned for, also when it was moved. */
export function dated(
  { game, number, drawDate, plannedDate, closeDate }: DatedRow,
  weekOf: WeekOfGame,
): Omit<UndrawnDraw, 'stage'> {
  return {
    draw: number,
    ...weekOf(game, plannedDate),
    drawDate: drawDate.toISOString(),
    closeDate: closeDate.toISOString(),
    ...(plannedDate !== dateOfDraw({ drawDate }) && { movedFrom: plannedDate }),
  };
}
