import { expect, test } from 'vitest';
import { createPageApi } from './page-api.server.ts';

function counting(status = 200) {
  const asked: string[] = [];
  const api = createPageApi((path) => {
    asked.push(path);
    return Promise.resolve(Response.json(status === 200 ? {} : { code: 'UNKNOWN' }, { status }));
  });
  return { api, asked };
}

test('what frame and page both read is asked once, other input anew', async () => {
  const { api, asked } = counting();
  await Promise.all([api('account.details', {}), api('account.details', {})]);
  await api('tickets.list', { params: { page: '1' } });
  await api('tickets.list', { params: { page: '2' } });
  expect(asked.map((path) => path.replace(/^.*user/, ''))).toEqual([
    '/account/details',
    '/tickets/1',
    '/tickets/2',
  ]);
});

test('what changes something is asked as often as it is said', async () => {
  const { api, asked } = counting();
  await api('lotto.cancel', { body: { ticketId: 'a' } });
  await api('lotto.cancel', { body: { ticketId: 'a' } });
  expect(asked).toHaveLength(2);
});

test('a failure reaches everybody who asked', async () => {
  const { api } = counting(500);
  const both = await Promise.allSettled([api('account.details', {}), api('account.details', {})]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
