/**
 * What Umami is sent: `POST /api/send` with JSON, from the visitor's browser, without cookies. Answered 200;
 * a malformed body is 400. Fields that Umami knows and we never send are not here.
 */
import { z } from 'zod';

export const sendPath = '/api/send';

export const eventSchema = z.strictObject({
  type: z.literal('event'),
  payload: z.strictObject({
    website: z.uuid(),
    hostname: z.string().max(100),
    /** Path alone. */
    url: z.string().regex(/^\/[^?#]*$/),
    /** `https://host/`, empty when the visitor came from nowhere we may know. */
    referrer: z.string().regex(/^$|^https?:\/\/[^/]+\/$/),
    /** A class of widths, `390+`, not the screen's size. */
    screen: z.string().max(11),
  }),
});
export type WireEvent = z.infer<typeof eventSchema>;
