/**
 * Whatever is sent, the answer is one of the contract's: never a fault, never a body without a code. Requests
 * that the schemas let through come first, then such with one field altered, then anything at all.
 * `npm run fuzz` sends many more, from a seed of its own.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiAnswer, api, type CallName } from '#contract/api.ts';
import { basePath, type Call } from '#contract/call.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { faultsOf, refusalsOf } from '#contract/refusals.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { syndicateFixture } from '#test/clubs/syndicate-fixture.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { contentInMemory, generalPage, richText } from '#test/harness/content.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Phones, phonesForTests } from '#test/harness/e-login.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { openProgram } from '#test/pools/programs.ts';
import {
  bought,
  boughtPools,
  passesSchema,
  pools,
  type Request,
  requestWithFault,
  savedRows,
  shares,
  strange,
  subscribed,
  validRequest,
} from './valid-input.ts';

const numRuns = Number(process.env['FUZZ_RUNS'] ?? '40');
const seed = Number(process.env['FUZZ_SEED'] ?? '2085');

const teaser = {
  slug: 'um-okkur',
  title: 'Um okkur',
  id: 'frett',
  intro: '',
  category: { slug: 'vinningar', name: 'Vinningar' },
  image: null,
  publishedAt: '2026-11-02T00:00:00Z',
};
const pages = {
  'general-page/um-okkur': generalPage('um-okkur', 'Um okkur'),
  'news-item/um-okkur': {
    ...teaser,
    updatedAt: '2026-11-02T00:00:00Z',
    seo: [],
    content: richText([]),
    related: [],
  },
};

const subscription = {
  ...{ gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 600 },
  ...{ subscriptionDrawDays: ['sat'], acceptedSubscriptionTerms: true },
};

let data: TestDatabase;
let phones: Phones;
let app: ReturnType<typeof testApp>['app'];

beforeAll(async () => {
  data = await testDatabase();
  phones = await phonesForTests(data);
  ({ app } = testApp(data, contentInMemory(pages).service, phones.outside));
  for (const number of [2085, 2086, 2087, 2088, 2089]) await addDraw(data, { number });
  await data.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir')`);
  await openProgram(data, { game: 'xg', number: 1 });
  const pool = await syndicateFixture(data).open(await openProgram(data, { game: 'totoeng', number: 1 }));
  pools.push(pool.poolId);
  for (const { cookie } of await addPlayers(data, 3, 10_000)) {
    const { body } = await post<{ id: string }>(app, '/lotto/buy', subscription, { cookie });
    subscribed.push({ id: body.id, cookie });
    const rows = { name: 'Afmælin', gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }] };
    const saved = await post<{ id: string }>(app, '/user/saved-rows', rows, { cookie });
    savedRows.push({ id: saved.body.id, cookie });
    const path = `/toto/clubsale/pools/${pool.poolId}/shares`;
    const share = await post<{ id: string }>(app, path, { stake: 500 }, { cookie });
    shares.push({ id: share.body.id, cookie });
  }
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await phones.stop();
  await data.close();
});

const names = Object.keys(api) as CallName[];
/** What may be answered although it was not asked for; a fault of ours is none of it. */
const saidOf = (call: Call) =>
  new Set(
    [...refusalsOf(call), ...faultsOf(call).filter(([, status]) => status < 500)].map(
      ([code, status]) => `${code} ${status}`,
    ),
  );

let sent = 0;

async function send(
  call: Call,
  { params, query, body }: Request,
  cookie: string,
  more: Record<string, string> = {},
): Promise<Response> {
  const asText = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => asText(params[name]) || 'x');
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${asText(value)}`);
  phones.tick();
  sent += 1;
  // Calls of nobody in particular are counted by where they come from.
  const remoteAddress = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  const { webhookSecret } = data.config.content;
  return app.request(
    `http://localhost${basePath}${path}?${asked.join('&')}`,
    {
      method: call.method,
      headers: { cookie, 'content-type': 'application/json', authorization: webhookSecret, ...more },
      ...(call.method === 'POST' && { body: JSON.stringify(body) ?? '' }),
    },
    { incoming: { socket: { remoteAddress } } },
  );
}

/** @returns its status; 404 is of a path that the router does not have, and so of no call */
async function judge(call: Call, answer: Response): Promise<number> {
  const { status } = answer;
  if (status < 400) {
    expect(status).toBe(call.answer.status);
    return status;
  }
  const { code } = errorBodySchema.parse(await answer.json());
  if (status !== 404) expect(saidOf(call)).toContain(`${code} ${status}`);
  return status;
}

/** A player for every request: calls are rate-limited, and one of them closes the account. */
async function playersOf(call: Call): Promise<() => string> {
  const players: TestPlayer[] = call.access === 'player' ? await addPlayers(data, numRuns, 100_000) : [];
  if (call.money === 'move') await giveBankAccounts(players);
  let turn = 0;
  return () => players[turn++ % Math.max(1, players.length)]?.cookie ?? '';
}

async function giveBankAccounts(players: readonly TestPlayer[]): Promise<void> {
  await data.pool.query(
    `UPDATE players SET bank_account = '0133-26-012345', bank_account_since = '-infinity'
     WHERE player_id = ANY ($1)`,
    [players.map(({ playerId }) => playerId)],
  );
}

async function noteTicket({ id }: ApiAnswer<'lotto.buy'>, key: string, cookie: string): Promise<void> {
  const { body } = await get<ApiAnswer<'tickets.list'>>(app, '/user/tickets/1', cookie);
  const ticket = body.tickets.find(({ ticketId }) => ticketId === id);
  if (ticket?.couponId) bought.push({ ticketId: id, couponId: ticket.couponId, key, cookie });
}

/** Whose the named ticket or key is. */
const ownerOf = ({ params, query, body }: Request): string | undefined =>
  bought.find(
    ({ ticketId, key }) =>
      [params['ticketId'], body?.['ticketId']].includes(ticketId) || query['key'] === key,
  )?.cookie ??
  [...boughtPools.toto, ...boughtPools.xg].find(({ ticketId }) => ticketId === params['ticketId'])?.cookie ??
  subscribed.find(({ id }) => [params['id'], params['subscriptionId']].includes(id))?.cookie ??
  savedRows.find(({ id }) => id === params['savedId'])?.cookie ??
  shares.find(({ id }) => id === params['shareId'])?.cookie ??
  (pools.includes(String(params['poolId'])) ? shares[0]?.cookie : undefined);

/**
 * These need what nothing here has: a password, an answered call, a letter's link, a sealed draw, a card, a
 * bank account, a large prize, somebody outside who pays, a game whose result comes part by part.
 */
const outOfReach: readonly CallName[] = [
  ...([
    'auth.login',
    'auth.eLoginStatus',
    'auth.eLoginRenewal',
    'auth.signUp',
    'auth.resetPassword',
  ] as const),
  ...(['account.changePassword', 'account.reAuthenticate'] as const),
  ...([
    'account.confirmMobile',
    'account.aurStatus',
    'account.verification',
    'account.cancelPayment',
  ] as const),
  ...(['account.deposit', 'account.depositInsufficientBalance'] as const),
  ...(['account.updatePaymentMethod', 'card.add', 'card.remove'] as const),
  ...(['toto.evidence', 'toto.proof', 'toto.book', 'xg.evidence', 'xg.proof', 'xg.book'] as const),
  ...(['toto.latestResult', 'xg.latestResult'] as const),
  ...(['lotto.evidence', 'lotto.proof', 'lotto.book', 'lotto.check', 'results.lottoLatest'] as const),
  ...(['draws.facts', 'claims.claim', 'club.week', 'clubsale.ticket', 'clubsale.proof'] as const),
];

test.each(names)('must-hold 140, 145: %s, what the contract lets through', async (name) => {
  const call: Call = api[name];
  const cookie = await playersOf(call);
  let succeeded = 0;
  await fc.assert(
    fc.asyncProperty(validRequest(name, call), async (request) => {
      expect([request, passesSchema(call, request)]).toEqual([request, true]);
      const whose = ownerOf(request) ?? cookie();
      const key = `lykill-${sent}`;
      const answer = await send(call, request, whose, { 'idempotency-key': key });
      const text = await answer.clone().text();
      if ((await judge(call, answer)) >= 400) return;
      succeeded += 1;
      if (name === 'toto.buy' || name === 'xg.buy') {
        const { id } = JSON.parse(text) as { id: string };
        boughtPools[name === 'toto.buy' ? 'toto' : 'xg'].push({ ticketId: id, cookie: whose });
      }
      if (name === 'lotto.buy') await noteTicket(JSON.parse(text) as ApiAnswer<'lotto.buy'>, key, whose);
    }),
    { numRuns, seed },
  );
  // A test of refusals alone would pass whatever the call does.
  if (!outOfReach.includes(name)) expect(succeeded).toBeGreaterThan(0);
  if (name === 'lotto.buy') expect(succeeded).toBeGreaterThan(numRuns / 2);
});

test.each(names)('must-hold 140, 145: %s, with one field altered', async (name) => {
  const call: Call = api[name];
  const cookie = await playersOf(call);
  await fc.assert(
    fc.asyncProperty(requestWithFault(validRequest(name, call)), async (request) => {
      await judge(call, await send(call, request, cookie()));
    }),
    { numRuns, seed },
  );
});

test.each(names)('must-hold 140, 145: %s, anything at all', async (name) => {
  const call: Call = api[name];
  const cookie = await playersOf(call);
  const anything = fc.dictionary(fc.constantFrom(...Object.keys(call.query?.shape ?? { x: 0 })), strange);
  const params = fc.record(
    Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((key) => [key, strange])),
  );
  await fc.assert(
    fc.asyncProperty(params, anything, fc.jsonValue(), async (path, query, body) => {
      await judge(call, await send(call, { params: path, query, body: body as Request['body'] }, cookie()));
    }),
    { numRuns: Math.ceil(numRuns / 4), seed },
  );
});
