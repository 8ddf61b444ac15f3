/**
 * Makes guessing passwords slow: three failures close a typed name for half an hour, a network waits ever
 * longer, and under attack everybody is held up a little. A browser that the name's owner has signed in with
 * is counted apart, so that nobody else closes it.
 */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from '#server/platform/database.ts';
import type { QueueEntry } from '#server/platform/fair-queue.ts';
import { networkOf } from '#server/platform/networks.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { refuseWhenFull } from '#server/players/passwords/password-hasher.ts';
import { hashToken } from '#server/players/sessions/sessions.ts';

/**
 * `typed`: the name as it was typed, whoever has it; `ip`: the connection's address; `device`: what the
 * browser says it is known by.
 */
export type Attempt = { typed: string; ip: string; device: string | null } & Waits;

/** Of the request that waits: the id to ask for its position with, and its abort. */
export type Waits = Pick<QueueEntry, 'waitingId' | 'signal'>;

/**
 * Runs `check` unless the name or the network has to wait: then 429 with the seconds, whatever would have
 * come out. What `check` throws is no failure of the caller.
 * @param secret keys the counters
 */
export async function guardPassword(
  db: Db,
  secret: string,
  attempt: Attempt,
  check: (entry: QueueEntry) => Promise<boolean>,
): Promise<boolean> {
  const name = keyOfName(secret, attempt.typed);
  const device = hashToken(attempt.device ?? '');
  const deviceKey = counterKey(secret, `device ${device.toString('hex')}`);
  const network = counterKey(secret, `passwords from ${networkOf(attempt.ip)}`);
  const all = counterKey(secret, 'passwords of all');
  const { waitingId, signal } = attempt;
  const entry = { key: name.toString('hex'), group: network.toString('hex'), waitingId, signal };
  refuseWhenFull({ ...entry, hasPriority: attempt.device !== null });

  const { rows } = await sql<{ way: Buffer; wait: number; held: number }>`
    SELECT way, attempt_wait(${name}, way, ${network}, at) AS wait, everybody_held(${all}, at) AS held
    FROM (SELECT domain_now() AS at) AS moment, LATERAL (
      SELECT CASE WHEN is_known_device(${device}, ${soughtName(attempt.typed)}) THEN ${deviceKey}
        ELSE ''::bytea END AS way
    ) AS known
  `.execute(db);
  const { way, wait = 0, held = 0 } = rows[0] ?? {};
  refuseToHurry(wait);
  if (held > 0) await sleep(held * 1000);
  const right = await check({ ...entry, hasPriority: (way?.length ?? 0) > 0 });
  const judged = await sql<{ wait: number }>`
    SELECT judge_attempt(${name}, ${way}, ${network}, ${all}, ${right}) AS wait
  `.execute(db);
  refuseToHurry(judged.rows[0]?.wait ?? 0);
  return right;
}

/** Until when the name takes no password on some way; null while it does on all. */
export async function nameClosedUntil(db: Db, secret: string, username: string): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT CASE WHEN wait > 0 THEN at + make_interval(secs => wait) END AS until
    FROM (SELECT domain_now() AS at) AS moment, LATERAL (
      SELECT max(name_wait(name_key, device_key, at)) AS wait FROM name_failures
      WHERE name_key = ${keyOfName(secret, username)}
    ) AS waits
  `.execute(db);
  return rows[0]?.until ?? null;
}

/** Forgets the wrong passwords of a name, so that it may be tried at once. */
export async function forgetNameFailures(tx: Tx, secret: string, username: string): Promise<void> {
  await sql`DELETE FROM name_failures WHERE name_key = ${keyOfName(secret, username)}`.execute(tx);
}

/** What a counter of `text` is kept under: nobody reads names or addresses out of the table. */
export const counterKey = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();
const keyOfName = (secret: string, typed: string) => counterKey(secret, `password of ${soughtName(typed)}`);

/** JavaScript's small letters: PostgreSQL's alone may take two names for one that are counted apart. */
export const soughtName = (typed: string): string => typed.toLowerCase().replaceAll('\0', '\ufffd');

function refuseToHurry(seconds: number): void {
  if (seconds > 0) refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: Math.ceil(seconds) });
}
