/** The game sold over HTTP: through the contract's checks, the fast path, and the sale of all games. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Draw } from '#server/draws/draw.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { sql } from '#server/platform/sql.ts';
import { requestListener } from '#server/web.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers, type TestPlayer, walletOf } from '#test/harness/sale.ts';
import { openMarket } from './market.ts';
import { matchCount, type Score, writtenRow } from './rules.ts';

const row = writtenRow(Array.from({ length: matchCount }, (_, match): Score => [match % 5, 2]));

let own: TestDatabase;
let draw: Draw;
let player: TestPlayer;
let server: ReturnType<typeof createServer>;
beforeAll(async () => {
  own = await testDatabase();
  draw = await openMarket(own, 7);
  [player] = (await addPlayers(own, 1, 100_000)) as [TestPlayer];
  server = createServer(requestListener(testApp(own)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.close();
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

async function buy(body: object, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/proxy/scores/buy`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', cookie: player.cookie, ...headers },
    body: JSON.stringify({ draw: draw.number, ...body }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, replayed: response.headers.get('idempotent-replay'), answer };
}
const balance = async () => (await walletOf(own, player.playerId))?.balance;

test('20,000 rows are sold in one call, and the same key sells them once', async () => {
  const body = { rows: Array.from({ length: 20_000 }, () => row), stake: 20_000 };
  const first = await buy(body, { 'Idempotency-Key': 'once' });
  expect(first).toMatchObject({ status: 200, replayed: null, answer: { type: 'ticket' } });
  expect(await buy(body, { 'Idempotency-Key': 'once' })).toEqual({ ...first, replayed: 'true' });
  expect(await balance()).toBe(80_000);
});

test('a mirrored row costs the rows that its marks make', async () => {
  const marks = writtenRow(Array.from({ length: matchCount }, (_, match): Score => [match < 4 ? 1 : 0, 0]));
  expect(await buy({ rows: [marks], isMirrored: true, stake: 1 })).toMatchObject({
    status: 400,
    answer: { code: 'EC_INVALID_AMOUNT' },
  });
  expect((await buy({ rows: [marks], isMirrored: true, stake: 16, supportId: 107 })).status).toBe(200);
  expect(await balance()).toBe(79_984);
  const ticket = sql`SELECT row_count AS rows, support_id AS club FROM tickets WHERE system = 1`;
  expect((await ticket.execute(own.db)).rows).toEqual([{ rows: 16, club: 107 }]);
});

test.each<[string, object, Record<string, string>?]>([
  ['EC_ROW_LIMIT', { rows: Array.from({ length: 20_001 }, () => row), stake: 20_001 }],
  ['EC_TICKET_INVALID_SELECTIONS', { rows: [], stake: 0 }],
  ['EC_TICKET_INVALID_SELECTIONS', { rows: [`${row}0`], stake: 1 }],
  ['EC_INVALID_COMBINATION', { rows: [row, row], isMirrored: true, stake: 16 }],
  ['EC_SALE_CLOSED', { rows: [row], stake: 1, draw: 8 }],
  ['EC_PRODUCT_CLOSED', { rows: [row], stake: 1, gameId: 'lotto' }],
  ['EC_MISSING_FIELD', { rows: [row] }],
  ['EC_AUTH_FAIL', { rows: [row], stake: 1 }, { cookie: '' }],
])('%s', async (code, body, headers = {}) => {
  expect((await buy(body, headers)).answer['code']).toBe(code);
});

test('a player has at most 30,000 rows of a draw, however many calls come at once', async () => {
  // 20,016 are sold above.
  const of = (count: number) => ({ rows: Array.from({ length: count }, () => row), stake: count });
  expect((await buy(of(9_985))).answer).toMatchObject({ code: 'EC_ROW_LIMIT' });
  const calls = await Promise.all(Array.from({ length: 4 }, () => buy(of(4_000))));
  expect(calls.filter(({ status }) => status === 200).length).toBe(2);
  expect(calls.filter(({ answer }) => answer['code'] === 'EC_ROW_LIMIT').length).toBe(2);
  expect(await balance()).toBe(71_984);
  expect((await buy(of(1_984))).status).toBe(200);
  expect((await buy(of(1))).answer).toMatchObject({ code: 'EC_ROW_LIMIT' });
});

test('what is known of a result is asked for by anybody; of a lottery nothing is known before', async () => {
  const { port } = server.address() as AddressInfo;
  const ask = async (game: string, number: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/proxy/draws/${game}/${number}/facts`);
    return (await answer.json()) as Record<string, unknown>;
  };
  expect(await ask(draw.game, draw.number)).toMatchObject({ draw: 7, isConfirmed: false, facts: [] });
  expect(await ask(draw.game, 8)).toMatchObject({ code: 'EC_NO_DATA_FOUND' });
  expect(await ask('lotto', 1)).toMatchObject({ code: 'EC_NO_DATA_FOUND' });
  expect(await ask('nothing', 1)).toMatchObject({ code: 'EC_PRODUCTTYPE_NOT_FOUND' });
});

test('more than a megabyte is refused unread', async () => {
  expect((await buy({ rows: [row], stake: 1, channel: 'x'.repeat(1024 * 1024) })).status).toBe(413);
});
