/**
 * Coupons, outcomes and results of games that the pages do not know: their kind brings marks, and words for
 * them in both languages.
 */
import { z } from 'zod';
import * as draws from './draws.ts';

export const words = z.object({ is: z.string(), en: z.string() });

/** One thing that was marked or drawn: a score, a sign, a number. */
const mark = z.object({
  /** Where it stands, such as the number of a match. */
  place: z.string().optional(),
  text: z.string(),
  /** What a system plays at the same place besides. */
  also: z.array(z.string()).optional(),
  /** Of a mark that was played, once it is known. */
  isRight: z.boolean().optional(),
});

const drawnMark = mark.pick({ place: true, text: true }).extend({
  /** Nothing was decided: whatever was played there is right. */
  isOpen: z.boolean().optional(),
  /** Of a match whose outcome was drawn by lot. */
  byLot: z.boolean().optional(),
});

const outcome = z.object({ name: words, marks: z.array(drawnMark) });

const play = z.object({
  rows: z.array(z.object({ marks: z.array(mark) })),
  /** Rows of a long coupon that are not listed. */
  leftOut: z.int().optional(),
  /** All of them, those of a system counted. */
  rowCount: z.int(),
  /** What the rows do not say, such as how a system plays them. */
  note: words.optional(),
  outcome: outcome.optional(),
});

export const describedCoupon = draws.coupon.extend({ play });

/** What a ticket's code tells beside the verdict. */
export const describedCheck = z.object({
  gameId: z.string(),
  draws: z.array(draws.checkedDraw.extend({ play })),
});

/** With the lines of the outcome as they are signed. */
export const describedSettlement = draws.settlement.extend({ outcome: z.array(z.string()) });

export const describedRules = z.looseObject({ rulesId: z.string() });

export const describedResult = draws.result.extend({
  /** Absent of a draw that was cancelled. */
  outcome: outcome.optional(),
  /** With the tier in words, where its name does not say it. */
  wins: z.array(draws.prizeRow.extend({ words: words.optional() })),
});

/** A game by the names that its kind gives it: the nominative, and as it stands after a verb. */
export const namedGame = z.object({ gameId: z.string(), name: words, nameIn: words });

export type Words = z.output<typeof words>;
export type Mark = z.output<typeof mark>;
export type DescribedOutcome = z.output<typeof outcome>;
export type DescribedPlay = z.output<typeof play>;
export type DescribedCheck = z.output<typeof describedCheck>;
export type DescribedResult = z.output<typeof describedResult>;
