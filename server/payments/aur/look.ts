/**
 * The worker polls Aur for the outcome of a deposit, each second at first and then slower, and at
 * once after a callback. A deposit that was given up is polled for a day and counts toward the
 * limits until Aur says that it is over: a late approval on the phone is credited and flagged.
 */
import { LRUCache } from 'lru-cache';
import type { AurState } from '#integrations/aur/face.ts';
import { aurMinutes } from '#rules/values/aur-ends.ts';
import { creditWallet } from '#server/ledger/outside.ts';
import { countDeposit } from '#server/limits/store.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { secondsSince } from '#server/platform/deadlines.ts';
import { endDeposit, stopCounting } from '../deposits/fail.ts';
import { flagOf, noteFlag } from '../flag.ts';
import { tellDeposit } from '../messages.ts';
import { type PaymentParts, silenceSeconds } from '../parts.ts';
import {
  type DuePayment,
  heldPayment,
  type LookLater,
  lookAgain,
  movePayment,
  type Payment,
} from '../store.ts';

export async function lookAtAur(parts: PaymentParts, payment: DuePayment): Promise<Payment | LookLater> {
  const { outsideToken: token, paymentId: orderId, status, ageSeconds } = payment;
  const pause = pauseOf(orderId, ageSeconds);
  if (pause > 0) return { lookInSeconds: pause };
  const state = await parts.aur.state(token === null ? { orderId } : { token });
  const isOpen = state === null || (state !== 'notFound' && state.status === 'WAIT');
  if (isOpen && status === 'waiting' && ageSeconds < aurMinutes * 60) {
    return { lookInSeconds: nextLook(ageSeconds) };
  }
  return transaction(parts.db, async (tx) => {
    const now = await heldPayment(tx, payment);
    if (now.status !== 'waiting' && now.status !== 'cancelled') return now;
    if (state !== null && state !== 'notFound' && state.status === 'FINISHED') return settle(tx, now, state);
    const age = await secondsSince(tx, now.askedAt);
    const isOver = state !== null && (state === 'notFound' || state.status === 'CANCELLED');
    // Without an answer to the request Aur may still be about to know the order.
    if (isOver && (state !== 'notFound' || age > notFoundAfterSeconds)) return over(tx, now);
    if (now.status === 'waiting' && age >= aurMinutes * 60) return giveUp(tx, now, nextLook(age));
    if (age > silenceSeconds) return stopCounting(tx, now, { lookInSeconds: null });
    await lookAgain(tx, now, nextLook(age));
    return now;
  });
}

/** Orders by their age in seconds when Aur was asked last. */
const askedAt = new LRUCache<string, number>({ max: 10_000 });

/** Seconds until Aur may be asked about an order again; 0: now, which is noted. */
function pauseOf(orderId: string, ageSeconds: number): number {
  const last = askedAt.get(orderId);
  const sinceLast = last === undefined ? 1 : ageSeconds - last;
  if (sinceLast >= 0 && sinceLast < 1) return 1 - sinceLast;
  askedAt.set(orderId, ageSeconds);
  return 0;
}

/** Aur is asked in a lane of its own. */
export const aurLane = 'Aur deposits';

const notFoundAfterSeconds = 120;

/** Each second while somebody has the phone in hand, then slower and slower. */
export function nextLook(ageSeconds: number): number {
  if (ageSeconds < 30) return 1;
  return ageSeconds < aurMinutes * 60 ? 5 : Math.min(900, ageSeconds / 3);
}

/** Aur has taken it: it is in the balance, whatever was said before. */
async function settle(tx: Tx, payment: Payment, { transactionId, amount }: AurState): Promise<Payment> {
  const { playerId, amount: asked, status } = payment;
  const isLate = status === 'cancelled';
  if (amount !== undefined && amount !== asked) {
    await noteFlag(tx, payment, 'otherAmount');
    const told = { flag: 'otherAmount', code: 'EC_AUR_ERROR', lookInSeconds: null } as const;
    return movePayment(tx, payment, 'cancelled', told);
  }
  const countedOn = payment.countedOn ?? (await countDeposit(tx, playerId, asked));
  const flag = (await flagOf(tx, payment)) ?? (isLate ? 'late' : null);
  if (flag === 'late') await noteFlag(tx, payment, flag);
  await creditWallet(tx, payment, 'aur', 'deposit');
  const settled = await movePayment(tx, payment, 'settled', {
    countedOn,
    lookInSeconds: null,
    ...(transactionId !== undefined && { transactionId }),
    ...(flag && { flag }),
  });
  await tellDeposit(tx, settled);
  return settled;
}

/** Aur says that nothing will be taken: only now it counts no more. */
function over(tx: Tx, payment: Payment): Promise<Payment> {
  return endDeposit(tx, payment, 'cancelled', { lookInSeconds: null });
}

/** The phone may still approve it, so it goes on counting toward the limits. */
export function giveUp(tx: Tx, payment: Payment, lookInSeconds: number): Promise<Payment> {
  return movePayment(tx, payment, 'cancelled', { lookInSeconds });
}
