/** The one place where a player's password changes (must-hold 11, 16). */

import type { Frame } from '#server/messages/compose.ts';
import { addNotice, queueMessage } from '#server/messages/messages.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { endSessionsOf } from '#server/players/sessions/end-sessions.ts';

export type StoredPassword = {
  playerId: number;
  username: string;
  /** Null before the first. */
  passwordHash: string | null;
  /** Of the last five passwords, the present one first. */
  lastHashes: string[];
};

const keptFormer = 4;

export async function readPassword(db: Db, playerId: number): Promise<StoredPassword> {
  const { rows } = await sql<StoredPassword>`
    SELECT player_id AS "playerId", username, password_hash AS "passwordHash",
      array_remove(ARRAY[password_hash] || ARRAY(
        SELECT f.password_hash FROM former_passwords f WHERE f.player_id = p.player_id
        ORDER BY former_password_id DESC LIMIT ${keptFormer}), NULL) AS "lastHashes"
    FROM players p WHERE player_id = ${playerId}
  `.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`there is no player ${playerId}`);
  return found;
}

type Change = {
  /** As read before the new password was checked. */
  before: StoredPassword;
  newHash: string;
  /** Whether its owner must prove by electronic ID to be there; left out: as before. */
  needsEId?: boolean;
  /** The session that may live on; all others end. */
  keep?: Buffer;
  locale?: Frame['locale'] | undefined;
};

/**
 * Writes the new password, ends the sessions and links that the old one had opened, and tells its owner.
 * @returns false, with nothing written, when the password has changed since it was read
 */
export async function storePassword(tx: Tx, change: Change): Promise<boolean> {
  const { before, newHash, needsEId = null, keep = null, locale = 'is' } = change;
  const { playerId } = before;
  const { rows } = await sql<{ at: Date }>`
    UPDATE players SET password_hash = ${newHash}, needs_e_id = coalesce(${needsEId}, needs_e_id)
    WHERE player_id = ${playerId} AND password_hash IS NOT DISTINCT FROM ${before.passwordHash}
    RETURNING domain_now() AS at
  `.execute(tx);
  const at = rows[0]?.at.toISOString();
  if (at === undefined) return false;
  await keepFormer(tx, before);
  await endSessionsOf(tx, playerId, keep);
  await forgetResets(tx, playerId);
  const values = { date: at, time: at };
  await queueMessage(tx, { playerId, channel: 'email', kind: 'passwordChanged', locale, values });
  await addNotice(tx, { playerId, kind: 'passwordChanged', values });
  return true;
}

async function keepFormer(tx: Tx, { playerId, passwordHash }: StoredPassword): Promise<void> {
  if (passwordHash === null) return;
  await sql`
    INSERT INTO former_passwords (player_id, password_hash) VALUES (${playerId}, ${passwordHash})
  `.execute(tx);
  await sql`
    DELETE FROM former_passwords WHERE player_id = ${playerId} AND former_password_id NOT IN (
      SELECT former_password_id FROM former_passwords WHERE player_id = ${playerId}
      ORDER BY former_password_id DESC LIMIT ${keptFormer})
  `.execute(tx);
}

/** Ends every link to a new password: a sign-in shows that none is needed (must-hold 12). */
export async function forgetResets(tx: Tx, playerId: number): Promise<void> {
  await sql`DELETE FROM password_resets WHERE player_id = ${playerId}`.execute(tx);
}
