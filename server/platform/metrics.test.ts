import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { mayReadMetrics, metricsAnswer } from './metrics.ts';

const asker = { address: '203.0.113.5', authorization: undefined, forwarded: false };

test.each([
  ['this machine', { ...asker, address: '127.0.0.1' }, null, true],
  ['this machine by IPv6', { ...asker, address: '::ffff:127.0.0.1' }, null, true],
  ['a proxy on this machine', { ...asker, address: '127.0.0.1', forwarded: true }, null, false],
  ['elsewhere', asker, 'secret', false],
  ['elsewhere with the token', { ...asker, authorization: 'Bearer secret' }, 'secret', true],
  ['elsewhere with a wrong token', { ...asker, authorization: 'Bearer Secret' }, 'secret', false],
  ['elsewhere, no token set', { ...asker, authorization: 'Bearer ' }, null, false],
])('%s', (_name, who, token, allowed) => {
  expect(mayReadMetrics(who, token)).toBe(allowed);
});

test('the answer is in the format of Prometheus, and hidden from others', async () => {
  const app = new Hono().get('/metrics', (context) => metricsAnswer(context, { metricsToken: 'secret' }));
  const answer = await app.request('/metrics', { headers: { authorization: 'Bearer secret' } });
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(await answer.text()).toContain('process_cpu_seconds_total');
  expect((await app.request('/metrics')).status).toBe(404);
});
