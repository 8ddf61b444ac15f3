/** A match of a football pool, as programs and tickets show it. */
import { z } from 'zod';
import * as v from './values.ts';

const signs = z.object({ 1: z.number(), X: z.number(), 2: z.number() });
const score = z.object({ home: z.int(), away: z.int() });
const matchStatuses = ['notStarted', 'onGoing', 'finished', 'cancelled'] as const;

/** A match of a program, and what is known of it. */
export const match = z.object({
  number: z.int(),
  /** Both teams. */
  name: z.string(),
  competition: z.string(),
  country: z.string(),
  homeTeam: z.string(),
  awayTeam: z.string(),
  /** As it stands now; `kickOffMoved` where the program was released with another. */
  dateKickOff: v.instant,
  kickOffMoved: z.boolean().optional(),
  status: z.enum(matchStatuses),
  /** After regular time, also while it is played. */
  score: score.optional(),
  /** Count for nothing here. */
  extraTime: score.optional(),
  shootOut: score.optional(),
  /** The sign, or how many goals; once it is known. */
  result: z.string().optional(),
  /** Before that, what it counts as: by its score, `isFinal` once it has ended and sources agree. */
  soFar: z.object({ outcome: z.string(), isFinal: z.boolean() }).optional(),
  /** No score will count, and the beacon has not spoken yet. */
  awaitsLot: z.boolean().optional(),
  byLot: z.boolean().optional(),
  /** Which of the hundred units was drawn, counted from 1. */
  lotUnit: z.int().optional(),
});

export const totoMatch = match.extend({
  percent1: z.int(),
  percentX: z.int(),
  percent2: z.int(),
  forecast: signs.optional(),
  odds: signs.optional(),
  /** Of all rows sold, whole percent, as of `soldAt`. */
  peopleChoice: signs.optional(),
});

export const xgMatch = match.extend({
  predictions: z.array(z.int()),
  /** As of a match with signs: of 0 to 7 and more goals. */
  peopleChoice: z.array(z.int()).optional(),
});
