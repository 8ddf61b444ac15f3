/** What a match of a program ends with as far as it is known: for good, or as its score stands. */

import { outcomeOfScore, outcomesOf, type PoolId } from './games.ts';
import { lotReason } from './program.ts';

export type KnownMatch = {
  /** As the program has it, once it is decided. */
  readonly result?: string | undefined;
  readonly byLot?: boolean | undefined;
  readonly status: 'notStarted' | 'onGoing' | 'finished' | 'cancelled';
  readonly score?: { readonly home: number; readonly away: number } | undefined;
  readonly dateKickOff: string;
};

export type Times = { readonly closeDate: string; readonly roundEnds: string };

/** `running`: it may change. `awaitsLot`: no score will count. */
export type KnownOutcome =
  | { readonly outcome: number; readonly sure: 'running' | 'final' | 'lot' }
  | { readonly outcome: null; readonly sure: 'awaitsLot' | null };

export function knownOutcome(game: PoolId, times: Times, match: KnownMatch): KnownOutcome {
  const { result, byLot = false, status, score } = match;
  if (result !== undefined) {
    return { outcome: outcomesOf(game).indexOf(result), sure: byLot ? 'lot' : 'final' };
  }
  if (byLot || status === 'cancelled') return { outcome: null, sure: 'awaitsLot' };
  if (status === 'notStarted') return { outcome: null, sure: null };
  if (isOutOfRound(times, match)) return { outcome: null, sure: 'awaitsLot' };
  if (!score) return { outcome: null, sure: null };
  const sure = status === 'finished' ? 'final' : 'running';
  return { outcome: outcomeOfScore(game, score.home, score.away), sure };
}

function isOutOfRound({ closeDate, roundEnds }: Times, { dateKickOff }: KnownMatch): boolean {
  const [kickOff, closedAt, end] = [dateKickOff, closeDate, roundEnds].map((text) => new Date(text));
  return lotReason({ kickOff: kickOff as Date, closedAt: closedAt as Date, roundEnds: end as Date }) !== null;
}
