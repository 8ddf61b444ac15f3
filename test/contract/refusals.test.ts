/** The refusals that every call of its kind shares, each answered once; `tools/refusals.ts` counts them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '#contract/api.ts';
import { type Call, isRateLimited } from '#contract/call.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { createOutside } from '#server/outside.ts';
import { startClock } from '#server/platform/clock.ts';
import { syndicateFixture } from '#test/clubs/syndicate-fixture.ts';
import { testApp } from '#test/harness/app.ts';
import { type CardGatewayForTests, cardGatewayForTests } from '#test/harness/card-gateway.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { openProgram } from '#test/pools/programs.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let gateway: CardGatewayForTests;
let clock: Awaited<ReturnType<typeof startClock>>;
let poolId: string;
const number = 2085;
const wager = { gameId: 'lotto', draw: number, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
const toto = { programId: 'totoeng-1', groupId: 'sat', panels: '1X21X21X21X21', rows: 1, stake: 13 };

beforeAll(async () => {
  data = await testDatabase();
  await data.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir')`);
  await openProgram(data, { game: 'xg', number: 1 });
  ({ poolId } = await syndicateFixture(data).open(await openProgram(data, { game: 'totoeng', number: 1 })));
  clock = await startClock(data.url, data.db);
  gateway = await cardGatewayForTests(clock.now);
  const outside = { ...createOutside(data.config, clock.now), cardGateway: gateway.client() };
  ({ app } = testApp(data, undefined, outside));
});
afterAll(async () => {
  gateway.stop();
  await clock.stop();
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

async function player(): Promise<TestPlayer> {
  const [made] = await addPlayers(data, 1, 1000);
  if (!made) throw new Error('no player');
  return made;
}

/** A body that passes the schema of a call with money. */
const bodies: Partial<Record<CallName, object>> = {
  'lotto.buy': wager,
  'lotto.cancel': { ticketId: '0'.repeat(26) },
  'toto.buy': toto,
  'toto.buyRows': { ...toto, pcRows: '1X21X21X21X21' },
  'clubsale.buyShare': { stake: 100 },
  'clubsale.cancelShare': { shareId: '0'.repeat(26) },
  'xg.buy': { programId: 'xg-1', panels: '0,0,0,0,0,0,0,0,0,0,0,0,0', rows: 1, stake: 13 },
  'account.deposit': { amount: 500, reentryUrl: '/' },
  'account.depositInsufficientBalance': { amount: 500, reentryUrl: '/' },
  'account.withdraw': { amount: 500 },
};
/** The same of calls that change something. */
const changes: Partial<Record<CallName, object>> = {
  ...bodies,
  'account.reAuthenticate': { password: 'rangt' },
  'account.changePassword': {
    currentPassword: 'rangt',
    password: 'lykilord-nytt-1',
    confirmPassword: 'lykilord-nytt-1',
  },
  'limits.update': { depositLimitDay: 0, depositLimitWeek: 0, depositLimitMonth: 0, stakeLimitDay: 0 },
  'account.remindOfDraws': { gameId: 'lotto', isWanted: true },
  'limits.lockOut': { days: 1 },
  'account.cancelPayment': { id: 'ekkert' },
  'account.updatePaymentMethod': { paymentMethod: 'creditCard' },
  'card.add': {
    ...{ number: '4000000100000001', cvd: '123', expires: '2098-05-10' },
    ...{ isSubscriptionCard: false, reentryUrl: '/' },
  },
  'card.remove': { isSubscriptionCard: false },
  'claims.claim': { ticketId: 'nothing' },
  'limits.remind': { minutes: 0 },
  'club.createTeam': { clubId: '0', name: 'Lið', teamGroupNumber: 1 },
  'savedRows.save': { name: 'A', gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }] },
  'savedRows.saveMarks': { name: 'A', gameId: 'totoeng', panels: '1X21X21X21X21' },
  'savedRows.rename': { name: 'B' },
  'subscriptions.cancel': { cancelType: 'endOfPeriod' },
};
const calls = Object.entries(api) as [CallName, Call][];
const pathOf = ({ path }: Call) => path.replace('{poolId}', () => poolId).replace(/\{\w+\}/g, '1');

test('before the first calendar no draw is on sale', async () => {
  const { status, body } = await get(app, '/lotto/current-draw/lotto');
  expect([status, body.code]).toEqual([400, 'EC_NO_DATA_FOUND']);
  await addDraw(data, { number });
});

describe.each(calls.filter(([, call]) => call.access === 'player'))('%s', (name, call) => {
  test('without a session: 401', async () => {
    const body = bodies[name] ?? {};
    const answer = call.method === 'GET' ? await get(app, pathOf(call)) : await post(app, pathOf(call), body);
    expect([answer.status, answer.body.code]).toEqual([401, 'EC_AUTH_FAIL']);
  });
});

describe.each(calls.filter(([, call]) => isRateLimited(call)))('%s', (name, call) => {
  test('thirty at once by one player: 429 with the seconds', async () => {
    const [{ cookie }, other] = [await player(), await player()];
    const send = (by: string) => post(app, pathOf(call), changes[name] ?? {}, { cookie: by });
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(cookie)));
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const turned = answers.filter(({ status }) => status === 429);
    expect(turned.length).toBeGreaterThanOrEqual(10);
    for (const { body, headers } of turned) {
      expect(body.code).toBe('EC_ACTION_NOT_ALLOWED');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await send(other.cookie)).status).not.toBe(429);
  });
});

describe.each(calls.filter(([, call]) => call.money))('%s', (name, call) => {
  const send = (cookie: string, body: unknown, headers = {}) =>
    post(app, pathOf(call), body, { cookie, headers });

  test.each([
    ['a closed account', 'closed_at = domain_now()', 'EC_ACCOUNT_CLOSED'],
    ['an expired certificate', 'certificate_expires = domain_now()::date - 1', 'EC_ELOGIN_AUTH_REQUIRED'],
  ])('%s: 403', async (_, change, code) => {
    const { cookie, playerId } = await player();
    const bought = await post<{ id: string }>(app, '/lotto/buy', wager, { cookie });
    await data.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [playerId]);
    const answer = await send(cookie, { ...bodies[name], ticketId: bought.body.id });
    expect([answer.status, answer.body.code]).toEqual([403, code]);
  });

  test('a foreign origin: 403', async () => {
    const answer = await send((await player()).cookie, bodies[name], { origin: 'https://annar.is' });
    expect([answer.status, answer.body.code]).toEqual([403, 'EC_ACTION_NOT_ALLOWED']);
  });

  test.runIf(call.body)('no body: 400', async () => {
    const answer = await send((await player()).cookie, '');
    expect([answer.status, answer.body.code]).toEqual([400, 'EC_MISSING_BODY']);
  });
});

test('two systems in one wager are no combination', async () => {
  const rows = [{ numbers: [1, 2, 3, 4, 5, 6, 7] }, { numbers: [1, 2, 3, 4, 5] }];
  const { cookie } = await player();
  const { body } = await post(app, '/lotto/buy', { ...wager, rows, system: 7, stake: 150 }, { cookie });
  expect(body.code).toBe('EC_INVALID_COMBINATION');
});

test('a key that cancelled one ticket does not cancel another', async () => {
  const { cookie } = await player();
  const buy = async () => (await post<{ id: string }>(app, '/lotto/buy', wager, { cookie })).body.id;
  const [first, second] = [await buy(), await buy()];
  const cancel = (ticketId: string) => post(app, '/lotto/cancel', { ticketId }, { cookie, key: 'einn' });
  expect((await cancel(first)).status).toBe(200);
  const answer = await cancel(second);
  expect([answer.status, answer.body.code]).toEqual([400, 'EC_DUPLICATE_VALUE']);
});

test('evidence of a game that does not exist', async () => {
  const { status, body } = await get(app, '/lotto/evidence/bingo/1');
  expect([status, body.code]).toEqual([400, 'EC_PRODUCTTYPE_NOT_FOUND']);
});
