/** What was played and drawn in a game that the pages do not know: its kind brings marks, and words for them. */
import { z } from 'zod';

export const words = z.object({ is: z.string(), en: z.string() });

/** One thing that was marked or drawn: a score, a sign, a number. */
const mark = z.object({
  /** Where it stands, such as the number of a match. */
  place: z.string().optional(),
  text: z.string(),
  /** Of a mark that was played, once it is known. */
  isRight: z.boolean().optional(),
});

export const describedOutcome = z.object({ name: words, marks: z.array(mark) });

export const describedPlay = z.object({
  /** The first rows of a long coupon. */
  rows: z.array(z.object({ marks: z.array(mark) })),
  /** All of them, those of a system counted. */
  rowCount: z.int(),
  /** What the rows do not say, such as how a system plays them. */
  note: words.optional(),
  outcome: describedOutcome.optional(),
});

/** A game by the names that its kind gives it; the texts name those of the product. */
export const namedGame = z.object({ gameId: z.string(), name: words, nameIn: words });

export type Words = z.output<typeof words>;
export type Mark = z.output<typeof mark>;
export type DescribedOutcome = z.output<typeof describedOutcome>;
export type DescribedPlay = z.output<typeof describedPlay>;
