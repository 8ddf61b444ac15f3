/** Waiting for what another call is about to end. */
import { setTimeout as sleep } from 'node:timers/promises';

const waitMs = 20_000;
const lookEveryMs = 100;

/** @returns how it ended, or as it stands when that does not come soon */
export async function untilOver<Thing>(
  first: Thing,
  isOpen: (now: Thing) => boolean,
  read: () => Promise<Thing | null>,
): Promise<Thing> {
  let now = first;
  for (let waited = 0; isOpen(now) && waited < waitMs; waited += lookEveryMs) {
    await sleep(lookEveryMs);
    now = (await read()) ?? now;
  }
  return now;
}
