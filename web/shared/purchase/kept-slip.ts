/** The slips that this tab keeps before anything is bought, one for each game. */
import { type BrowserStore, readJson } from '#web/ui/browser-store.ts';

const slipKeys = 'hending.slip.';

/** As it was kept, null for none: the game decides whether it is a slip. */
export function readKeptSlip(store: BrowserStore, gameId: string): unknown {
  return readJson<unknown>(store, slipKeys + gameId);
}

/** @param isChosen the player chose something on it: clearing it is told */
export function keepSlip(store: BrowserStore, gameId: string, slip: object, isChosen: boolean): void {
  store.write(slipKeys + gameId, JSON.stringify({ ...slip, isChosen }));
}

/** Forgets the slips of every game. @returns whether anything was chosen on one */
export function clearSlips(store: BrowserStore): boolean {
  const keys = store.allKeys().filter((key) => key.startsWith(slipKeys));
  const wasChosen = keys.some((key) => readJson<{ isChosen?: boolean }>(store, key)?.isChosen === true);
  for (const key of keys) store.remove(key);
  return wasChosen;
}
