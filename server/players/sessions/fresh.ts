/** Fresh authentication: what is dear asks for the password or the electronic ID once more (must-hold 23). */

import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { verifyPassword } from '#server/players/passwords/password.ts';
import { type Attempt, guardPassword } from '#server/players/sign-in/password-guesses.ts';
import type { SignInParts } from '#server/players/sign-in/sign-in.ts';
import { securityEvent } from '#server/security/events.ts';

const freshMinutes = 15;

/**
 * Throws 403 EC_ELOGIN_AUTH_REQUIRED with `details.fresh` unless the caller proved in the last 15 minutes of
 * this very session to be who they are; with `details.eId` too where a password is not enough.
 */
export async function requireFresh(
  db: Db,
  { tokenHash }: Caller,
  proof: 'any' | 'eId' = 'any',
): Promise<void> {
  const at = sql.ref(proof === 'eId' ? 'e_id_at' : 'fresh_at');
  const { rows } = await sql<{ fresh: boolean | null }>`
    SELECT ${at} > domain_now() - make_interval(mins => ${freshMinutes}) AS fresh
    FROM sessions WHERE token_hash = ${tokenHash}`.execute(db);
  if (rows[0]?.fresh) return;
  refuse('EC_ELOGIN_AUTH_REQUIRED', { details: { fresh: true, ...(proof === 'eId' && { eId: true }) } });
}

/** When the caller last proved by electronic ID who they are, while that counts as fresh. */
export async function identifiedAt(db: Db, { tokenHash }: Caller): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    SELECT e_id_at AS at FROM sessions WHERE token_hash = ${tokenHash}
      AND e_id_at > domain_now() - make_interval(mins => ${freshMinutes})`.execute(db);
  return rows[0]?.at ?? null;
}

/** The session's owner has just proved by password or electronic ID to be there. */
export async function markFresh(tx: Tx, tokenHash: Buffer): Promise<void> {
  await sql`UPDATE sessions SET fresh_at = domain_now() WHERE token_hash = ${tokenHash}`.execute(tx);
}

/**
 * Makes the session fresh by the password; a wrong one is EC_INVALID_PASSWORD and counts as a guess of the
 * player's name (429 EC_ACTION_NOT_ALLOWED after three).
 */
export async function reAuthenticate(
  { db, secret }: SignInParts,
  { playerId, tokenHash }: Caller,
  { password, ip, device }: Omit<Attempt, 'typed'> & { password: string },
): Promise<undefined> {
  const { rows } = await sql<{ username: string; hash: string | null }>`
    SELECT username, password_hash AS hash FROM players WHERE player_id = ${playerId}`.execute(db);
  const player = rows[0] ?? { username: '', hash: null };
  const attempt = { typed: player.username, ip, device };
  const isRight = await guardPassword(db, secret, attempt, (turn) =>
    verifyPassword(password, player.hash, turn),
  );
  await transaction(db, async (tx) => {
    if (isRight) await markFresh(tx, tokenHash);
    else await securityEvent(tx, { kind: 'freshFailed', playerId, details: { ip, way: 'password' } });
  });
  if (!isRight) refuse('EC_INVALID_PASSWORD');
}
