/**
 * Slips that somebody asked this device to keep, of each game its own: on request only, and gone with the
 * session or when somebody else signs in (`web/shared/tickets/forget-kept.ts`).
 */
import { savedRowsKeys } from '#web/shared/tickets/forget-kept.ts';
import { type BrowserStore, readJson } from '#web/ui/browser-store.ts';

export const savedMax = 20;

/** Oldest first. @param read returns null for an entry that is no slip of this game; it is left out */
export function readSaved<S>(store: BrowserStore, gameId: string, read: (entry: unknown) => S | null): S[] {
  const entries = readJson<unknown>(store, savedRowsKeys + gameId);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((each) => read(each) ?? []).slice(0, savedMax);
}

/** @returns false when the device keeps nothing more */
export function writeSaved(store: BrowserStore, gameId: string, saved: readonly object[]): boolean {
  if (saved.length > 0) return store.write(savedRowsKeys + gameId, JSON.stringify(saved));
  store.remove(savedRowsKeys + gameId);
  return true;
}
