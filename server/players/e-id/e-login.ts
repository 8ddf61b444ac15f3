/**
 * Asks a person for electronic ID and notes what came of it. The token in the browser's hands is good for ten
 * minutes, for the browser that asked, and signs in once (must-hold 13).
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import {
  type EId,
  EIdError,
  type EIdFailure,
  type EIdHandle,
  type EIdPerson,
  type EIdTarget,
} from '#integrations/e-id/face.ts';
import type { Registry } from '#integrations/registry/face.ts';
import { parsePersonKennitala } from '#rules/values/kennitala.ts';
import { parsePhone } from '#rules/values/phone.ts';
import { composeText } from '#server/messages/compose.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { networkOf } from '#server/platform/networks.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { hashToken } from '#server/players/sessions/sessions.ts';
import { counterKey } from '#server/players/sign-in/password-guesses.ts';
import { securityEvent } from '#server/security/events.ts';

export type ELoginParts = { db: Db; secret: string; eId: EId; registry: Registry | null; log: Log };

/** What a browser holds: its token, the kind it asked for, and the secret of its cookie. */
export type Held = { token: string; eLoginType: 'sim' | 'app'; browser: string | null };

/** A person who was proven to be there; `certificateExpires` is `YYYY-MM-DD` and may lie in the past. */
export type ProvenPerson = {
  nationalId: string;
  firstName: string;
  lastName: string;
  address: string | null;
  postalCode: string | null;
  certificateExpires: string;
};

/** Only what may be told; the provider's own words stay in the log. */
type Failure = Pick<EIdFailure, 'code' | 'about' | 'retry'> & { reason: EIdFailure['reason'] | 'deceased' };

export type ELoginState =
  | { state: 'pending' }
  | { state: 'failed'; failure: Failure }
  | { state: 'proven'; person: ProvenPerson };

type Asker = { ip: string; browser: string; device: string | null; locale: 'is' | 'en' };

/**
 * Asks the person on the phone; `browser` is the secret of the cookie that the answer sets. Refuses with 429
 * while the person was asked too often, and with what the provider said at once.
 */
export async function startELogin(
  parts: ELoginParts,
  body: ApiInput<'auth.eLogin'>['body'],
  { ip, browser, device, locale }: Asker,
): Promise<ApiAnswer<'auth.eLogin'>> {
  const { db, secret } = parts;
  const { eLoginType } = body;
  const target = targetOf(body);
  const asked = target.eLoginType === 'sim' ? target.phone : target.nationalId;
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  const network = counterKey(secret, `e-logins from ${networkOf(ip)}`);
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ wait: number }>`
      SELECT begin_e_login(${tokenHash}, ${hashToken(requestIdOf(secret, token))}, ${hashToken(browser)},
        ${eLoginType}, ${targetKey(secret, asked)}, ${network}, ${hashToken(device ?? '')}, ${asked}) AS wait
    `.execute(tx);
    const wait = Math.ceil(rows[0]?.wait ?? 0);
    if (wait > 0) {
      const details = { waitSeconds: wait };
      refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: wait, details });
    }
  });
  const say = (code: string | null) =>
    code === null
      ? composeText('eidApp', {}, { locale, siteUrl: '' })
      : composeText('eid', { code }, { locale, siteUrl: '' });
  try {
    const { handle, code } = await parts.eId.start(target, say);
    await note(parts, tokenHash, 0, { state: 'pending', handle });
    return { code, token, eLoginType };
  } catch (error) {
    if (!(error instanceof EIdError)) throw error;
    await note(parts, tokenHash, 0, { state: 'failed', failure: told(parts, error.failure) });
    refuseFailed(error.failure);
  }
}

/** Under which a request to this phone or national id is kept. */
export const targetKey = (secret: string, asked: string): Buffer => counterKey(secret, `e-login of ${asked}`);

/** Deletes the requests to these phones and national ids, their outcomes and their proven networks. */
export async function forgetELogins(
  tx: Tx,
  secret: string,
  { playerId, asked }: { playerId: number; asked: readonly string[] },
): Promise<void> {
  const keys = asked.map((each) => targetKey(secret, each));
  await sql`
    DELETE FROM e_logins
    WHERE target_key = ANY (${keys}::bytea[]) OR person ->> 'nationalId' = ANY (${asked}::text[])
      OR known_player = ${playerId}
  `.execute(tx);
  await sql`DELETE FROM e_login_networks WHERE target_key = ANY (${keys}::bytea[])`.execute(tx);
}

function targetOf(body: ApiInput<'auth.eLogin'>['body']): EIdTarget {
  if (body.eLoginType === 'sim') {
    return { eLoginType: 'sim', phone: parsePhone(body.cellphoneNumber ?? '') ?? '' };
  }
  return { eLoginType: 'app', nationalId: parsePersonKennitala(body.nationalId ?? '') ?? '' };
}

/** The id of a sign-up belongs to the token and can be told again, but not be guessed from it. */
export function requestIdOf(secret: string, token: string): string {
  return createHmac('sha256', secret).update(`sign-up of ${token}`).digest('base64url');
}

type Row = {
  state: ELoginState['state'];
  failure: Failure | null;
  person: ProvenPerson | null;
  old: boolean;
};

/**
 * What became of a request; asks the provider when it is still open, one process at a time. A token that is
 * unknown, dead, used, or another browser's is EC_INVALID_TRANSID.
 */
export async function readELogin(parts: ELoginParts, held: Held): Promise<ELoginState> {
  const row = await find(parts.db, held);
  if (row.failure) return { state: 'failed', failure: row.failure };
  if (row.person) return { state: 'proven', person: row.person };
  const claim = await claimPoll(parts.db, held);
  if (claim?.handle) return poll(parts, hashToken(held.token), { ...claim, handle: claim.handle });
  if (!row.old) return { state: 'pending' };
  // Whoever asked the person died before noting how to go on.
  return { state: 'failed', failure: gone };
}

const gone: Failure = { code: 'EC_ELOGIN_AUTH_ERROR', about: 'person', retry: true, reason: 'noAnswer' };

async function find(db: Db, { token, eLoginType, browser }: Held): Promise<Row> {
  const { rows } = await sql<Row>`
    SELECT state, failure, person, created_at < domain_now() - interval '2 minutes' AS old FROM e_logins
    WHERE token_hash = ${hashToken(token)} AND browser_hash = ${hashToken(browser ?? '')}
      AND e_login_type = ${eLoginType} AND signed_in_at IS NULL
      AND created_at > domain_now() - interval '10 minutes'
  `.execute(db);
  return rows[0] ?? refuse('EC_INVALID_TRANSID');
}

type Claim = { handle: EIdHandle; polls: number };

/** Longer than the adapter takes over one question with all that may follow it. */
const pollSecondsMax = 60;

async function claimPoll(db: Db, { token }: Held): Promise<Claim | undefined> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<Claim>`
      UPDATE e_logins
      SET polling_until = domain_now() + make_interval(secs => ${pollSecondsMax}), polls = polls + 1
      WHERE token_hash = ${hashToken(token)} AND state = 'pending' AND handle IS NOT NULL
        AND (polling_until IS NULL OR polling_until < domain_now())
      RETURNING handle, polls
    `.execute(tx);
    return rows[0];
  });
}

async function poll(parts: ELoginParts, tokenHash: Buffer, { handle, polls }: Claim): Promise<ELoginState> {
  const state = await parts.eId.poll(handle);
  const outcome: Outcome =
    state.state === 'pending'
      ? state
      : state.state === 'failed'
        ? { state: 'failed', failure: told(parts, state.failure) }
        : await described(parts, state.person);
  await note(parts, tokenHash, polls, outcome);
  return outcome;
}

type Outcome = Exclude<ELoginState, { state: 'pending' }> | { state: 'pending'; handle: EIdHandle };

/** Only the asker whose turn it is writes: an answer that came too late changes nothing. */
async function note(
  { db, secret }: ELoginParts,
  tokenHash: Buffer,
  polls: number,
  outcome: Outcome,
): Promise<void> {
  const json = (value: object | null) => value && JSON.stringify(value);
  const handle = outcome.state === 'pending' ? outcome.handle : null;
  const failure = outcome.state === 'failed' ? outcome.failure : null;
  const person = outcome.state === 'proven' ? outcome.person : null;
  await transaction(db, async (tx) => {
    const { rows } = await sql<Noted>`
      UPDATE e_logins SET state = ${outcome.state}, polling_until = NULL, handle = ${json(handle)}::jsonb,
        failure = ${json(failure)}::jsonb, person = ${json(person)}::jsonb,
        proven_at = CASE WHEN ${outcome.state} = 'proven' THEN domain_now() END
      WHERE token_hash = ${tokenHash} AND polls = ${polls} AND state = 'pending'
      RETURNING target_key AS asked, network_key AS network
    `.execute(tx);
    const [noted] = rows;
    if (noted && person) await noteNetwork(tx, noted, targetKey(secret, person.nationalId));
    if (failure) await securityEvent(tx, { kind: 'eIdFailed', details: { reason: failure.reason } });
  });
}

type Noted = { asked: Buffer; network: Buffer };

/** Gives the network its own rate limit for the phone or national id asked and for the person proven. */
async function noteNetwork(tx: Tx, { asked, network }: Noted, person: Buffer): Promise<void> {
  await sql`
    INSERT INTO e_login_networks (target_key, network_key, proven_at)
    SELECT target, ${network}::bytea, domain_now()
    FROM (SELECT DISTINCT unnest(ARRAY[${asked}, ${person}]::bytea[]) AS target ORDER BY 1) AS targets
    ON CONFLICT (target_key, network_key) DO UPDATE SET proven_at = excluded.proven_at
  `.execute(tx);
}

function told({ log }: ELoginParts, { code, about, retry, reason, detail }: EIdFailure): Failure {
  const line = { code, reason, detail };
  if (about === 'provider') log.error(line, 'electronic ID failed');
  else log.info(line, 'electronic ID refused');
  return { code, about, retry, reason };
}

/** Throws what a failure is answered with: 400 when it tells of the person, 502 when of the provider. */
export function refuseFailed({ code, about, retry, reason }: Failure): never {
  refuse(code, { status: about === 'person' ? 400 : 502, details: { reason, retry } });
}

/** With first and last name and the home by the register. */
async function described(
  { registry, log }: ELoginParts,
  { nationalId, name, certificateExpires }: EIdPerson,
): Promise<Outcome> {
  const known = await registry?.lookup(nationalId).catch((error: unknown) => {
    log.warn({ err: error }, 'the register was not reached');
    return null;
  });
  if (known?.deceased) return { state: 'failed', failure: { ...gone, retry: false, reason: 'deceased' } };
  const { firstName, lastName } = known ?? splitName(name);
  const home = { address: known?.address ?? null, postalCode: known?.postalCode ?? null };
  return { state: 'proven', person: { nationalId, firstName, lastName, ...home, certificateExpires } };
}

/** Without a register the last word is the last name. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [, firstName = name.trim(), lastName = ''] = /^\s*(.*\S)\s+(\S+)\s*$/.exec(name) ?? [];
  return { firstName, lastName };
}
