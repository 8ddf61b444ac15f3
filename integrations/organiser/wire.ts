/**
 * The protocol between the product and the organiser of common pools, our own, version 1.
 *
 * `POST /organiser/figures` with a participation (JSON) is answered 200 with `{ protocol, signature }`
 * (`integrations/signed-protocol.ts`); the protocol is the file of figures. The first participation for
 * (game, draw) makes the figures; the same one again gets the same answer, another one is 409. With `?plain`
 * the file comes alone, for people who bring it by hand. A malformed participation is 400, an organiser out
 * of order 503.
 */
import { z } from 'zod';

export const figuresPath = '/figures';

const count = z.int().min(0).max(1e12);

export const participationSchema = z.object({
  game: z.string().min(1).max(40),
  draw: z.int().min(1),
  rulesId: z.string().min(1).max(80),
  rows: count,
  /** Of any part; those of the rows' tiers are read. */
  winners: z.array(z.object({ part: z.string().optional(), tier: z.int().min(1), winners: count })),
});
export type WireParticipation = z.infer<typeof participationSchema>;

/** What of the file this side reads: the rest is for the rules of the game. */
export const figuresSchema = z.object({ game: z.string(), draw: z.int() });
