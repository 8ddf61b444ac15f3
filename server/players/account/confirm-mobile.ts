/**
 * Whose a mobile number is: shown by a code in a text message, or by electronic ID on its SIM
 * (docs/rules/accounts.md, Mobile number). One player for each number that is known.
 */
import { randomInt } from 'node:crypto';
import type { ApiInput } from '#contract/api.ts';
import { requireActive } from '#server/limits/eligibility.ts';
import { queueMessage } from '#server/messages/messages.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { counterKey } from '#server/players/sign-in/password-guesses.ts';
import type { SignInParts } from '#server/players/sign-in/sign-in.ts';
import { securityEvent } from '#server/security/events.ts';

/** How long a code is good, and for how many guesses. */
const codeMinutes = 10;
const guessesMax = 5;

/** Without `code` it sends one; a confirmed number stays confirmed. */
export async function confirmMobile(
  { db, secret }: SignInParts,
  { body: { code } }: ApiInput<'account.confirmMobile'>,
  { caller: { playerId }, ip, locale }: CallContext & { caller: Caller },
): Promise<undefined> {
  const isWrong = await transaction(db, async (tx) => {
    await requireActive(tx, playerId);
    const { mobile, isConfirmed } = (await lockMobile(tx, playerId)) ?? refuse('EC_NO_DATA_FOUND');
    if (isConfirmed) return false;
    const keyOf = (text: string) => counterKey(secret, `mobile code ${playerId} ${mobile} ${text}`);
    if (code === undefined) {
      const made = String(randomInt(1_000_000)).padStart(6, '0');
      await noteCode(tx, { playerId, mobile, codeKey: keyOf(made) });
      const values = { code: made, minutes: codeMinutes };
      await queueMessage(tx, { playerId, channel: 'sms', kind: 'mobileCode', to: mobile, locale, values });
      return false;
    }
    if (!(await guess(tx, { playerId, mobile, codeKey: keyOf(code) }))) return true;
    await refuseTaken(tx, mobile);
    await confirm(tx, playerId, { ip, way: 'sms' });
    return false;
  });
  if (isWrong)
    refuse('EC_INVALID_INPUT', { issues: { body: [{ path: ['code'], message: 'wrongMobileCode' }] } });
}

/**
 * The player has just proved to hold a SIM. The network gave it to this person, so nobody else keeps a number
 * that was confirmed before.
 */
export async function confirmMobileBySim(
  tx: Tx,
  playerId: number,
  isOfSim: (mobile: string) => boolean,
): Promise<void> {
  const known = await lockMobile(tx, playerId);
  if (!known || known.isConfirmed || !isOfSim(known.mobile)) return;
  const { rows } = await sql<{ playerId: number }>`
    UPDATE players SET mobile_confirmed_at = NULL
    WHERE mobile = ${known.mobile} AND mobile_confirmed_at IS NOT NULL
    RETURNING player_id AS "playerId"`.execute(tx);
  for (const other of rows)
    await securityEvent(tx, { ...other, kind: 'mobileLost', details: { way: 'sim' } });
  await confirm(tx, playerId, { way: 'sim' });
}

type Known = { mobile: string; isConfirmed: boolean };

/** The number first, then its player: whoever confirms a number waits for the one who does. */
async function lockMobile(tx: Tx, playerId: number): Promise<Known | null> {
  const { rows: seen } = await sql<{ mobile: string | null }>`
    SELECT mobile FROM players WHERE player_id = ${playerId}`.execute(tx);
  const mobile = seen[0]?.mobile ?? null;
  if (mobile === null) return null;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mobile ${mobile}`}, 0))`.execute(tx);
  const { rows } = await sql<Known>`
    SELECT mobile, mobile_confirmed_at IS NOT NULL AS "isConfirmed" FROM players
    WHERE player_id = ${playerId} AND mobile = ${mobile} FOR NO KEY UPDATE`.execute(tx);
  return rows[0] ?? null;
}

type Code = { playerId: number; mobile: string; codeKey: Buffer };

/** Three in ten minutes and ten in a day, of one player and to one number; 429 otherwise. */
async function noteCode(tx: Tx, { playerId, mobile, codeKey }: Code): Promise<void> {
  const { rows } = await sql<{ wait: number | null }>`
    SELECT extract(epoch FROM max(free) - domain_now())::float AS wait FROM (
      (SELECT sent_at + interval '10 minutes' AS free FROM mobile_codes WHERE player_id = ${playerId}
        ORDER BY sent_at DESC OFFSET 2 LIMIT 1)
      UNION ALL
      (SELECT sent_at + interval '10 minutes' FROM mobile_codes WHERE mobile = ${mobile}
        ORDER BY sent_at DESC OFFSET 2 LIMIT 1)
      UNION ALL
      (SELECT sent_at + interval '1 day' FROM mobile_codes WHERE player_id = ${playerId}
        ORDER BY sent_at DESC OFFSET 9 LIMIT 1)
      UNION ALL
      (SELECT sent_at + interval '1 day' FROM mobile_codes WHERE mobile = ${mobile}
        ORDER BY sent_at DESC OFFSET 9 LIMIT 1)
    ) AS places`.execute(tx);
  const wait = Math.ceil(rows[0]?.wait ?? 0);
  if (wait > 0) {
    refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: wait, details: { waitSeconds: wait } });
  }
  await sql`
    DELETE FROM mobile_codes WHERE (player_id, sent_at) IN (
      SELECT player_id, sent_at FROM mobile_codes WHERE sent_at < domain_now() - interval '1 day'
      ORDER BY sent_at LIMIT 20 FOR UPDATE SKIP LOCKED)`.execute(tx);
  await sql`
    INSERT INTO mobile_codes (player_id, sent_at, mobile, code_key)
    VALUES (${playerId}, domain_now(), ${mobile}, ${codeKey})`.execute(tx);
}

/** Whether it is the newest code; refuses where none is good. A right guess uses the code up. */
async function guess(tx: Tx, { playerId, mobile, codeKey }: Code): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`
    UPDATE mobile_codes
    SET guesses = CASE WHEN code_key = ${codeKey} THEN ${guessesMax} ELSE guesses + 1 END
    WHERE player_id = ${playerId} AND mobile = ${mobile} AND guesses < ${guessesMax}
      AND sent_at > domain_now() - make_interval(mins => ${codeMinutes})
      AND sent_at = (SELECT max(sent_at) FROM mobile_codes WHERE player_id = ${playerId})
    RETURNING code_key = ${codeKey} AS "isRight"`.execute(tx);
  return (rows[0] ?? refuse('EC_INVALID_TRANSID')).isRight;
}

async function refuseTaken(tx: Tx, mobile: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM players WHERE mobile = ${mobile} AND mobile_confirmed_at IS NOT NULL`.execute(tx);
  if (rows.length > 0) refuse('EC_DUPLICATE_VALUE');
}

async function confirm(
  tx: Tx,
  playerId: number,
  details: { ip?: string; way: 'sms' | 'sim' },
): Promise<void> {
  await sql`UPDATE players SET mobile_confirmed_at = domain_now() WHERE player_id = ${playerId}`.execute(tx);
  await securityEvent(tx, { kind: 'mobileConfirmed', playerId, details });
}

/** Codes that were sent to an account. */
export async function forgetMobileCodes(tx: Tx, playerId: number): Promise<void> {
  await sql`DELETE FROM mobile_codes WHERE player_id = ${playerId}`.execute(tx);
}
