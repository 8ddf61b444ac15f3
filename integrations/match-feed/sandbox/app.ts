/** The sandbox over HTTP: the protocol of `wire.ts`, a page for people, and a control for testers. */
import { type KeyObject, sign } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { createControl, faultFields, forged } from '../../sandbox-control.ts';
import { frame } from '../../sandbox-page.ts';
import { newsMax, newsPath, newsSchema, questionSchema, type WireAnswer, type WireNews } from '../wire.ts';

const controlSchema = z.object({
  /** Said in the next answer before anything else, whatever its time. */
  news: z.array(newsSchema).optional(),
  ...faultFields,
});
type Control = z.infer<typeof controlSchema>;

type Season = (after: Date, until: Date) => WireNews[];

export function createApps(key: KeyObject, season: Season): { app: Hono; control: Hono } {
  const { control, note, take } = createControl<Control>(
    {},
    { schema: controlSchema, following, shown: () => ({}) },
  );
  const app = new Hono();
  app.get('/', (c) => c.html(page));
  app.post(newsPath, async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    note(body);
    const question = questionSchema.safeParse(body);
    if (!question.success) return c.json({ error: 'not a question' }, 400);
    const { fault, news = [] } = await take();
    if (fault === 'refuse') return c.json({ error: 'out of order' }, 503);
    if (fault === 'garbage') return c.text('{"protocol":');
    const { after, at } = question.data;
    const protocol = JSON.stringify(answerTo(question.data, news, season(new Date(after), new Date(at))));
    const signature = sign(null, Buffer.from(protocol), key).toString('base64url');
    const answer = { protocol, signature };
    return c.json(fault === 'forge' ? forged(answer) : answer);
  });
  return { app, control };
}

/** As much as one answer holds, of each instant all. */
function answerTo(
  question: Pick<WireAnswer, 'version' | 'after' | 'at'>,
  told: readonly WireNews[],
  all: readonly WireNews[],
): WireAnswer {
  const next = all[newsMax];
  if (!next) return { ...question, until: question.at, news: [...told, ...all] };
  const whole = all.slice(0, newsMax).filter(({ at }) => at < next.at);
  return { ...question, until: whole.at(-1)?.at ?? next.at, news: [...told, ...whole] };
}

/** A fault takes nothing of what should be said. */
function following({ fault, news }: Control): Control {
  return fault !== undefined && news ? { news } : {};
}

const page = frame(
  'Match feed',
  html`<p>
    A sandbox that plays sample seasons by the clock of the product: programs of the pools, kick-offs, odds,
    scores. <code>POST /_control/match-feed</code> with
    <code>{"news":[{"kind":"match","at":"…","match":"en1-360-1","score":{"home":1,"away":0}}]}</code> says
    something more in the next answer; <code>{"fault":"refuse"}</code>, <code>"garbage"</code>,
    <code>"forge"</code> and <code>{"delayMs":5000}</code> break it.
    <a href="/_control/match-feed">Questions received</a> · <a href="/">All sandboxes</a>
  </p>`,
);
