import type { BrowserStore } from '#web/ui/browser-store.ts';

const slipKeys = /^hending\.slip\./;
const chosen = /"numbers":\[\d|"joker":\[[^\]]*\d/;

/** Forgets the slips of every game. @returns whether anything was chosen on one */
export function clearSlips(store: BrowserStore): boolean {
  const slips = store.allKeys().filter((key) => slipKeys.test(key));
  const wasChosen = slips.some((key) => chosen.test(store.read(key) ?? ''));
  for (const key of slips) store.remove(key);
  return wasChosen;
}
