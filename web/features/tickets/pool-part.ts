/** Data of a pool ticket's page, beyond the data of every ticket. */
import type { PoolTicket, ProgramHead } from '#contract/games/pools.ts';
import type { PoolMarks } from '#web/shared/pools/pool-match.ts';

export type SoldWeek = { readonly sale: number; readonly saleCount: number; readonly amount: number };

export type PoolPart = PoolMarks &
  Pick<PoolTicket, 'winnings' | 'winMax'> & {
    readonly programId: string;
    readonly week: number;
    /** The matches of the program are made up. */
    readonly isSample: boolean;
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
    /** Null before the first score, and once the ticket is decided. */
    readonly standing: NonNullable<PoolTicket['standing']> | null;
    /** Estimated prize by number of right matches if it ended now; empty where it is unknown. */
    readonly estimate: NonNullable<ProgramHead['standing']>['tiers'];
    /** When results are expected. */
    readonly resultDate: string;
    /** The share of the ticket that goes to its club. `sold`: the club's whole week, once it is booked. */
    readonly contribution:
      | (NonNullable<PoolTicket['contribution']> & { readonly sold: SoldWeek | null })
      | null;
  };
