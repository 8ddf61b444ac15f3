/**
 * Takes what names a person out of a closed account; ledger, tickets and logs keep its number
 * (must-hold 147; docs/decisions/032).
 */

import { lockWallet } from '#server/limits/store.ts';
import { withdrawMessages } from '#server/messages/withdraw.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { takeOwnNamesOff } from '#server/players/clubs/teams.ts';
import { forgetELogins } from '#server/players/e-id/e-login.ts';
import { forgetResets } from '#server/players/passwords/store-password.ts';
import { withdrawQuestions } from '#server/players/recovery/recovery.ts';
import { endReminders } from '#server/players/reminder/draw-reminders.ts';
import { endSessionsOf } from '#server/players/sessions/end-sessions.ts';
import { forgetNameFailures } from '#server/players/sign-in/password-guesses.ts';
import type { SignInParts } from '#server/players/sign-in/sign-in.ts';
import { securityEvent } from '#server/security/events.ts';
import { forgetMobileCodes } from './confirm-mobile.ts';
import { personDigest } from './erased-person.ts';

type CountOpen = (db: Db, playerId: number) => Promise<number>;

export type Erasure = {
  erasedAt: Date;
  /** False when it was erased before: nothing was done. */
  erased: boolean;
};

/**
 * All of it or nothing. Throws EC_USER_NOT_FOUND, and EC_ACTION_NOT_ALLOWED with a message that says what
 * is still open.
 *
 * @param open counts what waits for somebody else: coupons for a draw or a prize, payments for a bank
 */
export async function erasePlayer(
  { db, secret }: SignInParts,
  playerId: number,
  open: { coupons: CountOpen; payments: CountOpen },
): Promise<Erasure> {
  const { rows } = await sql<{ nationalId: string | null }>`
    SELECT national_id AS "nationalId" FROM players WHERE player_id = ${playerId}`.execute(db);
  const nationalId = rows[0]?.nationalId ?? null;
  const digest = nationalId === null ? null : await personDigest(db, nationalId);
  return transaction(db, async (tx) => {
    await lockWallet(tx, playerId);
    const account = (await readAccount(tx, playerId)) ?? refuse('EC_USER_NOT_FOUND');
    if (account.erasedAt) return { erasedAt: account.erasedAt, erased: false };
    refuseWhileOpen(account, await open.coupons(tx, playerId), await open.payments(tx, playerId));
    await forgetBeside(tx, secret, account);
    const erasedAt = await writePseudonyms(tx, playerId, digest);
    await securityEvent(tx, { kind: 'accountErased', playerId });
    return { erasedAt, erased: true };
  });
}

type Account = {
  playerId: number;
  username: string;
  nationalId: string | null;
  mobile: string | null;
  phone: string | null;
  erasedAt: Date | null;
  closed: boolean;
  balance: number;
  debt: number;
};

/** As it stands until the end: a sign-in or a new password waits here. */
async function readAccount(tx: Tx, playerId: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    SELECT p.player_id AS "playerId", p.username, p.national_id AS "nationalId", p.mobile, p.phone,
      p.erased_at AS "erasedAt", w.closed_at IS NOT NULL AS closed, w.balance, w.debt
    FROM players p JOIN wallets w USING (player_id) WHERE player_id = ${playerId} FOR UPDATE OF p
  `.execute(tx);
  return rows[0];
}

function refuseWhileOpen({ closed, balance, debt }: Account, coupons: number, payments: number): void {
  const open = [
    ...(closed ? [] : ['the account is not closed']),
    ...(balance === 0 ? [] : [`the balance is ${balance} kr.`]),
    ...(debt === 0 ? [] : [`the debt is ${debt} kr.`]),
    ...(coupons === 0 ? [] : [`coupons that wait for a draw or a prize: ${coupons}`]),
    ...(payments === 0 ? [] : [`payments under way: ${payments}`]),
  ];
  if (open.length > 0) refuseOpen(open.join('; '));
}

function refuseOpen(what: string): never {
  return refuse('EC_ACTION_NOT_ALLOWED', { details: { message: `Nothing was erased: ${what}` } });
}

async function forgetBeside(tx: Tx, secret: string, account: Account): Promise<void> {
  const { playerId, username, nationalId, mobile, phone } = account;
  await endSessionsOf(tx, playerId, null);
  await forgetResets(tx, playerId);
  await forgetMobileCodes(tx, playerId);
  await endReminders(tx, playerId);
  await takeOwnNamesOff(tx, playerId);
  await sql`DELETE FROM former_passwords WHERE player_id = ${playerId}`.execute(tx);
  await sql`DELETE FROM known_devices WHERE player_id = ${playerId}`.execute(tx);
  await sql`DELETE FROM saved_rows WHERE player_id = ${playerId}`.execute(tx);
  await sql`DELETE FROM saved_cards WHERE player_id = ${playerId}`.execute(tx);
  await sql`DELETE FROM card_fingerprints WHERE player_id = ${playerId}`.execute(tx);
  await forgetNameFailures(tx, secret, username);
  const asked = [nationalId, mobile, phone].filter((each) => each !== null);
  await forgetELogins(tx, secret, { playerId, asked });
  const isAnswered = nationalId === null || (await withdrawQuestions(tx, nationalId));
  if (!isAnswered || !(await withdrawMessages(tx, playerId))) {
    refuseOpen('a message to the player is just being sent; try again in a moment');
  }
}

/** The table's own check says the same of every erased row. */
async function writePseudonyms(tx: Tx, playerId: number, digest: Buffer | null): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    UPDATE players SET username = 'erased-' || player_id, first_name = '', last_name = '',
      email = 'erased-' || player_id || '@hending.invalid', password_hash = NULL, national_id = NULL,
      mobile = NULL, phone = NULL, address = NULL, postal_code = NULL, support_id = NULL, bank_account = NULL,
      mail_list = false, needs_e_id = false, payment_method = DEFAULT, reminder_minutes = DEFAULT,
      review_days = DEFAULT, erased_at = domain_now(), erased_person = ${digest}
    WHERE player_id = ${playerId} RETURNING erased_at AS at
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`there is no player ${playerId}`);
  return row.at;
}
