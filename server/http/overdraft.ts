/** Attempts to take more from a balance than it has, for the security log (must-hold 128). */
import type { Caller } from '#server/platform/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityEvent } from '#server/security/events.ts';

/** What the ledger itself refuses with, should a rule before it have failed. */
const constraints = ['wallets_balance_check', 'ledger_transfers_wallet_after_check'];

/**
 * @returns the event, or null where the error is another. A constraint fails a whole batch of purchases, so
 * it is about nobody in particular.
 */
export function overdraftOf(
  error: unknown,
  call: string,
  { caller, ip }: { caller: Caller; ip: string },
): SecurityEvent | null {
  if (error instanceof Refusal) {
    if (error.code !== 'EC_BALANCE_TOO_LOW') return null;
    return { kind: 'overdrawn', playerId: caller.playerId, details: { ip, call, reason: error.code } };
  }
  const { constraint } = (error ?? {}) as { constraint?: unknown };
  const isOurs = constraints.some((name) => name === constraint);
  return isOurs ? { kind: 'overdrawn', details: { ip, call, reason: String(constraint) } } : null;
}
