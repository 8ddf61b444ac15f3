/** Everybody's phone: what it is asked, and the person's thumb. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { Authority } from './authority.ts';
import { page } from './page.ts';
import type { Requests } from './requests.ts';
import { subscribers } from './subscribers.ts';

const deedSchema = z.object({
  deed: z.enum(['confirm', 'cancel', 'block', 'ignore']).default('confirm'),
  choice: z.string().optional(),
});

type PhoneParts = { requests: Requests; authority: Authority; now(): Date };

export function phoneRoutes({ requests, authority, now }: PhoneParts): Hono {
  const app = new Hono();
  app.get('/', (c) => {
    const owners = subscribers.map((person) => ({ ...person, expires: authority.expires(person) }));
    return c.html(
      page({ owners, waiting: requests.waiting(), now: now(), autoConfirm: requests.autoConfirm }),
    );
  });
  app.post('/phone/:id', async (c) => {
    const deed = deedSchema.safeParse(await c.req.parseBody());
    if (!deed.success) return c.text('confirm, cancel, block or ignore', 400);
    requests.act(c.req.param('id'), deed.data.deed, deed.data.choice); // ended meanwhile: the page shows it
    return c.redirect('..', 303);
  });
  app.post('/renew/:nationalId', (c) => {
    const person = subscribers.find(({ nationalId }) => nationalId === c.req.param('nationalId'));
    if (!person || person.certificateDays === null) return c.text('nobody to renew for', 404);
    authority.renew(person);
    return c.redirect('..', 303);
  });
  return app;
}
