import { expect, test } from 'vitest';
import { mayReadMetrics, metricsText } from './metrics.ts';

const asker = { address: '203.0.113.5', authorization: undefined, isForwarded: false };

test.each([
  ['this machine', { ...asker, address: '127.0.0.1' }, null, true],
  ['this machine by IPv6', { ...asker, address: '::ffff:127.0.0.1' }, null, true],
  ['a proxy on this machine', { ...asker, address: '127.0.0.1', isForwarded: true }, null, false],
  ['elsewhere', asker, 'secret', false],
  ['elsewhere with the token', { ...asker, authorization: 'Bearer secret' }, 'secret', true],
  ['elsewhere with a wrong token', { ...asker, authorization: 'Bearer Secret' }, 'secret', false],
  ['elsewhere, no token set', { ...asker, authorization: 'Bearer ' }, null, false],
])('%s', (_name, who, token, allowed) => {
  expect(mayReadMetrics(who, token)).toBe(allowed);
});

test('the text is in the format of Prometheus', async () => {
  const { body, contentType } = await metricsText();
  expect(contentType).toContain('text/plain');
  expect(body).toContain('process_cpu_seconds_total');
});
