/** Stands in for a distributor of the register of persons: the invented people, and faults on demand. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { type InventedPerson, people } from '#integrations/people.ts';
import { peoplePath, type WirePerson } from '../wire.ts';

const controlSchema = z.object({
  /** Answers so until told otherwise; 200 ends it. */
  status: z.int().min(200).max(599).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  /** This person dies, or comes back to life. */
  nationalId: z.string().optional(),
  deceased: z.boolean().optional(),
});

const keptMax = 200;

/** @param key what `Authorization` must be */
export function registrySandbox(key: string): { app: Hono; control: Hono } {
  const requests: { nationalId: string; status: number }[] = [];
  const deceased = new Map(people.map((person) => [person.nationalId, person.deceased === true]));
  let { status = 200, delayMs = 0 }: z.infer<typeof controlSchema> = {};

  const answer = (nationalId: string, shownKey: string | undefined): [object, 200 | 400 | 404] => {
    if (shownKey !== key) return [{ error: 'Authorization' }, 400];
    const person = people.find((one) => one.nationalId === nationalId);
    if (!person) return [{ error: 'Not found' }, 404];
    return [recordOf(person, deceased.get(nationalId) === true), 200];
  };

  const app = new Hono();
  app.get('/', (c) => c.html(page(deceased)));
  app.get(`${peoplePath}:nationalId`, async (c) => {
    await sleep(delayMs);
    const nationalId = c.req.param('nationalId');
    const [body, code] = answer(nationalId, c.req.header('authorization'));
    requests.push({ nationalId, status: status === 200 ? code : status });
    if (requests.length > keptMax) requests.shift();
    return status === 200 ? c.json(body, code) : new Response('{"error":"on demand"}', { status });
  });

  const control = new Hono();
  control.get('/', (c) => c.json({ requests, status, delayMs }));
  control.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    const { nationalId } = wanted.data;
    if (nationalId !== undefined && !deceased.has(nationalId)) return c.json({ error: 'nobody' }, 404);
    if (nationalId !== undefined) deceased.set(nationalId, wanted.data.deceased === true);
    else ({ status = 200, delayMs = 0 } = wanted.data);
    return c.json({ status, delayMs });
  });
  return { app, control };
}

function recordOf({ nationalId, firstName, lastName, home }: InventedPerson, deceased: boolean): WirePerson {
  return {
    nationalId,
    name: `${firstName} ${lastName}`,
    firstName,
    lastName,
    address: null,
    postalCode: null,
    city: null,
    ...home,
    deceased,
    protected: home === null,
  };
}

function page(deceased: ReadonlyMap<string, boolean>) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Register of persons</title>
      <style>
        body {
          font: 1rem/1.5 system-ui;
          margin: 2rem;
          max-width: 60rem;
        }
        td, th { text-align: left; padding: 0.25rem 1rem 0.25rem 0; font-variant-numeric: tabular-nums; }
      </style>
      <h1>Register of persons</h1>
      <p>
        A sandbox with invented people. <code>GET ${peoplePath}{nationalId}</code> with the key in
        <code>Authorization</code>. <code>POST /_control/registry</code> with <code>{"status":503}</code>,
        <code>{"delayMs":20000}</code> or <code>{"nationalId":"0101700019","deceased":true}</code> changes it.
        <a href="/_control/registry">Requests received</a> · <a href="/">All sandboxes</a>
      </p>
      <table>
        <tr><th>National id</th><th>Name</th><th>Home</th><th></th></tr>
        ${people.map(
          ({ nationalId, firstName, lastName, home }) => html`<tr>
            <td>${nationalId}</td>
            <td>${firstName} ${lastName}</td>
            <td>${home ? `${home.address}, ${home.postalCode} ${home.city}` : 'protected'}</td>
            <td>${deceased.get(nationalId) === true ? 'deceased' : ''}</td>
          </tr>`,
        )}
      </table>
    </html>`;
}
