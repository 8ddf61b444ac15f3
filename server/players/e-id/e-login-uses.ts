/** What a proven person may do: be told who it is, renew the certificate, sign in. */

import type { ApiAnswer } from '#contract/api.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { confirmMobileBySim } from '#server/players/account/confirm-mobile.ts';
import { personDigest, refuseErased } from '#server/players/account/erased-person.ts';
import { hashToken } from '#server/players/sessions/sessions.ts';
import { certificateGraceDays } from '#server/players/sign-in/sign-in.ts';
import { securityEvent } from '#server/security/events.ts';
import {
  type ELoginParts,
  type Held,
  type ProvenPerson,
  readELogin,
  refuseFailed,
  requestIdOf,
  targetKey,
} from './e-login.ts';

/** Who the person is here, or what to sign up with. */
export async function eLoginStatus(parts: ELoginParts, held: Held): Promise<ApiAnswer<'auth.eLoginStatus'>> {
  const outcome = await readELogin(parts, held);
  if (outcome.state === 'pending') return { pending: true };
  if (outcome.state === 'failed') return refuseFailed(outcome.failure);
  const { person } = outcome;
  const player = await findPlayer(parts.db, person);
  if (player) {
    refuseToEnter(player);
    const { playerId, username, firstName, lastName } = player;
    return {
      pending: false,
      status: 'SUCCESS',
      player: { playerId: String(playerId), username, firstName, lastName },
    };
  }
  await refuseRemoved(parts.db, person);
  await refuseExpired(parts.db, person);
  const { firstName, lastName } = person;
  const requestId = requestIdOf(parts.secret, held.token);
  return { pending: false, status: 'SIGNUP_REQUIRED', requestId, firstName, lastName };
}

/** Renews the day of a player's certificate when the proven person is that player. */
export async function renewCertificate(
  parts: ELoginParts,
  { playerId, ip, ...held }: Held & { playerId: string; ip: string },
): Promise<ApiAnswer<'auth.eLoginRenewal'>> {
  const outcome = await readELogin(parts, held);
  if (outcome.state === 'pending') return { pending: true };
  if (outcome.state === 'failed') return refuseFailed(outcome.failure);
  const { person } = outcome;
  const player = await findPlayer(parts.db, person);
  if (!player) await refuseRemoved(parts.db, person);
  if (!player || String(player.playerId) !== playerId) {
    const details = { way: held.eLoginType, reason: 'otherPerson', ip };
    await transaction(parts.db, (tx) => securityEvent(tx, { kind: 'eIdFailed', details }));
    return refuseAs('otherPerson');
  }
  refuseToEnter(player);
  await refuseExpired(parts.db, person);
  const eCertificateExpires = await transaction(parts.db, async (tx) => {
    await confirmBySim(tx, parts.secret, player.playerId, held);
    return renew(tx, player.playerId, person);
  });
  return { pending: false, status: 'SUCCESS', eCertificateExpires };
}

/** Uses a token up for a session; throws EC_INVALID_TRANSID unless a player was proven by it. */
export async function signInByELogin(
  { db, secret }: Pick<ELoginParts, 'db' | 'secret'>,
  held: Held,
): Promise<{ playerId: number }> {
  const { token, eLoginType, browser } = held;
  let stranger: ProvenPerson | undefined;
  const entering = transaction(db, async (tx) => {
    const { rows } = await sql<{ person: ProvenPerson }>`
      UPDATE e_logins SET signed_in_at = domain_now()
      WHERE token_hash = ${hashToken(token)} AND browser_hash = ${hashToken(browser ?? '')}
        AND e_login_type = ${eLoginType} AND state = 'proven' AND signed_in_at IS NULL
        AND created_at > domain_now() - interval '10 minutes'
      RETURNING person
    `.execute(tx);
    const [used] = rows;
    const player = used && (await findPlayer(tx, used.person));
    if (!player) {
      stranger = used?.person;
      return refuse('EC_INVALID_TRANSID');
    }
    refuseToEnter(player);
    await confirmBySim(tx, secret, player.playerId, held);
    await renew(tx, player.playerId, used.person);
    return { playerId: player.playerId };
  });
  return entering.catch(async (error: unknown) => {
    // Not within the transaction: it would hold its connection while others' passwords are hashed.
    if (stranger) await refuseRemoved(db, stranger);
    throw error;
  });
}

type Player = {
  playerId: number;
  username: string;
  firstName: string;
  lastName: string;
  closed: boolean;
  /** Neither this certificate nor a former one reaches into the days of grace. */
  tooOld: boolean;
};

async function findPlayer(db: Db, { nationalId, certificateExpires }: ProvenPerson): Promise<Player | null> {
  const { rows } = await sql<Player>`
    SELECT p.player_id AS "playerId", p.username, p.first_name AS "firstName", p.last_name AS "lastName",
      w.closed_at IS NOT NULL AS closed,
      greatest(w.certificate_expires, ${certificateExpires}::date) + ${certificateGraceDays}::int
        < (domain_now() AT TIME ZONE 'UTC')::date AS "tooOld"
    FROM players p JOIN wallets w USING (player_id) WHERE p.national_id = ${nationalId}
  `.execute(db);
  return rows[0] ?? null;
}

function refuseToEnter({ closed, tooOld }: Player): void {
  if (closed) refuse('EC_ACCOUNT_CLOSED', { status: 400 });
  if (tooOld) refuseAs('expired');
}

/** Who has no account may have had one. */
async function refuseRemoved(db: Db, { nationalId }: ProvenPerson): Promise<void> {
  await refuseErased(db, await personDigest(db, nationalId));
}

/** Whose certificate has ended is known, but can neither renew nor begin anything with it. */
async function refuseExpired(db: Db, { certificateExpires }: ProvenPerson): Promise<void> {
  const { rows } = await sql<{ expired: boolean }>`
    SELECT ${certificateExpires}::date < (domain_now() AT TIME ZONE 'UTC')::date AS expired`.execute(db);
  if (rows[0]?.expired) refuseAs('expired');
}

function refuseAs(reason: 'otherPerson' | 'expired'): never {
  return refuse('EC_ELOGIN_AUTH_ERROR', { details: { reason, retry: false } });
}

/** Who answered on the SIM of the account's mobile has shown whose that is. */
async function confirmBySim(
  tx: Tx,
  secret: string,
  playerId: number,
  { token, eLoginType }: Held,
): Promise<void> {
  if (eLoginType !== 'sim') return;
  const { rows } = await sql<{ asked: Buffer }>`
    SELECT target_key AS asked FROM e_logins WHERE token_hash = ${hashToken(token)}`.execute(tx);
  await confirmMobileBySim(
    tx,
    playerId,
    (mobile) => rows[0]?.asked.equals(targetKey(secret, mobile)) === true,
  );
}

/** Whoever has to strengthen the account has done so. @returns the day in force, `YYYY-MM-DD` */
async function renew(tx: Tx, playerId: number, { certificateExpires }: ProvenPerson): Promise<string> {
  await sql`UPDATE players SET needs_e_id = false WHERE player_id = ${playerId} AND needs_e_id`.execute(tx);
  const { rows } = await sql<{ day: string }>`
    SELECT limits_renew_certificate(${playerId}, ${certificateExpires}::date, 'electronic ID') AS day
  `.execute(tx);
  return rows[0]?.day ?? certificateExpires;
}
