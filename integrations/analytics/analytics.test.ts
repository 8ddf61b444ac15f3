import { expect, test } from 'vitest';
import { analyticsSandbox } from './sandbox/sandbox.ts';
import { sendPath } from './wire.ts';

const website = '00000000-0000-4000-8000-000000000001';
const payload = { website, hostname: 'hending.is', url: '/lottoleikir/lotto', referrer: '', screen: '390+' };

function sandbox() {
  const { app, control } = analyticsSandbox();
  const post = (target: typeof app, path: string, body: unknown) =>
    target.request(path, { method: 'POST', body: JSON.stringify(body) });
  const send = (event: unknown) => post(app, sendPath, event);
  const events = async () => ((await (await control.request('/')).json()) as { events: unknown[] }).events;
  return { app, control, post, send, events };
}

test('an event is kept, and browsers of other origins may send it', async () => {
  const { app, send, events } = sandbox();
  const event = { type: 'event', payload };
  expect((await send(event)).status).toBe(200);
  expect(await events()).toEqual([event]);
  const asked = await app.request(sendPath, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
  });
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
});

test.each([
  { url: '/minar-sidur?ticketId=1' },
  { referrer: 'https://example.is/page?q=1' },
  { playerId: '7' },
  { website: 'x' },
])('%o is not what we send: refused', async (wrong) => {
  const { send, events } = sandbox();
  expect((await send({ type: 'event', payload: { ...payload, ...wrong } })).status).toBe(400);
  expect(await events()).toEqual([]);
});

test('it fails when told to', async () => {
  const { control, post, send, events } = sandbox();
  await post(control, '/', { status: 503 });
  expect((await send({ type: 'event', payload })).status).toBe(503);
  expect(await events()).toEqual([]);
});
