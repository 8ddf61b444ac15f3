/** Lock-out and closing: both hold from their transaction on; the player cannot undo them (must-hold 37). */
import type { Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { requireActive } from './eligibility.ts';
import { lockWallet, noteChanges, writeClosed, writeLock } from './store.ts';

export const lockDaysMax = 365;

/**
 * Locks a player out of stakes and deposits from now on; the later end wins. An expired certificate does not
 * keep a player from it. Throws EC_INVALID_INPUT with issue `invalidDays`.
 *
 * @returns the end in force, and whether this call moved it
 */
export async function lockPlayer(
  tx: Tx,
  { playerId, days, origin }: { playerId: number; days: number; origin: string },
): Promise<{ until: Date; moved: boolean }> {
  if (!Number.isInteger(days) || days < 1 || days > lockDaysMax) {
    refuse('EC_INVALID_INPUT', { issues: { body: [{ path: ['days'], message: 'invalidDays' }] } });
  }
  await lockWallet(tx, playerId);
  const { before, until, moved } = await writeLock(tx, playerId, days);
  const change = {
    ...({ field: 'lockedUntil', step: 'set' } as const),
    before: before?.toISOString() ?? null,
    after: until.toISOString(),
  };
  if (moved) await noteChanges(tx, playerId, [change], origin);
  return { until, moved };
}

/**
 * Closes the account for good. Throws EC_ACCOUNT_CLOSED and EC_ELOGIN_AUTH_REQUIRED.
 *
 * @returns when, and the balance in whole krónur that is kept for the player
 */
export async function closePlayer(
  tx: Tx,
  { playerId, origin }: { playerId: number; origin: string },
): Promise<{ at: Date; balance: number }> {
  await lockWallet(tx, playerId);
  await requireActive(tx, playerId);
  const { at, balance } = await writeClosed(tx, playerId);
  const change = { field: 'closedAt', step: 'set', before: null, after: at.toISOString() } as const;
  await noteChanges(tx, playerId, [change], origin);
  return { at, balance };
}
