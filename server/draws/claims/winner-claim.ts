/**
 * `POST /user/claims`: the winner claims a large prize with electronic ID and a bank account that the bank
 * confirms to be the winner's own, or names another account for a prize that was claimed before, or the same
 * once more after the bank refused it. Two operators check it, and the bank is told to pay (payout.ts).
 */
import type { ApiInput } from '#contract/api.ts';
import type { Bank } from '#integrations/bank/face.ts';
import { raiseAlarm } from '#server/alarms/raise.ts';
import { lockDraw } from '#server/draws/draw.ts';
import { requireActive } from '#server/limits/eligibility.ts';
import { lockWallet } from '#server/limits/store.ts';
import { bankAccountOf } from '#server/payments/withdrawals/withdraw.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { updateAccount } from '#server/players/account/update-account.ts';
import { requireFresh } from '#server/players/sessions/fresh.ts';
import type { SignInParts } from '#server/players/sign-in/sign-in.ts';
import { tellWinner } from './claim-letters.ts';
import { type LargePrize, largePrizeOf } from './large-prizes.ts';

export type ClaimParts = SignInParts & { bank: Bank };

/**
 * Repeatable. Throws EC_TICKET_NOT_FOUND, EC_ACTION_NOT_ALLOWED for a prize that cannot be claimed any more
 * or that an operator took for the winner, EC_BANK_INFO_MISSING without an account, EC_BANK_DECLINED where
 * the bank does not confirm it, and EC_BANK_ERROR where the bank gives no answer.
 */
export async function claimOwnPrize(
  parts: ClaimParts,
  { body }: ApiInput<'claims.claim'>,
  context: CallContext & { caller: Caller },
): Promise<undefined> {
  const { db, bank } = parts;
  const { caller } = context;
  const { playerId } = caller;
  const causeId = decodeId(body.couponId ?? body.ticketId) ?? refuse('EC_TICKET_NOT_FOUND');
  await requireActive(db, playerId);
  await requireFresh(db, caller, 'eId');
  refuseUnlessClaimable(await largePrizeOf(db, playerId, causeId));
  const current = await transaction(db, (tx) => bankAccountOf(tx, playerId));
  const account = body.bankAccount ?? current?.account ?? refuse('EC_BANK_INFO_MISSING');
  const ownerNationalId = current?.ownerNationalId ?? (await nationalIdOf(parts, playerId));
  const ownership = await bank.ownership({ account: account.replaceAll('-', ''), ownerNationalId });
  if (ownership === null) refuse('EC_BANK_ERROR');
  if (ownership !== 'own') refuse('EC_BANK_DECLINED', { details: { reason: ownership } });
  if (account !== current?.account) await updateAccount(parts, { body: { bankAccount: account } }, context);
  await transaction(db, (tx) => write(tx, caller, causeId, account));
}

async function nationalIdOf({ db }: ClaimParts, playerId: number): Promise<string> {
  const { rows } = await sql<{ nationalId: string | null }>`
    SELECT national_id AS "nationalId" FROM players WHERE player_id = ${playerId}`.execute(db);
  return rows[0]?.nationalId ?? refuse('EC_ELOGIN_AUTH_REQUIRED', { details: { fresh: true, eId: true } });
}

/** A claim that an operator took by telephone stays with the operators. */
function refuseUnlessClaimable(prize: LargePrize | null): asserts prize is LargePrize {
  if (!prize) refuse('EC_TICKET_NOT_FOUND');
  const isOwn = prize.status === 'claimed' && prize.winnerClaimedAt !== null;
  if (prize.status !== 'waiting' && !isOwn) refuse('EC_ACTION_NOT_ALLOWED');
}

/**
 * The prize under the locks of its draw and its winner's wallet, in the order of all lockers, so that claims,
 * releases and lapses follow one another.
 */
export async function lockPrize(tx: Tx, playerId: number, causeId: string): Promise<LargePrize | null> {
  const prize = await largePrizeOf(tx, playerId, causeId);
  if (prize?.drawId) await lockDraw(tx, prize.drawId);
  await lockWallet(tx, playerId);
  return prize && largePrizeOf(tx, playerId, causeId);
}

async function write(tx: Tx, caller: Caller, causeId: string, account: string): Promise<void> {
  const { playerId } = caller;
  const prize = await lockPrize(tx, playerId, causeId);
  await requireActive(tx, playerId);
  refuseUnlessClaimable(prize);
  if ((await bankAccountOf(tx, playerId))?.account !== account) refuse('EC_ACTION_NOT_ALLOWED');
  if (prize.status === 'claimed') {
    await noteAccount(tx, prize, account);
    return retryRefused(tx, prize, account);
  }
  const { rows } = await sql`
    INSERT INTO winner_claims (draw_id, player_id, cause_id, claimed_at, amount, payable_from)
    SELECT ${prize.drawId}::bigint, ${playerId}, ${causeId}, domain_now(), ${prize.amount}::bigint,
      payable_from(${prize.drawId}::bigint, ${prize.amount}::bigint)
    WHERE ${prize.claimBy}::date >= (domain_now() AT TIME ZONE 'UTC')::date RETURNING 1`.execute(tx);
  // The period has ended, although the lapse is not written yet.
  if (rows.length === 0) refuse('EC_ACTION_NOT_ALLOWED');
  await insertAccount(tx, prize, account);
  await tellWinner(tx, 'claimReceived', prize, { account });
  const ticket = encodeId(prize.ticketId);
  await raiseAlarm(tx, {
    kind: 'claimedPrize',
    reference: causeId,
    message: `The winner claimed a large prize on ticket ${ticket}: prize claim, then prize release.`,
    once: true,
  });
}

async function insertAccount(tx: Tx, { playerId, causeId }: LargePrize, account: string): Promise<void> {
  await sql`
    INSERT INTO claim_accounts (player_id, cause_id, since, bank_account)
    VALUES (${playerId}, ${causeId}, domain_now(), ${account})`.execute(tx);
}

/** Records a new bank account of an open claim and tells the winner, once. */
export async function noteAccount(tx: Tx, prize: LargePrize, account: string): Promise<void> {
  const { rows } = await sql<{ account: string }>`
    SELECT bank_account AS account FROM claim_accounts
    WHERE player_id = ${prize.playerId} AND cause_id = ${prize.causeId}
    ORDER BY since DESC LIMIT 1`.execute(tx);
  if (rows[0]?.account === account) return;
  await insertAccount(tx, prize, account);
  await tellWinner(tx, 'claimAccountChanged', prize, { account });
}

/** Records that the winner chose the account again after the bank's refusal; it is then paid once more. */
async function retryRefused(tx: Tx, { playerId, causeId }: LargePrize, account: string): Promise<undefined> {
  await sql`
    INSERT INTO claim_accounts (player_id, cause_id, since, bank_account)
    SELECT ${playerId}, ${causeId}, domain_now(), ${account} FROM prize_payouts o
    WHERE o.player_id = ${playerId} AND o.cause_id = ${causeId}
      AND o.status = 'rejected' AND o.reason <> 'accountChanged' AND o.changed_at > (
        SELECT max(since) FROM claim_accounts WHERE player_id = ${playerId} AND cause_id = ${causeId})
    LIMIT 1`.execute(tx);
}
