/**
 * Checks a name and a password. The same answer, work and time whether or not anybody has the
 * name (must-hold 7).
 */

import type { ApiAnswer } from '#contract/api.ts';
import { readTyped } from '#rules/values/typed.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { verifyPassword } from '#server/players/passwords/password.ts';
import { securityEvent } from '#server/security/events.ts';
import { type Attempt, guardPassword, soughtName } from './password-guesses.ts';

/** After this many days an expired certificate stops sign-in itself. */
export const certificateGraceDays = 30;

export type SignInParts = { db: Db; secret: string };
export type Credentials = Omit<Attempt, 'typed'> & { username: string; password: string };

type Row = {
  playerId: number;
  username: string;
  nationalId: string | null;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  closed: boolean;
  tooOld: boolean;
  needsEId: boolean;
};

/**
 * @returns the player; throws EC_AUTH_FAIL (400), EC_ACTION_NOT_ALLOWED (429), EC_ACCOUNT_CLOSED or
 * EC_ELOGIN_AUTH_REQUIRED with `playerId`
 */
export async function checkPassword({ db, secret }: SignInParts, given: Credentials): Promise<Row> {
  const typed = readTyped(given.username);
  const { ip, device, waitingId, signal } = given;
  let row: Row | undefined;
  const matches = await guardPassword(db, secret, { typed, ip, device, waitingId, signal }, async (turn) => {
    const { rows } = await sql<Row>`
      SELECT player_id AS "playerId", username, national_id AS "nationalId", first_name AS "firstName",
        last_name AS "lastName", password_hash AS "passwordHash", w.closed_at IS NOT NULL AS closed,
        w.certificate_expires + ${certificateGraceDays}::int < (domain_now() AT TIME ZONE 'UTC')::date
          AS "tooOld",
        p.needs_e_id AS "needsEId"
      FROM players p JOIN wallets w USING (player_id) WHERE lower(username) = lower(${soughtName(typed)})
    `.execute(db);
    [row] = rows;
    return verifyPassword(given.password, row?.passwordHash ?? null, turn);
  });
  if (!row || !matches) {
    const whose = row === undefined ? {} : { playerId: row.playerId };
    await transaction(db, (tx) => securityEvent(tx, { kind: 'passwordFailed', ...whose, details: { ip } }));
    refuseSignIn();
  }
  if (row.closed) refuse('EC_ACCOUNT_CLOSED', { status: 400 });
  if (row.tooOld || row.needsEId) {
    refuse('EC_ELOGIN_AUTH_REQUIRED', { status: 502, playerId: String(row.playerId) });
  }
  return row;
}

/**
 * Refuses where the password was changed since it was checked, and keeps it as it is until the end: a change
 * ends every session that the old one opened.
 */
export async function confirmPassword(tx: Tx, { playerId, passwordHash }: Row): Promise<void> {
  const { rows } = await sql`
    SELECT FROM players WHERE player_id = ${playerId} AND password_hash = ${passwordHash} FOR SHARE
  `.execute(tx);
  if (rows.length === 0) refuseSignIn();
}

function refuseSignIn(): never {
  refuse('EC_AUTH_FAIL', { status: 400, message: 'The user name or the password is not correct.' });
}

/** Says whose the name and password are, and makes no session: only `callback/credentials` does. */
export async function login(parts: SignInParts, given: Credentials): Promise<ApiAnswer<'auth.login'>> {
  const row = await checkPassword(parts, given);
  return {
    playerId: String(row.playerId),
    username: row.username,
    ...(row.nationalId !== null && { nationalId: row.nationalId }),
    firstName: row.firstName,
    lastName: row.lastName,
    isValid: true,
  };
}
