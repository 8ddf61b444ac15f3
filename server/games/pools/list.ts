/** Programs for operators, latest first. */
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

export type ProgramListing = {
  game: string;
  number: number;
  group: string | null;
  mode: string;
  state: string;
  closeDate: Date;
  importedBy: string;
  releasedBy: string | null;
};

/** @param game null for all of them */
export async function listPrograms(db: Db, game: string | null): Promise<ProgramListing[]> {
  const { rows } = await sql<ProgramListing>`
    SELECT d.game, d.number, p.group_id AS "group", p.mode, d.state, d.close_date AS "closeDate",
      p.imported_by AS "importedBy", p.released_by AS "releasedBy"
    FROM programs p JOIN draws d USING (draw_id)
    WHERE ${game}::text IS NULL OR d.game = ${game}
    ORDER BY d.draw_date DESC, d.game LIMIT 500`.execute(db);
  return rows;
}
