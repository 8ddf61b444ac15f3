/**
 * Proof of work for calls of people who are nobody yet, and how many a network may make. The browser
 * looks for a number that only trying finds; we signed what it looks for, so nothing is kept but what was
 * handed in (docs/decisions/023).
 */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { ApiAnswer } from '#contract/api.ts';
import { networkOf } from '#server/platform/networks.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { counterKey } from './password-guesses.ts';
import type { SignInParts } from './sign-in.ts';

/** Half of them are tried on average: a fraction of a second for a person, a day for a million calls. */
const numberMax = 100_000;
const goodForSeconds = 600;

/** Calls of a network in an hour; corrections of a form that was filled in count too. */
const perHour = { forgotPassword: 5, forgotUsername: 5, resetPassword: 20, signUp: 20 } as const;

/** So many pass without a proof, since clients that know only the old body have none (docs/decisions/023). */
const unproved = { network: 3, everybody: 60 } as const;

export type VisitorCall = keyof typeof perHour;

/** A fresh task, good for ten minutes and one call. */
export async function makeChallenge({ db, secret }: SignInParts): Promise<ApiAnswer<'auth.challenge'>> {
  const { rows } = await sql<{ now: number }>`
    SELECT floor(extract(epoch FROM domain_now()))::bigint AS now`.execute(db);
  const salt = randomBytes(16).toString('base64url');
  const ends = (rows[0]?.now ?? 0) + goodForSeconds;
  const target = targetOf(salt, String(ends), String(randomInt(numberMax + 1)));
  return { salt, ends, target, numberMax, signature: sign(secret, target) };
}

/**
 * Counts the call and lets it go on, or refuses: 429 with the seconds where the network made too many, 403
 * EC_ACTION_NOT_ALLOWED with `details.proof: true` where a fresh proof is missing.
 * @param given.proof `salt.ends.number.signature`, of a challenge that was solved
 */
export async function requireProof(
  { db, secret }: SignInParts,
  call: VisitorCall,
  given: { proof?: string | undefined; ip: string },
): Promise<void> {
  const solved = given.proof === undefined ? null : readProof(secret, given.proof);
  if (given.proof !== undefined && solved === null) refuseUnproved();
  const network = counterKey(secret, `${call} from ${networkOf(given.ip)}`);
  const everybody = counterKey(secret, `unproved ${call} of all`);
  const { rows } = await sql<{ wait: number }>`
    SELECT count_call(${network}, ${everybody}, ${perHour[call]}, ${unproved.network}, ${unproved.everybody},
      ${solved?.proofKey ?? null}::bytea, to_timestamp(${solved?.ends ?? null}::double precision)) AS wait
  `.execute(db);
  const wait = rows[0]?.wait ?? 0;
  if (wait < 0) refuseUnproved();
  if (wait > 0) refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: Math.ceil(wait) });
}

function refuseUnproved(): never {
  refuse('EC_ACTION_NOT_ALLOWED', { details: { proof: true } });
}

const shape = /^([\w-]{22})\.(\d{1,12})\.(\d{1,9})\.([\w-]{43})$/;

/** Null where we did not set the task, or the number does not solve it. */
function readProof(secret: string, proof: string): { proofKey: Buffer; ends: number } | null {
  const [, salt, ends, number, signature] = shape.exec(proof) ?? [];
  if (salt === undefined || ends === undefined || number === undefined || signature === undefined)
    return null;
  const target = targetOf(salt, ends, number);
  if (!timingSafeEqual(Buffer.from(sign(secret, target)), Buffer.from(signature))) return null;
  return { proofKey: hash('sha256', target, 'buffer'), ends: Number(ends) };
}

const targetOf = (salt: string, ends: string, number: string) => hash('sha256', `${salt}.${ends}.${number}`);

function sign(secret: string, target: string): string {
  return createHmac('sha256', secret).update(`challenge ${target}`).digest('base64url');
}
