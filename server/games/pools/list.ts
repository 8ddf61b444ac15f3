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
  /** Numbers of matches on which sources differ and no operator has decided. */
  differing: number[];
};

/** Of the program of `p`. */
const differing = sql`
  SELECT m.number FROM program_matches m
  WHERE m.draw_id = p.draw_id AND EXISTS (
    SELECT FROM (
      SELECT DISTINCT ON (kind, source) kind, source, (kick_off, state, home, away) AS value
      FROM match_facts f WHERE f.match_id = m.match_id ORDER BY kind, source, fact_id DESC) said
    GROUP BY kind HAVING count(DISTINCT value) > 1 AND NOT bool_or(source = 'decision'))
  ORDER BY m.number`;

/** @param game null for all of them */
export async function listPrograms(db: Db, game: string | null): Promise<ProgramListing[]> {
  const { rows } = await sql<ProgramListing>`
    SELECT d.game, d.number, p.group_id AS "group", p.mode, d.state, d.close_date AS "closeDate",
      p.imported_by AS "importedBy", p.released_by AS "releasedBy",
      ARRAY(${differing})::integer[] AS differing
    FROM programs p JOIN draws d USING (draw_id)
    WHERE ${game}::text IS NULL OR d.game = ${game}
    ORDER BY d.draw_date DESC, d.game LIMIT 500`.execute(db);
  return rows;
}
