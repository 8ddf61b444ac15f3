/** The outcome of a match of a program: final, or by its current score. */

import { outcomesOf, type PoolId } from './games.ts';

/** As programs and tickets show it. */
export type ShownMatch = {
  readonly result?: string | undefined;
  readonly byLot?: boolean | undefined;
  readonly soFar?: { readonly outcome: string; readonly isFinal: boolean } | undefined;
  readonly awaitsLot?: boolean | undefined;
};

/** `outcome` as a place. `running`: it may change. `awaitsLot`: no score will count. */
export type KnownOutcome =
  | { readonly outcome: number; readonly sure: 'running' | 'final' | 'lot' }
  | { readonly outcome: null; readonly sure: 'awaitsLot' | null };

export function knownOutcome(game: PoolId, match: ShownMatch): KnownOutcome {
  const { result, byLot = false, soFar, awaitsLot = false } = match;
  const placeOf = (outcome: string) => outcomesOf(game).indexOf(outcome);
  if (result !== undefined) return { outcome: placeOf(result), sure: byLot ? 'lot' : 'final' };
  if (soFar) return { outcome: placeOf(soFar.outcome), sure: soFar.isFinal ? 'final' : 'running' };
  return { outcome: null, sure: awaitsLot ? 'awaitsLot' : null };
}
