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

const slipsIn = (store: BrowserStore) => store.allKeys().filter((key) => key.startsWith(slipKeys));

/** Whether the player chose something on a slip of any game. */
export function hasChosenSlip(store: BrowserStore): boolean {
  return slipsIn(store).some((key) => readJson<{ isChosen?: boolean }>(store, key)?.isChosen === true);
}

/** Forgets the slips of every game. @returns whether anything was chosen on one */
export function clearSlips(store: BrowserStore): boolean {
  const wasChosen = hasChosenSlip(store);
  for (const key of slipsIn(store)) store.remove(key);
  return wasChosen;
}
