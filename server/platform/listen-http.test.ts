import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { closeServer, listening } from './listen-http.ts';
import { freePort } from './postgres/process.ts';

test('a running request is finished, new ones are not taken', async () => {
  const arrived = Promise.withResolvers<void>();
  const app = new Hono().get('/', async (context) => {
    arrived.resolve();
    await sleep(150);
    return context.text('done');
  });
  const port = await freePort();
  const server = serve({ fetch: app.fetch, port });
  await listening(server);
  const running = fetch(`http://localhost:${port}/`);
  await arrived.promise;
  const closed = closeServer(server);
  await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow();
  expect(await (await running).text()).toBe('done');
  await closed;
});

test('a taken port is told', async () => {
  const port = await freePort();
  const first = serve({ fetch: () => new Response(), port });
  await listening(first);
  const second = serve({ fetch: () => new Response(), port });
  await expect(listening(second)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await closeServer(first);
});
