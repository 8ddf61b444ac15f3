/**
 * Rows that somebody asked this device to keep, in a local store: on request only, and gone with the session
 * or when somebody else signs in (`web/shared/tickets/forget-kept.ts`).
 */

import { savedRowsKeys } from '#web/shared/tickets/forget-kept.ts';
import { type BrowserStore, readJson } from '#web/ui/browser-store.ts';
import { emptySlip, type Matrix, readSlip, type Slip } from './slip.ts';

export const savedMax = 20;

const keyOf = (gameId: string): string => `${savedRowsKeys}${gameId}`;

/** Oldest first; what is no slip of this game is left out. */
export function readSaved(store: BrowserStore, gameId: string, matrix: Matrix): Slip[] {
  const kept = readJson<unknown>(store, keyOf(gameId));
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((each) => readSlip(JSON.stringify(each), matrix) ?? []).slice(0, savedMax);
}

/** @returns false when the device keeps nothing more */
export function writeSaved(store: BrowserStore, gameId: string, saved: readonly Slip[]): boolean {
  if (saved.length > 0) return store.write(keyOf(gameId), JSON.stringify(saved));
  store.remove(keyOf(gameId));
  return true;
}

/** What of a slip is worth keeping: whole rows or a whole system, and a whole Joker. */
export function worthSaving({ rows, joker, system }: Slip, complete: Slip['rows']): Slip {
  const isWhole = joker?.every((digit) => digit !== null) ?? false;
  return { ...emptySlip, rows: complete.length > 0 ? complete : rows, joker: isWhole ? joker : null, system };
}

/** The same rows, system and Joker. */
export function isSame(a: Slip, b: Slip): boolean {
  const spelled = ({ rows, joker, system }: Slip): string =>
    JSON.stringify([rows.map(({ numbers, bonusNumbers }) => [numbers, bonusNumbers]), joker, system]);
  return spelled(a) === spelled(b);
}
