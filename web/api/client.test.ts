import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tables } from '#tools/api-table.ts';
import { apiTable } from './api-table.ts';
import { createApi, type FetchLike } from './client.ts';
import { pageTable } from './page-table.server.ts';

const table = { ...apiTable, ...pageTable };

function answering(status: number, body: unknown) {
  const sent: { path: string; init: RequestInit }[] = [];
  const fetchLike: FetchLike = async (path, init) => {
    sent.push({ path, init });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return { api: createApi(table, fetchLike), sent };
}

test.each(Object.entries(tables))('%s is the one that the contract spells', (path, source) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(source);
});

test('path, query and body go where the contract says', async () => {
  const { api, sent } = answering(200, { tickets: [] });
  await api('tickets.list', { params: { page: '2' }, query: { filter: 'paid' } });
  expect(sent[0]?.path).toBe('/api/proxy/user/tickets/2?filter=paid');
  expect(sent[0]?.init.method).toBe('GET');
});

test('must-hold 50: a purchase carries its key', async () => {
  const { api, sent } = answering(201, { id: 'x', type: 'ticket' });
  const body = { gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 150 };
  await api('lotto.buy', { body }, { idempotencyKey: 'k1' });
  expect(new Headers(sent[0]?.init.headers).get('Idempotency-Key')).toBe('k1');
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual(body);
});

test('a refusal keeps its status, code, issues and errorId', async () => {
  const issues = { body: [{ path: ['rows'], message: 'Invalid wager' }] };
  const { api } = answering(400, { message: 'm', code: 'EC_ROW_LIMIT', details: { errorId: 'e1' }, issues });
  const refusal = await api('system.limits', {}).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 400, code: 'EC_ROW_LIMIT', errorId: 'e1', issues });
});

test('a page takes public answers as they are, without HTTP, and their refusals as errors', async () => {
  const body = { frá: 'minni' };
  const refused = { code: 'EC_NO_DATA_FOUND', details: { errorId: 'e2' } };
  const api = createApi(
    table,
    () => Promise.reject(new TypeError('not over HTTP')),
    (name, { query }) => {
      if (name === 'account.details') return null;
      const known = query?.slug !== 'nei';
      return Promise.resolve(known ? { status: 200, body } : { status: 400, body: refused });
    },
  );
  expect(await api('content.generalPage', { query: { slug: 'x' } })).toBe(body);
  await expect(api('content.generalPage', { query: { slug: 'nei' } })).rejects.toMatchObject({
    status: 400,
    code: 'EC_NO_DATA_FOUND',
    errorId: 'e2',
  });
  await expect(api('account.details', {})).rejects.toMatchObject({ code: 'EC_NETWORK_ERROR' });
});

test('null is an answer like any other', async () => {
  expect(await answering(200, null).api('content.banner', {})).toBeNull();
});

test('no answer is a network error, and so is a success that is no JSON', async () => {
  const silent = createApi(table, () => Promise.reject(new TypeError('failed')));
  await expect(silent('system.limits', {})).rejects.toMatchObject({ status: 0, code: 'EC_NETWORK_ERROR' });
  await expect(answering(200, '<html>').api('system.limits', {})).rejects.toMatchObject({
    code: 'EC_NETWORK_ERROR',
  });
  await expect(answering(502, '<html>').api('system.limits', {})).rejects.toMatchObject({ code: 'UNKNOWN' });
});
