/**
 * Pays a club what it is owed. One person proposes, another approves, and the bank gets the order under one
 * id for ever. The books move when the bank has paid: a refusal leaves the money owed.
 */

import { raiseAlarm } from '#server/alarms/raise.ts';
import { clubOwed, postClubPayment } from '#server/ledger/contributions.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { type Deadline, secondsSince } from '#server/platform/deadlines.ts';
import { uuidOfName } from '#server/platform/ids.ts';
import { logFault } from '#server/platform/log.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { personKey, requireOther } from '#server/platform/two-persons.ts';
import { lockClub } from '#server/players/clubs/clubs.ts';
import { backOffSeconds, type PaymentParts } from '../parts.ts';
import { askBank, stuckAfterSeconds } from '../withdrawals/look.ts';
import { clubAccount } from './account.ts';

export type ClubPayout = {
  payoutId: string;
  clubId: number;
  amount: number;
  bankAccount: string;
  ownerNationalId: string;
  proposedBy: string;
  status: 'proposed' | 'ordered' | 'accepted' | 'settled' | 'rejected';
  reason: string | null;
  changedAt: Date;
  approvedAt: Date | null;
  looks: number;
};

const columns = sql`payout_id AS "payoutId", club_id AS "clubId", amount, bank_account AS "bankAccount",
  owner_national_id AS "ownerNationalId", proposed_by AS "proposedBy", status, reason,
  changed_at AS "changedAt", approved_at AS "approvedAt", looks`;

/** Newest first. */
export async function clubPayouts(db: Db, clubId: number): Promise<ClubPayout[]> {
  const { rows } = await sql<ClubPayout>`
    SELECT ${columns} FROM club_payouts WHERE club_id = ${clubId} ORDER BY proposed_at DESC LIMIT 20
  `.execute(db);
  return rows;
}

/** The first call proposes all that is owed; the same by another person orders it. */
export async function payClub(tx: Tx, clubId: number, actor: string): Promise<ClubPayout> {
  await lockClub(tx, clubId);
  const account =
    (await clubAccount(tx, clubId)) ??
    refuseWords('EC_BANK_INFO_MISSING', 'Two persons name the account first.');
  const { rows } = await sql<ClubPayout>`
    SELECT ${columns} FROM club_payouts WHERE club_id = ${clubId} AND status NOT IN ('settled', 'rejected')
    FOR UPDATE`.execute(tx);
  const [open] = rows;
  if (!open) return propose(tx, clubId, actor);
  if (open.status !== 'proposed')
    refuseWords('EC_ACTION_NOT_ALLOWED', `${open.amount} kr. are at the bank; wait for its answer.`);
  if (open.bankAccount !== account.bankAccount || open.ownerNationalId !== account.ownerNationalId) {
    await change(tx, open, sql`status = 'rejected', reason = 'accountChanged', changed_at = domain_now()`);
    return propose(tx, clubId, actor);
  }
  const message = `${open.proposedBy} proposed it; another person pays.`;
  const { secondKey } = requireOther(open.proposedBy, actor, message);
  await change(
    tx,
    open,
    sql`status = 'ordered', approved_at = domain_now(), approved_by = ${actor},
      approved_by_key = ${secondKey}, changed_at = domain_now(), look_at = domain_now()`,
  );
  return { ...open, status: 'ordered' };
}

async function propose(tx: Tx, clubId: number, actor: string): Promise<ClubPayout> {
  const account = (await clubAccount(tx, clubId)) ?? refuse('EC_BANK_INFO_MISSING');
  const amount = await clubOwed(tx, clubId);
  if (amount <= 0) refuseWords('EC_NO_CHANGE', 'Nothing is owed.');
  const earlier = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM club_payouts WHERE club_id = ${clubId}`.execute(tx);
  const payoutId = uuidOfName(`club ${clubId} payout ${earlier.rows[0]?.count}`);
  const { rows } = await sql<ClubPayout>`
    INSERT INTO club_payouts (payout_id, club_id, amount, bank_account, owner_national_id, proposed_by,
      proposed_by_key, status)
    VALUES (${payoutId}::uuid, ${clubId}, ${amount}, ${account.bankAccount}, ${account.ownerNationalId},
      ${actor}, ${personKey(actor)}, 'proposed') RETURNING ${columns}`.execute(tx);
  return rows[0] as ClubPayout;
}

const refuseWords = (code: Parameters<typeof refuse>[0], message: string): never =>
  refuse(code, { details: { message } });

const lane = 'club payouts';

export const clubPayoutDeadline = (parts: PaymentParts): Deadline => ({
  name: lane,
  lane,
  due: sql`SELECT min(look_at) FROM club_payouts WHERE look_at IS NOT NULL`,
  async run(db) {
    const { rows } = await sql<ClubPayout>`
      SELECT ${columns} FROM club_payouts WHERE look_at <= domain_now() ORDER BY look_at LIMIT 100
    `.execute(db);
    for (const payout of rows) await lookAt(parts, payout);
    return rows.length;
  },
});

async function lookAt(parts: PaymentParts, payout: ClubPayout): Promise<void> {
  try {
    const state = await askBank(parts, { ...payout, requestId: payout.payoutId });
    await transaction(parts.db, async (tx): Promise<unknown> => {
      if (state?.state === 'settled') return settle(tx, payout, state.paymentId);
      if (state?.state === 'rejected')
        return change(
          tx,
          payout,
          sql`status = 'rejected', reason = ${state.reason}, changed_at = domain_now(), look_at = NULL`,
        );
      if (state?.state === 'accepted' && payout.status === 'ordered')
        return change(tx, payout, sql`status = 'accepted', changed_at = domain_now(), ${later(payout)}`);
      return waitOn(tx, payout);
    });
  } catch (error) {
    logFault(parts.log, error, { part: lane, requestId: payout.payoutId });
    await transaction(parts.db, (tx) => change(tx, payout, later(payout)));
  }
}

async function settle(tx: Tx, payout: ClubPayout, transactionId: string): Promise<void> {
  const { clubId, payoutId } = payout;
  await lockClub(tx, clubId);
  const { rows } = await sql`
    SELECT FROM club_payouts WHERE payout_id = ${payoutId}::uuid AND status = ${payout.status} FOR UPDATE
  `.execute(tx);
  if (rows.length === 0) return;
  const transferId = await postClubPayment(tx, payout);
  await change(
    tx,
    payout,
    sql`status = 'settled', changed_at = domain_now(), look_at = NULL, transfer_id = ${transferId},
      transaction_id = ${transactionId}`,
  );
}

async function waitOn(tx: Tx, payout: ClubPayout): Promise<void> {
  const { payoutId, approvedAt } = payout;
  if (approvedAt && (await secondsSince(tx, approvedAt)) >= stuckAfterSeconds) {
    const message = `The bank has not said for hours what became of the payment ${payoutId} to a club.`;
    await raiseAlarm(tx, { kind: 'lateOrder', reference: payoutId, message, once: true });
  }
  await change(tx, payout, later(payout));
}

const later = ({ looks }: ClubPayout): Sql =>
  sql`looks = looks + 1,
    look_at = domain_now() + make_interval(secs => ${backOffSeconds(looks)}::double precision)`;

/** Nothing where the payout has changed meanwhile. */
async function change(tx: Tx, { payoutId, status }: ClubPayout, sets: Sql): Promise<void> {
  await sql`
    UPDATE club_payouts SET ${sets} WHERE payout_id = ${payoutId}::uuid AND status = ${status}`.execute(tx);
}
