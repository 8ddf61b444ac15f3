/**
 * The purchase of this page whose outcome nobody has read yet. It stands outside of React: where the page
 * fails, the error page still tells it.
 */
export type LastPurchase =
  | { step: 'sent' }
  | { step: 'bought'; bought: { id: string; type: 'ticket' | 'subscription' } };

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
