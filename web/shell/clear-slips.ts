const slipKeys = /^hending\.slip\./;
const chosen = /"numbers":\[\d|"joker":\[[^\]]*\d/;

/** Forgets the slips of every game. @returns whether anything was chosen on one */
export function clearSlips(storage: Storage): boolean {
  const slips = keysOf(storage, slipKeys);
  const wasChosen = slips.some((key) => chosen.test(storage.getItem(key) ?? ''));
  for (const key of slips) storage.removeItem(key);
  return wasChosen;
}

function keysOf(storage: Storage, pattern: RegExp): string[] {
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '');
  return keys.filter((key) => pattern.test(key));
}
