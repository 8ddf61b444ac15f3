/**
 * Checks a name and a password. The same answer, work and time whether or not anybody has the name (checklist
 * 7).
 */
import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { verifyPassword } from './password.ts';

/** After this many days an expired certificate stops sign-in itself (decisions §2). */
const certificateGraceDays = 30;

type Row = { player_id: number; password_hash: string | null; closed: boolean; too_old: boolean };

/**
 * @returns the player; throws EC_AUTH_FAIL (400), EC_ACCOUNT_CLOSED or EC_ELOGIN_AUTH_REQUIRED with
 * `playerId`
 */
export async function checkPassword(db: Db, username: string, password: string): Promise<number> {
  const { rows } = await sql<Row>`
    SELECT player_id, password_hash, w.closed_at IS NOT NULL AS closed,
      w.certificate_expires + ${certificateGraceDays}::int < (domain_now() AT TIME ZONE 'UTC')::date
        AS too_old
    FROM players p JOIN wallets w USING (player_id) WHERE lower(username) = lower(${username})
  `.execute(db);
  const [row] = rows;
  const matches = await verifyPassword(password, row?.password_hash ?? null);
  if (!row || !matches) refuse('EC_AUTH_FAIL', { status: 400 });
  if (row.closed) refuse('EC_ACCOUNT_CLOSED', { status: 400 });
  if (row.too_old) {
    refuse('EC_ELOGIN_AUTH_REQUIRED', { status: 502, details: { playerId: String(row.player_id) } });
  }
  return row.player_id;
}
