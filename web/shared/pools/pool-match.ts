/** A match of a program, and a row of a ticket, as tickets of pools show them. */
import type { ApiAnswer } from '#contract/api.ts';
import type { PoolId } from '#rules/pools/games.ts';
import { type KnownOutcome, knownOutcome } from '#rules/pools/known-outcome.ts';

type Program = ApiAnswer<'toto.program'> | ApiAnswer<'xg.program'> | ApiAnswer<'toto.ticket'>['program'];
type Event = Program['events'][number];

export type PoolMatch = KnownOutcome & {
  readonly number: number;
  readonly home: string;
  readonly away: string;
  readonly kickOff: string;
  readonly isMoved: boolean;
  readonly status: 'notStarted' | 'onGoing' | 'finished' | 'cancelled';
  /** Null of a match that was decided by lot. */
  readonly score: { readonly home: number; readonly away: number } | null;
  /** The unit that was drawn, and how the hundred units were shared out. */
  readonly lot: { readonly unit: number; readonly chances: readonly number[] } | null;
};

/** `index` counts from 0 in the order of the purchase; a mask for each match. */
export type PoolRow = { readonly index: number; readonly picks: readonly number[]; readonly right: number };

/** What of a ticket is shown beside its matches. */
export type PoolMarks = {
  /** A mask for each match; null of a ticket with several rows. */
  readonly panel: readonly number[] | null;
  readonly base: readonly number[] | null;
  readonly rows: readonly PoolRow[];
  /** Which of a long ticket's rows these are. */
  readonly listed: 'all' | 'best' | 'first';
  /** Whether its reader can download all of them. */
  readonly hasFile: boolean;
  /** Rows as they were bought; those of systems are not counted. */
  readonly panelCount: number;
  readonly matches: readonly PoolMatch[];
};

export function poolMatchOf(gameId: PoolId, event: Event): PoolMatch {
  const { number, homeTeam, awayTeam, dateKickOff, status, score, byLot = false, lotUnit } = event;
  return {
    ...{ number, home: homeTeam, away: awayTeam, kickOff: dateKickOff, status },
    isMoved: event.kickOffMoved === true,
    score: byLot ? null : (score ?? null),
    ...knownOutcome(gameId, event),
    lot: byLot && lotUnit !== undefined ? { unit: lotUnit, chances: chancesOf(event) } : null,
  };
}

function chancesOf(event: Event): number[] {
  if ('predictions' in event) return [...event.predictions];
  return [event.percent1, event.percentX, event.percent2];
}
