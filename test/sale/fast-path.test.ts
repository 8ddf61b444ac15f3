/** The fast path of a sale answers as the ordinary way does (docs/decisions/033). */
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { createVisitorFinder } from '#server/http/address.ts';
import type { Answer, Exchange } from '#server/http/exchange.ts';
import { createAnswerCall, type RouterParts } from '#server/http/router.ts';
import { createSaleFastPath, type SaleFastPath } from '#server/http/sale-fast-path.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { createLog } from '#server/platform/log.ts';
import { refuse } from '#server/platform/refusal.ts';
import { requestListener } from '#server/web.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer, walletOf } from '#test/harness/sale.ts';

const path = '/api/proxy/lotto/buy';
const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };

type Sent = { headers?: Record<string, string>; body?: string; chunked?: boolean; path?: string };
type Got = { status: number; headers: IncomingHttpHeaders; body: Record<string, unknown> };

let data: TestDatabase;
let both: Server;
let ordinary: Server;
let buyer: TestPlayer;
const servers: Server[] = [];

async function listen(app: ReturnType<typeof testApp>['app'], saleFastPath: SaleFastPath): Promise<Server> {
  const server = createServer(requestListener({ app, saleFastPath }));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function send(server: Server, { headers, body = '', chunked, path: asked = path }: Sent): Promise<Got> {
  const length = chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': Buffer.byteLength(body) };
  const all = { Host: 'localhost', 'Content-Type': 'application/json', ...length, ...headers };
  return new Promise((resolve, reject) => {
    const asking = request({ port: portOf(server), method: 'POST', path: asked, headers: all }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: JSON.parse(text) }),
      );
    });
    asking.on('error', reject).end(body);
  });
}

/** What must be equal: not the ids, nor what belongs to the connection. */
function essence({ status, headers, body }: Got) {
  const { date, connection, 'keep-alive': keepAlive, 'content-length': length, ...rest } = headers;
  delete rest['transfer-encoding'];
  const { id, details, ...said } = body;
  return { status, headers: rest, said, names: Object.keys(body) };
}

beforeAll(async () => {
  data = await testDatabase();
  await addDraw(data, { number: 2085 });
  const { app, saleFastPath } = testApp(data);
  both = await listen(app, saleFastPath);
  ordinary = await listen(app, () => false);
  [buyer] = (await addPlayers(data, 1, 100_000)) as [TestPlayer];
});

afterAll(async () => {
  for (const server of servers) server.close();
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

const signedIn = (more: Record<string, string> = {}) => ({ Cookie: buyer.cookie, ...more });
const good = JSON.stringify(wager);

describe('both ways answer alike', () => {
  test.each<[string, number, () => Sent]>([
    ['a purchase', 201, () => ({ headers: signedIn(), body: good })],
    [
      'one of the same origin',
      201,
      () => ({ headers: signedIn({ Origin: 'http://localhost' }), body: good }),
    ],
    [
      'a type with a charset',
      201,
      () => ({ headers: signedIn({ 'Content-Type': 'application/json; charset=utf-8' }), body: good }),
    ],
    ['no session', 401, () => ({ body: good })],
    [
      'an unknown session',
      401,
      () => ({ headers: { Cookie: 'next-auth.session-token=nobody' }, body: good }),
    ],
    ['a foreign origin', 403, () => ({ headers: signedIn({ Origin: 'https://annars.is' }), body: good })],
    ['a foreign page', 403, () => ({ headers: signedIn({ 'Sec-Fetch-Site': 'cross-site' }), body: good })],
    ['broken JSON', 400, () => ({ headers: signedIn(), body: '{"gameId":' })],
    ['no body', 400, () => ({ headers: signedIn() })],
    [
      'another content type',
      400,
      () => ({ headers: signedIn({ 'Content-Type': 'text/plain' }), body: good }),
    ],
    ['a missing field', 400, () => ({ headers: signedIn(), body: '{"gameId":"lotto"}' })],
    ['a wrong stake', 400, () => ({ headers: signedIn(), body: JSON.stringify({ ...wager, stake: 151 }) })],
    [
      'a key too long',
      400,
      () => ({ headers: signedIn({ 'Idempotency-Key': 'k'.repeat(256) }), body: good }),
    ],
    ['bytes that are no text', 400, () => ({ headers: signedIn(), body: '\u0000\ufffd{}' })],
  ])('%s', async (_, status, sent) => {
    const short = await send(both, sent());
    expect(short.status).toBe(status);
    expect(essence(short)).toEqual(essence(await send(ordinary, sent())));
  });

  test('a key means the same purchase on either of them (must-hold 50)', async () => {
    const headers = signedIn({ 'Idempotency-Key': 'either-way' });
    const first = await send(both, { headers, body: good });
    const again = await send(both, { headers, body: good });
    const ordinarily = await send(ordinary, { headers, body: good });
    expect(first.headers['idempotent-replay']).toBeUndefined();
    for (const replay of [again, ordinarily]) {
      expect(replay.headers['idempotent-replay']).toBe('true');
      expect(replay.body).toEqual(first.body);
    }
  });
});

describe('what is unusual', () => {
  test('a body without an announced length is sold all the same', async () => {
    expect((await send(both, { headers: signedIn(), body: good, chunked: true })).status).toBe(201);
  });

  test('a body over 64 kB is 413', async () => {
    const body = JSON.stringify({ ...wager, note: 'x'.repeat(70_000) });
    const answer = await send(both, { headers: signedIn(), body });
    expect([answer.status, answer.body['code']]).toEqual([413, 'EC_INVALID_INPUT']);
  });

  test('an address with a query is the same call', async () => {
    expect((await send(both, { headers: signedIn(), body: good, path: `${path}?a=1` })).status).toBe(201);
  });

  test('a client that leaves before its body is whole has bought nothing', async () => {
    const before = await walletOf(data, buyer.playerId);
    const socket = connect(portOf(both), '127.0.0.1');
    await new Promise<void>((done) => socket.once('connect', done));
    const head = ['POST', path, 'HTTP/1.1'].join(' ');
    const lines = [head, 'Host: localhost', `Cookie: ${buyer.cookie}`, 'Content-Type: application/json'];
    socket.write(`${[...lines, `Content-Length: ${good.length}`].join('\r\n')}\r\n\r\n${good.slice(0, -9)}`);
    socket.end();
    await new Promise<void>((done) => socket.once('close', () => done()).resume());
    expect(await walletOf(data, buyer.playerId)).toEqual(before);
    expect((await send(both, { headers: signedIn(), body: good })).status).toBe(201);
  });
});

test('a call with a parameter is served, an address that is not plain goes the ordinary way', async () => {
  const stake = { method: 'POST', access: 'player', money: 'stake', summary: '', refusals: [] } as const;
  const calls: Record<string, Call> = {
    'matches.bet': {
      ...stake,
      path: '/matches/{matchId}/bet',
      params: z.object({ matchId: z.string() }),
      answer: { status: 201, body: z.object({}) },
    },
  };
  const answer = async (name: string, { params, text }: Exchange): Promise<Answer> => ({
    status: 201,
    headers: {},
    body: JSON.stringify({ name, params: params(), body: await text() }),
  });
  const server = await listen(testApp(data).app, createSaleFastPath(answer, createVisitorFinder([]), calls));
  const bet = (path: string) => send(server, { body: good, path: `/api/proxy/matches/${path}` });
  expect((await bet('m-7.2/bet')).body).toEqual({
    name: 'matches.bet',
    params: { matchId: 'm-7.2' },
    body: good,
  });
  for (const other of ['m%207/bet', '7/bet?a=1', '/bet', '7/8/bet', '7/bet/9'])
    expect((await bet(other)).status).toBe(404);
});

test('the ticket keeps where the visitor came from', async () => {
  const { body } = await send(both, { headers: signedIn(), body: good });
  const { rows } = await data.pool.query<{ ip: string }>(
    'SELECT DISTINCT ip FROM tickets WHERE player_id = $1',
    [buyer.playerId],
  );
  expect(body['type']).toBe('ticket');
  expect(rows).toEqual([{ ip: '127.0.0.1' }]);
});

test('a database that is gone while a refusal is looked into is a 503, and the process lives', async () => {
  const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  const caller = { playerId: buyer.playerId, tokenHash: Buffer.alloc(32) };
  const parts = {
    handlers: { 'lotto.buy': async () => refuse('EC_SALE_CLOSED') },
    sessions: { assume: () => caller, find: away },
    log: createLog('test', 2, 'silent'),
    checkAnswers: true,
    webhookSecret: '',
    noteEvent: async () => {},
  } as unknown as RouterParts;
  const fastPath = createSaleFastPath(createAnswerCall(parts), createVisitorFinder([]));
  const server = await listen(testApp(data).app, fastPath);
  const answer = await send(server, { headers: signedIn(), body: good });
  expect([answer.status, answer.body['code']]).toEqual([503, 'EC_SYSTEM_CLOSED']);
});
