/** Stands in for the banks' electronic documents: an inbox for each national id. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { z } from 'zod';
import { documentPath, documentSchema } from '../wire.ts';
import { documentPage, page } from './page.ts';
import type { StoredDocument } from './stored-document.ts';

/** A person whom the banks do not know. */
export const strangerId = '1503100080';

const controlSchema = z.object({
  /** Answers the next `times` requests with this status. */
  status: z.int().min(400).max(599).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  times: z.int().min(1).max(1000).optional(),
});
type Control = z.infer<typeof controlSchema>;

const documentsKept = 500;

export function homeBankSandbox(key: string) {
  const documents = new Map<string, StoredDocument>();
  let trouble: Control = {};

  const app = new Hono();
  app.get('/', (c) => c.html(page([...documents.values()])));
  app.get('/document/:id', (c) => {
    const document = documents.get(c.req.param('id'));
    return document ? c.html(documentPage(document)) : c.notFound();
  });
  app.put(documentPath('id').replace(/id$/, ':id'), async (c) => {
    if (c.req.header('authorization') !== `Bearer ${key}`) return c.json({ error: 'not authorised' }, 401);
    const { status, delayMs = 0, times = 1 } = trouble;
    trouble = times > 1 ? { ...trouble, times: times - 1 } : {};
    await sleep(delayMs);
    if (status !== undefined) return new Response('{"error":"on demand"}', { status });
    const sent = documentSchema.safeParse(await c.req.json().catch(() => null));
    if (!sent.success) return c.json({ error: sent.error.issues }, 400);
    if (sent.data.nationalId === strangerId) return c.json({ error: 'unknown person' }, 404);
    const id = c.req.param('id') ?? '';
    if (documents.has(id)) return c.json({ id });
    documents.set(id, { id, ...sent.data });
    for (const oldest of [...documents.keys()].slice(0, -documentsKept)) documents.delete(oldest);
    return c.json({ id }, 201);
  });

  const control = new Hono();
  control.get('/', (c) => c.json({ documents: [...documents.values()], ...trouble }));
  control.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    trouble = wanted.data;
    return c.json(trouble);
  });
  return { app, control };
}
