const slipKeys = /^hending\.slip\./;
const chosen = /"numbers":\[\d|"joker":\[[^\]]*\d/;

/** Forgets the slips of every game. @returns whether anything was chosen on one */
export function clearSlips(storage: Storage): boolean {
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '');
  const slips = keys.filter((key) => slipKeys.test(key));
  const wasChosen = slips.some((key) => chosen.test(storage.getItem(key) ?? ''));
  for (const key of slips) storage.removeItem(key);
  return wasChosen;
}
