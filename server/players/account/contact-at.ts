/** A player's e-mail addresses and mobiles, also at earlier moments. */
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

/** All that are stored, oldest first. */
export async function listContacts(db: Db, playerId: number): Promise<(Contact & { since: string })[]> {
  const { rows } = await sql<Contact & { since: Date }>`
    SELECT since, email, mobile FROM player_contacts WHERE player_id = ${playerId} ORDER BY since`.execute(
    db,
  );
  return rows.map((contact) => ({ ...contact, since: contact.since.toISOString() }));
}
