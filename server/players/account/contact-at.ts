/** A player's e-mail address and mobile at an earlier moment. */
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

export type Contact = { email: string; mobile: string | null };

/** The contact at `at`, or the earliest stored one if none is so old, and the current contact. */
export async function contactsSince(db: Db, playerId: number, at: Date): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    (SELECT email, mobile FROM player_contacts WHERE player_id = ${playerId}
      ORDER BY since > ${at}, CASE WHEN since > ${at} THEN since END, since DESC LIMIT 1)
    UNION ALL SELECT email, mobile FROM players WHERE player_id = ${playerId}`.execute(db);
  return rows;
}
