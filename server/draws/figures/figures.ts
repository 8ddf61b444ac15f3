/** Figures from outside that a draw is settled by: pools shared with other countries. */

import type { Draw } from '#server/draws/draw.ts';
import type { EarlierFigures, Figures } from '#server/draws/kind.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

export type ApprovedImport = {
  /** As it came, so that anybody can recompute the draw. */
  file: string;
  hash: Buffer;
  figures: Figures;
};

/** Null until the figures are approved. */
export async function approvedImport(db: Db, drawId: number): Promise<ApprovedImport | null> {
  const { rows } = await sql<ApprovedImport>`
    SELECT file, hash, figures FROM approved_figures WHERE draw_id = ${drawId}`.execute(db);
  return rows[0] ?? null;
}

/** Of settled draws of these games before this one, newest first. */
export async function earlierFigures(
  db: Db,
  games: readonly string[],
  { drawDate }: Draw,
): Promise<EarlierFigures[]> {
  const { rows } = await sql<EarlierFigures>`
    SELECT d.game, d.number, d.draw_date AS "drawDate", d.rules_id AS "rulesId", f.figures
    FROM draws d JOIN approved_figures f USING (draw_id)
    WHERE d.game = ANY (${[...games]}) AND d.draw_date < ${drawDate}
      AND d.state IN ('winsel', 'payout', 'closed', 'settled')
    ORDER BY d.draw_date DESC LIMIT ${earlierMax}`.execute(db);
  return rows;
}

/** Of all games of a kind together: a first prize has grown for half a year at most. */
const earlierMax = 150;
