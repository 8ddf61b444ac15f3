/**
 * What the outside has taken is credited by one rule, also above a limit, in a lock and after closing; a
 * person is told to look (docs/rules/payments.md, What was taken is credited).
 */
import { type AlarmKind, raiseAlarm } from '#server/alarms/raise.ts';
import { depositStillAdmitted } from '#server/limits/eligibility.ts';
import type { Tx } from '#server/platform/database.ts';
import { securityEvent } from '#server/security/events.ts';
import type { PaymentFlag, PaymentId } from './store.ts';

const flags: Record<string, PaymentFlag> = {
  EC_ACCOUNT_CLOSED: 'closed',
  EC_ACTION_NOT_ALLOWED: 'locked',
  EC_DEPOSIT_LIMIT: 'aboveLimit',
};

/** Why a deposit that is credited now would not have been taken now; an ended certificate is none. */
export async function flagOf(tx: Tx, payment: PaymentId): Promise<PaymentFlag | null> {
  const code = await depositStillAdmitted(tx, payment.playerId);
  const flag = (code && flags[code]) || null;
  if (flag) await noteFlag(tx, payment, flag);
  return flag;
}

/** Raises an alarm: a flag asks a person to look at the payment. */
export async function noteFlag(tx: Tx, { playerId, paymentId }: PaymentId, flag: PaymentFlag): Promise<void> {
  await securityEvent(tx, { kind: 'paymentFlagged', playerId, details: { reason: flag } });
  await raiseAlarm(tx, {
    kind: alarmKinds[flag] ?? 'flaggedPayment',
    reference: `${paymentId} ${flag}`,
    message: `Payment ${paymentId} of player ${playerId}: ${reasons[flag]}.`,
    once: true,
  });
}

const alarmKinds: Partial<Record<PaymentFlag, AlarmKind>> = {
  stuck: 'lateOrder',
  noAnswer: 'unansweredPayment',
};

const reasons: Record<PaymentFlag, string> = {
  late: 'it was approved after it had been given up, and is credited',
  aboveLimit: 'it is credited although it is above a deposit limit',
  locked: 'it is credited although the player is locked out',
  closed: 'it is credited although the account is closed',
  otherAmount: 'another amount was taken than was asked for; nothing is credited before a person looked',
  noAnswer: 'the outside has not said for a day how it ended; it counts toward no limit any more',
  unused: 'the subscription card was charged and nothing was bought with it; the money is in the balance',
  stuck: 'the bank has not said for hours what became of this order',
};
