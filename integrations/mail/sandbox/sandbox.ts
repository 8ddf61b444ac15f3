/** Stands in for a mail server: SMTP on a port of its own, Mailpit's routes to look, a page for people. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { createInbox, type Inbox, type StoredLetter } from './inbox.ts';
import { letterPage, listPage } from './page.ts';
import { startSink, type Trouble } from './smtp.ts';

const controlSchema = z.object({
  fault: z.enum(['busy', 'refuse', 'drop']).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  /** For so many letters; 1 unless said. */
  times: z.int().min(1).max(1000).optional(),
});

export async function mailSandbox(dataDir: string) {
  const inbox = createInbox();
  let trouble: Trouble = {};
  let left = 0;
  const next = (): Trouble => {
    if (left === 0) return {};
    left -= 1;
    return trouble;
  };
  const sink = await startSink(dataDir, inbox, next);

  const control = new Hono();
  control.get('/', (c) => c.json({ letters: inbox.search(''), ...trouble, times: left }));
  control.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    const { times = 1, ...rest } = wanted.data;
    trouble = rest;
    left = Object.keys(rest).length === 0 ? 0 : times;
    return c.json({ ...trouble, times: left });
  });
  return { app: inboxRoutes(inbox), control, stop: sink.stop };
}

function inboxRoutes(inbox: Inbox): Hono {
  const app = new Hono();
  app.get('/', (c) => c.html(listPage(inbox.search(c.req.query('query') ?? ''), c.req.query('query') ?? '')));
  app.get('/letter/:id', (c) => {
    const letter = inbox.find(c.req.param('id'));
    return letter ? c.html(letterPage(letter)) : c.notFound();
  });
  app.get('/api/v1/messages', (c) => listed(c, inbox.search('')));
  app.get('/api/v1/search', (c) => listed(c, inbox.search(c.req.query('query') ?? '')));
  app.get('/api/v1/message/:id', (c) => {
    const letter = inbox.find(c.req.param('id'));
    return letter ? c.json({ ...letter, Cc: [], Bcc: [], ReplyTo: [], Attachments: [] }) : c.notFound();
  });
  app.delete('/api/v1/messages', async (c) => {
    const { IDs = [] } = (await c.req.json().catch(() => ({}))) as { IDs?: string[] };
    inbox.remove(IDs);
    return c.text('ok');
  });
  return app;
}

function listed(c: Context, found: readonly StoredLetter[]) {
  const start = Math.max(0, Number(c.req.query('start')) || 0);
  const limit = Math.max(1, Number(c.req.query('limit')) || 50);
  const messages = found.slice(start, start + limit).map(({ Text, HTML: _, Date: Created, ...letter }) => ({
    ...letter,
    Created,
    Snippet: Text.slice(0, 250),
    Attachments: 0,
    Read: false,
  }));
  const total = found.length;
  return c.json({ total, unread: total, count: messages.length, messages_count: total, start, messages });
}
