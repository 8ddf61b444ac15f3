/**
 * Nova's SMS API v1: one address takes both requests, `POST` with JSON and HTTP Basic.
 * `{from, to, body, wait}` sends, `{uuid}` asks about what was sent; both are answered in the same shape.
 */
import { z } from 'zod';

export const sendSchema = z.strictObject({
  from: z.string().min(1).max(11),
  to: z
    .array(z.string().regex(/^(\+\d{7,15}|\d{7})$/))
    .min(1)
    .max(100),
  body: z.string().min(1).max(1600),
  wait: z.enum(['no', 'queue', 'delivery']),
  callback: z.url().optional(),
});
export type WireSend = z.infer<typeof sendSchema>;

export const querySchema = z.strictObject({ uuid: z.array(z.uuid()).min(1).max(100) });

export const statusSchema = z.enum([
  ...(['accepted', 'delivered', 'failed', 'queued', 'queueing', 'rejected', 'timeout', 'unknown'] as const),
]);
export type WireStatus = z.infer<typeof statusSchema>;

const messageSchema = z.object({
  uuid: z.string(),
  to: z.string(),
  delivery_status: statusSchema,
  error: z.boolean(),
  segments_total: z.int(),
});
export type WireMessage = z.infer<typeof messageSchema>;

export const answerSchema = z.object({
  error: z.boolean(),
  error_details: z.string().nullish(),
  messages: z.array(messageSchema),
  messages_total: z.int(),
});
export type WireAnswer = z.infer<typeof answerSchema>;
