import type { Instance } from '#test/harness/product.ts';
import type { Turn } from './compare-turns.ts';

/** Prepares a running build for its turns, e.g. with players and money. */
export type Comparable = (instance: Instance) => Promise<Turn>;

/** The benches whose load can alternate between two builds. */
export const comparable: Record<string, () => Promise<Comparable>> = {
  purchases: async () => (await import('./purchases.ts')).comparePurchases,
  deposits: async () => (await import('./deposits-card.ts')).compareDeposits,
  pages: async () => (await import('./pages.ts')).comparePages,
};
