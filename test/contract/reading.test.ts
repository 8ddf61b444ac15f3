/** Reading changes nothing: every GET and HEAD of the contract, of the session endpoints and beside them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call, takesHead } from '#contract/call.ts';
import { kinds } from '#server/games/registry.ts';
import { createOwnPageReader } from '#server/http/own-page.ts';
import { hashToken } from '#server/players/sessions/sessions.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { rowsOfAll } from '#test/harness/rows.ts';
import { addDraw, addPlayers } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let cookie = '';

const gets = (Object.entries(api) as [CallName, Call][]).filter(([, { method }]) => method === 'GET');
const beside = [
  ...['session', 'csrf', 'providers', 'signin', 'signout', 'error', 'verify-request', 'nothing'].map(
    (action) => `/api/auth/${action}`,
  ),
  ...['deposit', 'credit-card', 'subscription-card'].map((page) => `/api/verify/${page}?MD=x&mdStatus=1`),
  ...['/api/callback/aur', '/api/health', '/api/live', '/api/openapi.json', '/api/docs', '/api/nothing'],
];

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await addDraw(data, { number: 2085 });
  const [made] = await addPlayers(data, 1, 1_000);
  cookie = made?.cookie ?? '';
});
afterAll(() => data.close());

const values: Record<string, string> = {
  gameId: 'lotto',
  draw: '2085',
  page: '1',
  year: '2026',
  eLoginType: 'sim',
};
const pathOf = ({ path }: Call) =>
  basePath + path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1');
const addresses = [...gets.map(([, call]) => pathOf(call)), ...beside];

/** `account.export` leaves a security event for the owner of the account. */
const notes = ['security_events', 'security_waiting'];
const withoutNotes = (rows: Record<string, string>, method: string) =>
  Object.fromEntries(Object.entries(rows).filter(([table]) => method === 'HEAD' || !notes.includes(table)));

test.each(['HEAD', 'GET'])('%s changes no row; only GET keeps a session alive', async (method) => {
  await data.pool.query("UPDATE sessions SET last_used_at = last_used_at - interval '20 minutes'");
  // Reading extends the session; its idle time is measured by this column.
  const ignoredColumns = ['sessions.last_used_at'];
  const before = await rowsOfAll(data, ignoredColumns);
  for (const address of addresses) {
    const { status } = await app.request(address, { method, headers: { cookie } });
    expect([address, status < 500]).toEqual([address, true]);
  }
  expect(withoutNotes(await rowsOfAll(data, ignoredColumns), method)).toEqual(withoutNotes(before, method));
});

test.each(gets)('%s by HEAD: as GET where that only reads, else 405 and nothing is done', async (_, call) => {
  const answer = await app.request(pathOf(call), { method: 'HEAD', headers: { cookie } });
  expect(await answer.text()).toBe('');
  if (takesHead(call)) expect(answer.status).not.toBe(405);
  else expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
});

test.each([
  [true, 'keeps the session alive'],
  [false, 'leaves the session as it is'],
])('a page that is read (a visit: %s) %s', async (keepsAlive) => {
  await data.pool.query("UPDATE sessions SET last_used_at = last_used_at - interval '20 minutes'");
  const lastUsed = async () => (await data.pool.query('SELECT last_used_at FROM sessions')).rows;
  const before = await lastUsed();
  const token = /session-token=([^;]+)/.exec(cookie)?.[1] ?? '';
  const read = createOwnPageReader(data.pages, kinds);
  expect(await read({ tokenHash: hashToken(token), showsTickets: true, keepsAlive })).not.toBeNull();
  if (keepsAlive) expect(await lastUsed()).not.toEqual(before);
  else expect(await lastUsed()).toEqual(before);
});
