import { sql } from 'kysely';
import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';

/** Every club that can be supported, by number. */
export async function listClubs(db: Db): Promise<ApiAnswer<'club.list'>['clubs']> {
  const { rows } = await sql<{ id: string; number: number; name: string }>`
    SELECT club_id::text AS id, club_id AS number, name FROM clubs ORDER BY club_id
  `.execute(db);
  return rows;
}
