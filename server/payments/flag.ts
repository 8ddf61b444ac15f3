/**
 * What the outside has taken is credited by one rule, also above a limit, in a lock and after closing; a
 * person is told to look (docs/rules/payments.md, What was taken is credited).
 */
import { depositStillAdmitted } from '#server/limits/eligibility.ts';
import type { Tx } from '#server/platform/database.ts';
import { securityEvent } from '#server/security/events.ts';
import type { PaymentFlag } from './store.ts';

const flags: Record<string, PaymentFlag> = {
  EC_ACCOUNT_CLOSED: 'closed',
  EC_ACTION_NOT_ALLOWED: 'locked',
  EC_DEPOSIT_LIMIT: 'aboveLimit',
};

/** Why a deposit that is credited now would not have been taken now; an ended certificate is none. */
export async function flagOf(tx: Tx, playerId: number): Promise<PaymentFlag | null> {
  const code = await depositStillAdmitted(tx, playerId);
  const flag = (code && flags[code]) || null;
  if (flag) await noteFlag(tx, playerId, flag);
  return flag;
}

export async function noteFlag(tx: Tx, playerId: number, flag: PaymentFlag): Promise<void> {
  await securityEvent(tx, { kind: 'paymentFlagged', playerId, details: { reason: flag } });
}
