/**
 * Large prizes are paid by two operators: one takes the winner's claim, or prepares the payment of one that
 * the winner has claimed; another releases it. What the winner has claimed is then paid by the bank
 * (payout.ts), the rest into the wallet. Both acts may be repeated without harm.
 */

import { lockDraw } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import { houseAccount } from '#server/ledger/house-accounts.ts';
import { lockWallet } from '#server/limits/store.ts';
import { bankAccountOf, holdForBank } from '#server/payments/withdrawals/withdraw.ts';
import type { Tx } from '#server/platform/database.ts';
import { wakeWorker } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { isSamePerson, personKey, requireOther } from '#server/platform/two-persons.ts';
import { refuseInQuarantine } from '#server/players/account/bank-quarantine.ts';
import { tellClaimed, tellReleased } from './claim-letters.ts';
import { isOfPlayer, requireKnownClub } from './club-prize.ts';
import { gameAndDraw, type LargePrize, largePrizesOfTicket } from './large-prizes.ts';

/** The worker's lane for orders to the bank. */
export const payoutLane = 'prize payouts';

/** All large prizes of the ticket as they stand now, and which of them this call changed. */
export type Handled = { prizes: LargePrize[]; changed: LargePrize[] };

/** Takes or prepares the claim of every large prize of the ticket that no operator has in hand. */
export async function claimPrizes(tx: Tx, ticket: string, actor: string): Promise<Handled> {
  const prizes = await lockPrizes(tx, ticket);
  const waiting = prizes.filter(({ status }) => status === 'waiting');
  refuseLate(waiting, await today(tx));
  await requireKnownClub(tx, waiting);
  const own = prizes.filter(
    ({ status, winnerClaimedAt, claimedBy }) => status === 'claimed' && winnerClaimedAt && !claimedBy,
  );
  const changed = [...waiting, ...own];
  if (changed.length === 0) refuseUnless(prizes, ['claimed', 'paid']);
  for (const { drawId, playerId, causeId } of changed) {
    await sql`
      INSERT INTO prize_claims (draw_id, player_id, cause_id, claimed_at, claimed_by, claimed_by_key)
      VALUES (${drawId}, ${playerId}, ${causeId}, domain_now(), ${actor},
        ${personKey(actor)})`.execute(tx);
  }
  const told = waiting.filter(isOfPlayer);
  if (told.length > 0) await tellClaimed(tx, told);
  return { prizes: await largePrizesOfTicket(tx, ticket), changed };
}

/**
 * Pays every prize of the ticket into the wallet that an operator took for its winner and that can be paid by
 * now; approves those that their winner claimed. Whoever took the claim does not release it.
 */
export async function releasePrizes(
  tx: Tx,
  ticket: string,
  actor: string,
  to: 'wallet' | 'bank' = 'wallet',
): Promise<Handled> {
  const prizes = await lockPrizes(tx, ticket);
  if (to === 'bank' && !prizes.every(isOfPlayer))
    refuseStep('The prize of a pool is divided into the wallets of its holders.');
  const taken = prizes.filter(({ status, claimedBy }) => status === 'claimed' && claimedBy !== null);
  const claimed = taken.filter(({ approvedAt }) => approvedAt === null);
  const others = claimed.filter(({ claimedBy }) => !isSamePerson(claimedBy ?? '', actor));
  const releasable = others.filter(({ heldUntil, winnerClaimedAt }) => winnerClaimedAt || heldUntil === null);
  if (claimed.length === 0) {
    if (taken.length > 0) return { prizes, changed: [] };
    const waits = prizes.some(({ status }) => status === 'waiting' || status === 'claimed');
    if (waits) refuseStep(`Nobody has taken the claim of ticket ${ticket} yet: prize claim comes first.`);
    refuseUnless(prizes, ['paid']);
  } else if (others.length === 0) {
    refuseStep(sameClaimer(ticket, actor));
  } else if (releasable.length === 0) {
    refuseHeld(others);
  }
  for (const prize of releasable) {
    if (prize.winnerClaimedAt) {
      await approve(tx, prize, actor);
      continue;
    }
    await payPrize(tx, prize, actor);
    if (to === 'bank') await payToBank(tx, prize);
  }
  const paid = releasable.filter((prize) => prize.winnerClaimedAt === null && isOfPlayer(prize));
  if (paid.length > 0) await tellReleased(tx, paid);
  return { prizes: await largePrizesOfTicket(tx, ticket), changed: releasable };
}

const sameClaimer = (ticket: string, actor: string): string =>
  `${actor} took the claim of ticket ${ticket}; another person releases the payment.`;

/**
 * The prizes under the locks of their draws, or of the wallet where there is no draw, so that claims,
 * releases and lapses follow one another.
 */
async function lockPrizes(tx: Tx, ticket: string): Promise<LargePrize[]> {
  const prizes = await largePrizesOfTicket(tx, ticket);
  const drawIds = new Set(prizes.flatMap(({ drawId }) => drawId ?? []));
  for (const drawId of [...drawIds].sort((a, b) => a - b)) await lockDraw(tx, drawId);
  const [without] = prizes.filter(({ drawId }) => drawId === null);
  if (without) await lockWallet(tx, without.playerId);
  return largePrizesOfTicket(tx, ticket);
}

function keysOf({ ticketId, claimedBy }: LargePrize, actor: string) {
  return requireOther(claimedBy ?? '', actor, sameClaimer(encodeId(ticketId), actor));
}

async function approve(tx: Tx, prize: LargePrize, actor: string): Promise<void> {
  const { playerId, causeId, claimedBy } = prize;
  const { firstKey, secondKey } = keysOf(prize, actor);
  await sql`
    INSERT INTO prize_approvals (player_id, cause_id, claimed_by, approved_at, approved_by, claimed_by_key,
      approved_by_key)
    VALUES (${playerId}, ${causeId}, ${claimedBy}, domain_now(), ${actor}, ${firstKey},
      ${secondKey})`.execute(tx);
  await wakeWorker(tx, payoutLane);
}

/** Credits the prize to the wallet. @param actor who released or approved it */
export async function payPrize(tx: Tx, prize: LargePrize, actor: string): Promise<void> {
  const { drawId, game, playerId, ticketId, couponId, causeId, amount, claimedBy } = prize;
  const { firstKey, secondKey } = keysOf(prize, actor);
  await lockWallet(tx, playerId);
  await sql`
    INSERT INTO prize_releases (player_id, cause_id, claimed_by, released_at, released_by, claimed_by_key,
      released_by_key)
    VALUES (${playerId}, ${causeId}, ${claimedBy}, domain_now(), ${actor}, ${firstKey},
      ${secondKey})`.execute(tx);
  if (drawId !== null) {
    await sql`
      INSERT INTO coupon_payouts (draw_id, player_id, coupon_id, paid_at)
      VALUES (${drawId}, ${playerId}, ${couponId}, domain_now())`.execute(tx);
  }
  const from = await houseAccount(tx, { kind: 'winnings', drawId, game });
  await sql`
    SELECT credit_coupons(${from}, 'claim', ${drawId}, domain_now(), ARRAY[${playerId}::bigint],
      ARRAY[${ticketId}::uuid], ARRAY[${couponId}::uuid], ARRAY[${amount}::bigint],
      ARRAY[0::bigint])`.execute(tx);
}

/** Straight on to the winner's own bank account, however large it is; what a debt took stays behind. */
async function payToBank(tx: Tx, { playerId, amount }: LargePrize): Promise<void> {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM wallets WHERE player_id = ${playerId}`.execute(tx);
  const credited = Math.min(amount, rows[0]?.balance ?? 0);
  const bank = await bankAccountOf(tx, playerId);
  if (!bank) refuseStep('The winner has no bank account: release it into the wallet.');
  await refuseInQuarantine(tx, playerId);
  if (credited > 0) await holdForBank(tx, { playerId, amount: credited, bank });
}

async function today(tx: Tx): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    SELECT (domain_now() AT TIME ZONE 'UTC')::date AS day`.execute(tx);
  return (rows[0] as { day: string }).day;
}

/** The period has ended and the lapse is only not written yet. */
function refuseLate(waiting: readonly LargePrize[], day: string): void {
  const late = waiting.find(({ claimBy }) => claimBy !== null && claimBy < day);
  if (late)
    refuseStep(`The prize on ticket ${encodeId(late.ticketId)} could be claimed until ${late.claimBy}.`);
}

/** The rules of their draw let none of them be paid yet. */
function refuseHeld(prizes: readonly LargePrize[]): never {
  const [first] = prizes.toSorted((a, b) => ((a.heldUntil ?? '') < (b.heldUntil ?? '') ? -1 : 1));
  const prize = `A prize of ${first?.amount} kr. in ${first && gameAndDraw(first)}`;
  return refuseStep(`${prize} is paid on ${first?.heldUntil} at the earliest.`);
}

/** Nothing is left to do: all right when it was done before, refused with the reason otherwise. */
function refuseUnless(prizes: readonly LargePrize[], done: readonly string[]): void {
  if (prizes.some(({ status }) => done.includes(status))) return;
  const [prize] = prizes;
  const message =
    prize?.status === 'lapsed'
      ? `The prize on this ticket could be claimed until ${prize.claimBy} and has lapsed.`
      : `The prizes of ${prize && gameAndDraw(prize)} are not paid out yet: draw pay comes first.`;
  refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });
}
