/**
 * The purchase of this page whose outcome the player has not seen yet. It is kept outside of
 * React, so that the error page can still show it.
 */
import type { Bought } from './moves.ts';

export type LastPurchase = { step: 'sent' } | { step: 'bought'; bought: Bought };

let last: LastPurchase | null = null;
const listeners = new Set<() => void>();

export const lastPurchase = {
  get: (): LastPurchase | null => last,
  set(next: LastPurchase | null): void {
    last = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
