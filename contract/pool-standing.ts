/** How tickets and all rows of a program stand while its matches are played. */
import { z } from 'zod';
import * as v from './values.ts';

/** How all rows of a running program stand: an estimate by the scores now. */
export const programStanding = z.object({
  countedAt: v.instant,
  /** Matches that have an outcome if the scores hold. The others count as right below. */
  begun: z.int(),
  rows: z.int(),
  /** Rows that have none of them wrong. */
  rowsAllRight: z.int(),
  /** If it ended now. Without amounts where an organiser decides them. */
  tiers: z.array(
    z.object({ correctCount: z.int(), winnerCount: z.int(), amountWinner: v.amount.optional() }),
  ),
});

/** How the rows of a ticket stand while the program is played. */
export const ticketStanding = z.object({
  /** Matches that have an outcome if the scores hold, and how many of them are right in the best row. */
  begun: z.int(),
  right: z.int(),
  /** Right matches that the best row can still reach. */
  reachable: z.int(),
  tiers: z.array(
    z.object({
      right: z.int(),
      /** Rows that can still reach it or more, and those that do if the scores hold. */
      alive: z.int(),
      holds: z.int(),
      /** Rows that can reach it, and nothing better. */
      atBest: z.int(),
    }),
  ),
});
