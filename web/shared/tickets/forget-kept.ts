/**
 * What this device keeps on request for whoever is signed in: tickets, and rows that earlier releases kept
 * here for an account, each with whose they are. It goes when the session ends, by whatever way, and when
 * somebody else signs in.
 */
import { deviceStore } from '#web/ui/browser-store.ts';

export const keptTicketsKey = 'kept-tickets';
export const savedRowsKeys = 'hending.saved.';
export const savedOwnerKey = `${savedRowsKeys}of`;

export function isSomebodysKept(): boolean {
  return deviceStore.read(keptTicketsKey) !== null || deviceStore.read(savedOwnerKey) !== null;
}

export function forgetKept(): void {
  // Rows without an owner were saved by a visitor, and stay.
  const areOwned = deviceStore.read(savedOwnerKey) !== null;
  for (const key of deviceStore.allKeys())
    if (key === keptTicketsKey || (areOwned && key.startsWith(savedRowsKeys))) deviceStore.remove(key);
}
