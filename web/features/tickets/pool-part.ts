/** Data of a pool ticket's page, beyond the data of every ticket. */
import type { PoolTicket, ProgramHead } from '#contract/games/pools.ts';
import type { KnownOutcome } from '#rules/pools/known-outcome.ts';

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

export type SoldWeek = { readonly sale: number; readonly saleCount: number; readonly amount: number };

export type PoolPart = Pick<PoolTicket, 'winnings' | 'winMax'> & {
  readonly programId: string;
  readonly week: number;
  /** Kick-off of the first match. */
  readonly playDate: string;
  /** When this was read, in domain time. */
  readonly seenAt: string;
  /** What the page shows of the program (`factsOf`). */
  readonly facts: string;
  readonly system: string | null;
  /** The marks in letters, where they are one panel. */
  readonly code: string | null;
  /** The marks as a query of the play page; null where there are too many rows. */
  readonly played: string | null;
  /** The rows as the question for past programs spells them; null of systems and of many rows. */
  readonly asked: string | null;
  /** A mask for each match; null of a ticket with several rows. */
  readonly panel: readonly number[] | null;
  readonly base: readonly number[] | null;
  readonly rows: readonly PoolRow[];
  /** Rows as they were bought; those of systems are not counted. */
  readonly panelCount: number;
  readonly matches: readonly PoolMatch[];
  /** Null before the first score, and once the ticket is decided. */
  readonly standing: NonNullable<PoolTicket['standing']> | null;
  /** Estimated prize by number of right matches if it ended now; empty where it is unknown. */
  readonly estimate: NonNullable<ProgramHead['standing']>['tiers'];
  /** When results are expected. */
  readonly resultDate: string;
  /** What goes to the club that it supports, and what the whole week gave the club once it is booked. */
  readonly contribution:
    | (NonNullable<PoolTicket['contribution']> & { readonly sold: SoldWeek | null })
    | null;
};
