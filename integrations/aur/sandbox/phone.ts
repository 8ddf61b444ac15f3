/** Practice phones: what each is asked, and the person's thumb. */
import { Hono } from 'hono';
import { z } from 'zod';
import { frontPage, phonePage } from './page.ts';
import type { Purchases } from './purchases.ts';

const deedSchema = z.object({ deed: z.enum(['approve', 'cancel']) });

/** As people write them: blanks and dashes fall away. */
const numberOf = (text: string): string => text.replace(/\D/g, '').replace(/^(00)?354(?=\d{7}$)/, '');

const endedShown = 10;

export function phoneRoutes({ purchases, now }: { purchases: Purchases; now: () => Date }): Hono {
  const app = new Hono();
  app.get('/', (c) => {
    purchases.settle();
    return c.html(frontPage([...new Set(purchases.waiting().map(({ msisdn }) => msisdn))]));
  });
  app.get('/phone', (c) => {
    const msisdn = numberOf(c.req.query('msisdn') ?? '');
    if (!/^\d{7}$/.test(msisdn)) return c.html(frontPage([], c.req.query('msisdn') ?? ''), 400);
    purchases.settle();
    const own = purchases.all().filter((purchase) => purchase.msisdn === msisdn);
    const told = own.map((purchase) => ({ purchase, ending: purchases.ending(purchase) }));
    return c.html(
      phonePage({
        msisdn,
        waiting: told.filter(({ ending }) => !ending).map(({ purchase }) => purchase),
        ended: told.filter(({ ending }) => ending).slice(-endedShown),
        now: now(),
      }),
    );
  });
  app.post('/phone/:token', async (c) => {
    const deed = deedSchema.safeParse(await c.req.parseBody());
    const purchase = purchases.find({ token: c.req.param('token') });
    if (!deed.success || !purchase) return c.text('approve or cancel a request', 400);
    purchases.act(purchase, deed.data.deed); // ended meanwhile: the page shows it
    return c.redirect(`/aur/phone?msisdn=${purchase.msisdn}`, 303);
  });
  return app;
}
