/**
 * Opens an account for a person whom a finished identity check has proven, and whose national id comes from
 * that check alone (docs/rules/accounts.md, Opening one).
 */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { isOfAge, type Kennitala } from '#rules/values/kennitala.ts';
import { isMobile } from '#rules/values/phone.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import { queueMessage } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { personDigest, refuseErased } from '#server/players/account/erased-person.ts';
import type { ProvenPerson } from '#server/players/e-id/e-login.ts';
import { checkNewPassword } from '#server/players/passwords/new-password.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { hashToken } from '#server/players/sessions/sessions.ts';
import { requireProof } from '#server/players/sign-in/proof-of-work.ts';
import type { SignInParts } from '#server/players/sign-in/sign-in.ts';
import { securityEvent } from '#server/security/events.ts';
import { isReserved } from './reserved-names.ts';

/** Years; it is reached on the birthday. */
const ageMin = 18;

type Request = ApiInput<'auth.signUp'>['body'] & {
  requestId: string;
  browser: string | null;
  ip: string;
  locale: 'is' | 'en';
};

/** Nothing is written unless all is: a refused request may try again with the same `requestId`. */
export async function signUp(parts: SignInParts, request: Request): Promise<ApiAnswer<'auth.signUp'>> {
  const { db } = parts;
  await requireProof(parts, 'signUp', request);
  const { person, today } = await provenPerson(db, request);
  if (!isOfAge(person.nationalId as Kennitala, ageMin, today)) {
    return refuseNoted(db, 'EC_PLAYER_TOO_YOUNG', request);
  }
  const digest = await personDigest(db, person.nationalId);
  const taken = await takenCode(db, person, digest, request);
  if (taken) return refuseNoted(db, taken, request);
  const { username, password } = request;
  if (isReserved(username)) refuse('EC_USERNAME_VALIDATION');
  await checkNewPassword(password, { username });
  const passwordHash = await hashPassword(password);
  const playerId = await transaction(db, (tx) => open(tx, { person, digest }, request, passwordHash)).catch(
    (error: unknown) => {
      const code = codeOfConflict(error);
      if (code) return refuseNoted(db, code, request);
      throw error;
    },
  );
  return { playerId: String(playerId) };
}

/** Refusals that tell something of a person are logged, without saying who it is (must-hold 2). */
async function refuseNoted(db: Db, code: ErrorCode, { ip }: Request): Promise<never> {
  await transaction(db, (tx) => securityEvent(tx, { kind: 'signUpRefused', details: { ip, reason: code } }));
  refuse(code);
}

type Proven = { person: ProvenPerson; today: string };

async function provenPerson(db: Db, { requestId, browser }: Request): Promise<Proven> {
  const { rows } = await sql<Proven>`
    SELECT person, (domain_now() AT TIME ZONE 'UTC')::date AS today FROM e_logins
    WHERE request_hash = ${hashToken(requestId)} AND browser_hash = ${hashToken(browser ?? '')}
      AND state = 'proven' AND signed_up_at IS NULL AND proven_at > domain_now() - interval '30 minutes'
  `.execute(db);
  return rows[0] ?? refuse('EC_INVALID_TRANSID');
}

/** A closed or locked account is an account, and an erased one was. */
async function takenCode(
  db: Db,
  { nationalId }: ProvenPerson,
  digest: Buffer,
  { username, email }: Request,
): Promise<ErrorCode | null> {
  const { rows } = await sql<{ code: ErrorCode | null }>`
    SELECT CASE
      WHEN EXISTS (SELECT FROM players WHERE national_id = ${nationalId}) THEN 'EC_NATIONALID_EXISTS'
      WHEN EXISTS (SELECT FROM players WHERE erased_person = ${digest}) THEN 'EC_ACCOUNT_REMOVED'
      WHEN EXISTS (SELECT FROM players WHERE lower(username) = lower(${username})) THEN 'EC_USERNAME_EXISTS'
      WHEN EXISTS (SELECT FROM players WHERE email = ${email}) THEN 'EC_EMAIL_EXISTS'
    END AS code
  `.execute(db);
  return rows[0]?.code ?? null;
}

async function open(
  tx: Tx,
  { person, digest }: { person: ProvenPerson; digest: Buffer },
  request: Request,
  passwordHash: string,
): Promise<number> {
  const { username, cellphoneNumber, email, addToMailingList = false, locale } = request;
  const used = await sql`
    UPDATE e_logins SET signed_up_at = domain_now()
    WHERE request_hash = ${hashToken(request.requestId)} AND signed_up_at IS NULL
    RETURNING 1
  `.execute(tx);
  if (used.rows.length === 0) refuse('EC_INVALID_TRANSID');
  const { nationalId, firstName, lastName, address, postalCode, certificateExpires } = person;
  const { rows } = await sql<{ playerId: number }>`
    INSERT INTO players (username, password_hash, national_id, first_name, last_name, email, mobile, phone,
      address, postal_code, mail_list)
    VALUES (${username}, ${passwordHash}, ${nationalId}, ${firstName}, ${lastName}, ${email},
      ${isMobile(cellphoneNumber) ? cellphoneNumber : null}, ${cellphoneNumber}, ${address}, ${postalCode},
      ${addToMailingList})
    RETURNING player_id AS "playerId"
  `.execute(tx);
  const playerId = rows[0]?.playerId ?? 0;
  // The national id is free again from the end of an erasure on, for which the row above has waited.
  await refuseErased(tx, digest);
  await openWallet(tx, playerId, certificateExpires);
  const values = { username, url: pageAddress(locale, '/minar-sidur') };
  await securityEvent(tx, { kind: 'signedUp', playerId, details: { ip: request.ip } });
  await queueMessage(tx, { playerId, channel: 'email', kind: 'welcome', locale, values });
  return playerId;
}

const conflicts: Readonly<Record<string, ErrorCode>> = {
  players_national_id_key: 'EC_NATIONALID_EXISTS',
  players_username: 'EC_USERNAME_EXISTS',
  players_email: 'EC_EMAIL_EXISTS',
};

/** Of two sign-ups at once the second meets the first one's row. */
function codeOfConflict(error: unknown): ErrorCode | undefined {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' ? conflicts[constraint] : undefined;
}
