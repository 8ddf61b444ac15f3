/**
 * The protocol between the product and a feed of matches, our own, version 1.
 *
 * `POST /match-feed/news` with `{ version, after, at }` is answered 200 with `{ protocol, signature }`
 * (`integrations/signed-protocol.ts`). The protocol names the question it answers, so that an old answer is
 * not taken for a new one. News may come again and in any order: each has the feed's own time. A malformed
 * question is 400, a feed out of order 503.
 */
import { z } from 'zod';

export const wireVersion = 1;
export const newsPath = '/news';
/** In one answer. */
export const newsMax = 500;

const instant = z.iso.datetime();
const goals = z.int().min(0).max(99);
const score = z.object({ home: goals, away: goals });

export const questionSchema = z.object({ version: z.literal(wireVersion), after: instant, at: instant });
export type WireQuestion = z.infer<typeof questionSchema>;

export const newsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('match'),
    at: instant,
    match: z.string().min(1).max(60),
    kickOff: instant.optional(),
    state: z.enum(['notStarted', 'onGoing', 'finished', 'abandoned', 'postponed', 'cancelled']).optional(),
    score: score.optional(),
    extraTime: score.optional(),
    shootOut: score.optional(),
  }),
  z.object({ kind: z.literal('program'), at: instant, game: z.string(), file: z.string().max(100_000) }),
]);
export type WireNews = z.infer<typeof newsSchema>;

export const answerSchema = z.object({
  version: z.literal(wireVersion),
  after: instant,
  at: instant,
  until: instant,
  news: z.array(newsSchema),
});
export type WireAnswer = z.infer<typeof answerSchema>;
