/**
 * Pays claimed prizes straight to their winners' bank accounts. An order begins once two operators approved
 * the claim, the day has come from which so large a prize is paid, and the account was set 24 hours ago. The
 * bank confirms the account again before it gets the order. The books move when it has paid: until then the
 * money is reserved where it was, and a refusal leaves it there.
 */
import type { PayoutState } from '#integrations/bank/face.ts';
import { raiseAlarm } from '#server/alarms/raise.ts';
import { bookPaidOut, debitWallet } from '#server/ledger/outside.ts';
import { backOffSeconds, type PaymentParts } from '#server/payments/parts.ts';
import { insertPayment, movePayment } from '#server/payments/store.ts';
import { askBank, stuckAfterSeconds } from '#server/payments/withdrawals/look.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { type Deadline, secondsSince } from '#server/platform/deadlines.ts';
import { uuidOfName } from '#server/platform/ids.ts';
import { inParallel } from '#server/platform/in-parallel.ts';
import { logFault } from '#server/platform/log.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { quarantineHours } from '#server/players/account/bank-quarantine.ts';
import { payoutLane, payPrize } from './claim.ts';
import { tellReleased, tellWinner } from './claim-letters.ts';
import type { LargePrize } from './large-prizes.ts';
import { lockPrize, noteAccount } from './winner-claim.ts';

type Reason = Extract<PayoutState, { state: 'rejected' }>['reason'] | 'accountChanged';
type Payout = {
  playerId: number;
  causeId: string;
  round: number;
  requestId: string;
  amount: number;
  bankAccount: string;
  ownerNationalId: string;
  status: 'confirming' | 'ordered' | 'accepted' | 'settled' | 'rejected';
  askedAt: Date;
  looks: number;
};

const columns = sql`player_id AS "playerId", cause_id AS "causeId", round, request_id AS "requestId", amount,
  bank_account AS "bankAccount", owner_national_id AS "ownerNationalId", status, asked_at AS "askedAt",
  looks`;

/** When an account that was set or changed may be paid to. */
const quietFrom = sql`p.bank_account_since + make_interval(hours => ${quarantineHours})`;

const isUnpaid = sql`NOT EXISTS (
  SELECT FROM prize_releases r WHERE r.player_id = q.player_id AND r.cause_id = q.cause_id)`;

/** When the winner last chose the account, which may be the same one again after a refusal. */
const chosenAt = sql`greatest(p.bank_account_since, (
  SELECT max(since) FROM claim_accounts c WHERE c.player_id = q.player_id AND c.cause_id = q.cause_id))`;

/** Approved claims without an order, each with the moment from which the order may begin. */
const ready = sql`(
  SELECT q.player_id, q.cause_id,
    greatest(a.approved_at, q.payable_from::timestamp AT TIME ZONE 'UTC', ${quietFrom}) AS at
  FROM winner_claims q JOIN prize_approvals a USING (player_id, cause_id) JOIN players p USING (player_id)
  WHERE p.bank_account IS NOT NULL AND ${isUnpaid} AND NOT EXISTS (
      SELECT FROM prize_payouts o WHERE o.player_id = q.player_id AND o.cause_id = q.cause_id
        AND (o.status <> 'rejected'
          OR o.reason <> 'accountChanged' AND o.changed_at >= ${chosenAt})))`;

/** Open claims whose winner has changed the bank account and has not been told of it yet. */
const moved = sql`(
  SELECT q.player_id, q.cause_id, p.bank_account
  FROM winner_claims q JOIN players p USING (player_id) CROSS JOIN LATERAL (
    SELECT bank_account FROM claim_accounts c WHERE c.player_id = q.player_id AND c.cause_id = q.cause_id
    ORDER BY since DESC LIMIT 1) latest
  WHERE p.bank_account IS NOT NULL AND p.bank_account <> latest.bank_account AND ${isUnpaid})`;

export const payoutDeadline = (parts: PaymentParts): Deadline => ({
  name: payoutLane,
  lane: payoutLane,
  due: sql`SELECT least((SELECT domain_now() FROM ${moved} m LIMIT 1), (SELECT min(at) FROM ${ready} r),
    (SELECT min(look_at) FROM prize_payouts WHERE look_at IS NOT NULL))`,
  run: async (db) => (await noteMoved(db)) + (await beginOrders(db)) + (await lookAtOrders(parts, db)),
});

type Cause = { playerId: number; causeId: string };

async function noteMoved(db: Db): Promise<number> {
  const { rows } = await sql<Cause>`
    SELECT player_id AS "playerId", cause_id AS "causeId" FROM ${moved} m LIMIT 100`.execute(db);
  for (const cause of rows) {
    await transaction(db, async (tx) => {
      const prize = await lockPrize(tx, cause.playerId, cause.causeId);
      const account = await currentAccount(tx, cause.playerId);
      if (prize && account) await noteAccount(tx, prize, account.bankAccount);
    });
  }
  return rows.length;
}

type Account = { bankAccount: string; ownerNationalId: string; isQuiet: boolean };

async function currentAccount(tx: Tx, playerId: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    SELECT bank_account AS "bankAccount", coalesce(national_id, '') AS "ownerNationalId",
      ${quietFrom} <= domain_now() AS "isQuiet"
    FROM players p WHERE player_id = ${playerId} AND bank_account IS NOT NULL FOR SHARE`.execute(tx);
  return rows[0];
}

async function beginOrders(db: Db): Promise<number> {
  const { rows } = await sql<Cause>`
    SELECT player_id AS "playerId", cause_id AS "causeId" FROM ${ready} r
    WHERE at <= domain_now() LIMIT 100`.execute(db);
  for (const cause of rows) await transaction(db, (tx) => beginOrder(tx, cause));
  return rows.length;
}

/** A debt is paid first. If it takes the whole prize, the bank gets no order. */
async function beginOrder(tx: Tx, cause: Cause): Promise<void> {
  const prize = await lockPrize(tx, cause.playerId, cause.causeId);
  if (prize?.status !== 'claimed' || !(await isReady(tx, cause))) return;
  const account = await currentAccount(tx, cause.playerId);
  const { rows } = await sql<{ debt: number; round: number }>`
    SELECT w.debt, (SELECT count(*)::integer FROM prize_payouts o
      WHERE o.player_id = w.player_id AND o.cause_id = ${cause.causeId}) AS round
    FROM wallets w WHERE player_id = ${cause.playerId}`.execute(tx);
  const { debt = 0, round = 0 } = rows[0] ?? {};
  if (!account) return;
  if (debt >= prize.amount) {
    await payPrize(tx, prize, prize.approvedBy ?? '');
    return tellReleased(tx, [prize]);
  }
  const requestId = uuidOfName(`${cause.playerId} prize ${cause.causeId} ${round}`);
  await sql`
    INSERT INTO prize_payouts (player_id, cause_id, round, request_id, amount, bank_account,
      owner_national_id, status, asked_at, changed_at, look_at)
    VALUES (${cause.playerId}, ${cause.causeId}, ${round}, ${requestId}::uuid, ${prize.amount - debt},
      ${account.bankAccount}, ${account.ownerNationalId}, 'confirming', domain_now(), domain_now(),
      domain_now())`.execute(tx);
}

async function isReady(tx: Tx, { playerId, causeId }: Cause): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${ready} r WHERE player_id = ${playerId} AND cause_id = ${causeId}
      AND at <= domain_now()`.execute(tx);
  return rows.length > 0;
}

async function lookAtOrders(parts: PaymentParts, db: Db): Promise<number> {
  const { rows } = await sql<Payout>`
    SELECT ${columns} FROM prize_payouts WHERE look_at <= domain_now()
    ORDER BY look_at LIMIT 100`.execute(db);
  await inParallel(rows, 8, async (payout) => {
    try {
      await (payout.status === 'confirming' ? confirm(parts, payout) : order(parts, payout));
    } catch (error) {
      logFault(parts.log, error, { part: 'prize payouts', requestId: payout.requestId });
      await transaction(parts.db, (tx) => change(tx, payout, later(60)));
    }
  });
  return rows.length;
}

/** The account may have changed since, and the bank may know better by now. */
async function confirm({ db, bank }: PaymentParts, payout: Payout): Promise<void> {
  const { bankAccount, ownerNationalId, playerId } = payout;
  const ownership = await bank.ownership({ account: bankAccount.replaceAll('-', ''), ownerNationalId });
  await transaction(db, async (tx): Promise<unknown> => {
    const prize = await lockPrize(tx, playerId, payout.causeId);
    const account = await currentAccount(tx, playerId);
    if (account?.bankAccount !== bankAccount || !account.isQuiet) return reject(tx, payout, 'accountChanged');
    if (ownership === null) return waitOn(tx, payout);
    if (ownership === 'own') return change(tx, payout, to('ordered'));
    return rejectAndTell(tx, prize, payout, ownership);
  });
}

async function order(parts: PaymentParts, payout: Payout): Promise<void> {
  const state = await askBank(parts, payout);
  await transaction(parts.db, async (tx): Promise<unknown> => {
    const prize = await lockPrize(tx, payout.playerId, payout.causeId);
    if (!prize) throw new Error(`there is no large prize ${payout.causeId}`);
    if (state?.state === 'settled') return settle(tx, payout, prize, state.paymentId);
    if (state?.state === 'rejected') return rejectAndTell(tx, prize, payout, state.reason);
    if (state?.state === 'accepted' && payout.status === 'ordered') return change(tx, payout, to('accepted'));
    return waitOn(tx, payout);
  });
}

async function waitOn(tx: Tx, payout: Payout): Promise<boolean> {
  const { requestId, askedAt, looks } = payout;
  if ((await secondsSince(tx, askedAt)) >= stuckAfterSeconds) {
    const message = `The bank has not said for hours what became of the prize payout ${requestId}.`;
    await raiseAlarm(tx, { kind: 'lateOrder', reference: requestId, message, once: true });
  }
  return change(tx, payout, later(backOffSeconds(looks)));
}

/** Credits the prize to the balance and debits it at once: statements and sums show both movements. */
async function settle(tx: Tx, payout: Payout, prize: LargePrize, transactionId: string): Promise<void> {
  const { playerId, amount, requestId, bankAccount: account, ownerNationalId } = payout;
  if (prize.status !== 'claimed') return;
  await payPrize(tx, prize, prize.approvedBy ?? '');
  const payment = await insertPayment(tx, {
    ...{ playerId, amount, requestId, kind: 'withdrawal', status: 'held', lookInSeconds: 0 },
    bank: { account, ownerNationalId },
  });
  await debitWallet(tx, payment, 'withdrawals', 'withdrawal', true);
  await bookPaidOut(tx, payment);
  await movePayment(tx, payment, 'settled', { transactionId, lookInSeconds: null });
  const { paymentId } = payment;
  const isChanged = await change(
    tx,
    payout,
    sql`status = 'settled', changed_at = domain_now(), look_at = NULL, payment_id = ${paymentId}::uuid`,
  );
  if (!isChanged) throw new Error(`payout ${requestId} is not ${payout.status} any more`);
  await tellWinner(tx, 'claimPaid', prize, { account, amount });
}

async function rejectAndTell(tx: Tx, prize: LargePrize | null, payout: Payout, why: Reason): Promise<void> {
  const isRejected = await reject(tx, payout, why);
  if (isRejected && prize) await tellWinner(tx, 'claimRefused', prize, { account: payout.bankAccount, why });
}

const reject = (tx: Tx, payout: Payout, reason: Reason): Promise<boolean> =>
  change(tx, payout, sql`status = 'rejected', reason = ${reason}, changed_at = domain_now(), look_at = NULL`);

const to = (status: 'ordered' | 'accepted'): Sql =>
  sql`status = ${status}, changed_at = domain_now(), looks = 0,
    look_at = domain_now() + make_interval(secs => ${status === 'ordered' ? 0 : backOffSeconds(0)})`;
const later = (seconds: number): Sql =>
  sql`looks = looks + 1, look_at = domain_now() + make_interval(secs => ${seconds}::double precision)`;

/** @returns false if the order has changed meanwhile */
async function change(tx: Tx, payout: Payout, sets: Sql): Promise<boolean> {
  const { rowCount } = await sql`
    UPDATE prize_payouts SET ${sets}
    WHERE player_id = ${payout.playerId} AND cause_id = ${payout.causeId} AND round = ${payout.round}
      AND status = ${payout.status}`.execute(tx);
  return rowCount === 1;
}
