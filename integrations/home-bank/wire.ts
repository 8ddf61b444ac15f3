/**
 * Delivery of documents. No bank publishes its protocol, so this one is ours: `PUT documents/{id}` with a
 * bearer key; 201 for a new document, 200 for one that is there already, 404 for a person unknown to it.
 */
import { z } from 'zod';

export const documentPath = (id: string): string => `/documents/${encodeURIComponent(id)}`;

export const documentSchema = z.strictObject({
  nationalId: z.string().regex(/^\d{10}$/),
  title: z.string().min(1).max(200),
  text: z.string().min(1).max(20_000),
});
export type WireDocument = z.infer<typeof documentSchema>;
