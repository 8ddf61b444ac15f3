/**
 * Every call of the contract that moves money, tried as every player who may not: generated from the
 * contract, so that a call of players without a line here does not compile (must-hold 15, 26, 37, 38).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, api, type CallName } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { createOutside } from '#server/outside.ts';
import { startClock } from '#server/platform/clock.ts';
import { syndicateFixture } from '#test/clubs/syndicate-fixture.ts';
import { testApp } from '#test/harness/app.ts';
import { type CardGatewayForTests, cardGatewayForTests } from '#test/harness/card-gateway.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { openProgram } from '#test/pools/programs.ts';

type Posts = { [K in CallName]: Api[K]['method'] extends 'POST' ? K : never }[CallName];
type Players = { [K in Posts]: Api[K]['access'] extends 'player' ? K : never }[Posts];
type Moving = { [K in Players]: Api[K] extends { money: string } ? K : never }[Players];

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let gateway: CardGatewayForTests;
let clock: Awaited<ReturnType<typeof startClock>>;
let poolId: string;
const number = 2085;
const wager = { gameId: 'lotto', draw: number, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };

/** Twelve rows of 13 kr.: the stake of pools nearest above 150 kr. */
const poolStake = 156;
const signs = Array.from({ length: 12 }, () => '1X21X21X21X21').join('|');
const toto = { programId: 'totoeng-1', groupId: 'sat', rows: 12, stake: poolStake };
const goals = { programId: 'xg-1', panels: '2/3/4,1/2,0/1,1,1,1,1,1,1,1,1,1,7+', rows: 12, stake: poolStake };

/** A body that the call takes from this player, while all is well. */
const moving: Record<Moving, (who: TestPlayer) => Promise<object>> = {
  'lotto.buy': async () => wager,
  'lotto.cancel': async (who) => ({ ticketId: await buy(who) }),
  'toto.buy': async () => ({ ...toto, panels: 'DAA1111111111', system: 'O' }),
  'toto.buyRows': async () => ({ ...toto, pcRows: signs }),
  'toto.cancel': async (who) => ({ ticketId: await bought('toto.buyRows', { ...toto, pcRows: signs }, who) }),
  'xg.buy': async () => goals,
  'xg.cancel': async (who) => ({ ticketId: await bought('xg.buy', goals, who) }),
  'clubsale.buyShare': async () => ({ poolId, stake: 150 }),
  'clubsale.cancelShare': async (who) => {
    const share = { poolId, stake: 150 };
    return { shareId: (await send<{ id: string }>('clubsale.buyShare', share, who)).body.id };
  },
  'account.deposit': async (who) => deposit(who),
  'account.depositInsufficientBalance': async (who) => deposit(who),
  'account.withdraw': async (who) => {
    await data.pool.query(
      `UPDATE players SET bank_account = '0133-26-000001', bank_account_since = '-infinity'
       WHERE player_id = $1`,
      [who.playerId],
    );
    return { amount: 500 };
  },
};

async function deposit(who: TestPlayer): Promise<object> {
  await data.pool.query(
    `INSERT INTO saved_cards (player_id, purpose, brand, last4, expires, virtual_card)
     VALUES ($1, 'deposit', 'visa', '0001', '1299', $2) ON CONFLICT DO NOTHING`,
    [who.playerId, registered.virtualCard],
  );
  return { amount: 500, reentryUrl: '/' };
}

const registered = {
  virtualCard: '00000000-0000-4000-8000-00000000a001',
  number: '4000000100000001',
  month: 12,
  year: 2099,
  initiatedBy: 'cardholder',
} as const;

/** What a player may do that moves nothing, however it is answered. */
const still: Record<Exclude<Players, Moving>, object | ''> = {
  'limits.update': { depositLimitDay: 1, depositLimitWeek: 2, depositLimitMonth: 3, stakeLimitDay: 4 },
  'limits.lockOut': { days: 1 },
  'limits.remind': { minutes: 30 },
  'savedRows.save': { name: 'A', gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }] },
  'savedRows.saveMarks': { name: 'A', gameId: 'totoeng', panels: '1X21X21X21X21' },
  'savedRows.rename': { name: 'B' },
  'savedRows.remove': '',
  'limits.closeAccount': '',
  'subscriptions.cancel': { cancelType: 'endOfPeriod' },
  'account.reAuthenticate': { password: 'sandkassi1' },
  'account.endSessions': {},
  'account.cancelPayment': { id: 'nothing' },
  'account.updatePaymentMethod': { paymentMethod: 'creditCard' },
  'card.remove': { isSubscriptionCard: false },
  'card.add': {
    number: '4000000100000001',
    cvd: '123',
    expires: '2098-05-10',
    isSubscriptionCard: false,
    reentryUrl: '/',
  },
  'claims.claim': { ticketId: 'nothing' },
  'account.update': { address: 'Gata 1' },
  'account.confirmMobile': {},
  'account.reviewed': { everyDays: 7, seen: true },
  'account.remindOfDraws': { gameId: 'lotto', isWanted: true },
  'club.createTeam': { clubId: '0', name: 'Lið', teamGroupNumber: 1 },
  'club.reportTeam': '',
  'account.changePassword': {
    currentPassword: 'sandkassi1',
    password: 'nýtt orð og annað',
    confirmPassword: 'nýtt orð og annað',
  },
};

beforeAll(async () => {
  data = await testDatabase();
  clock = await startClock(data.url, data.db);
  gateway = await cardGatewayForTests(clock.now, [registered]);
  const outside = { ...createOutside(data.config, clock.now), cardGateway: gateway.client() };
  ({ app } = testApp(data, undefined, outside));
  await addDraw(data, { number });
  await data.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir')`);
  await openProgram(data, { game: 'xg', number: 1 });
  ({ poolId } = await syndicateFixture(data).open(await openProgram(data, { game: 'totoeng', number: 1 })));
});
afterAll(async () => {
  gateway.stop();
  await clock.stop();
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

async function player(): Promise<TestPlayer> {
  const [made] = await addPlayers(data, 1, 10_000);
  if (!made) throw new Error('no player');
  return made;
}

const buy = (who: TestPlayer) => bought('lotto.buy', wager, who);

async function bought(name: CallName, body: object, { cookie }: TestPlayer): Promise<string> {
  return (await post<{ id: string }>(app, api[name].path, body, { cookie })).body.id;
}

async function moneyOf({ playerId }: TestPlayer) {
  const { rows } = await data.pool.query(
    `SELECT balance, staked, (SELECT count(*) FROM ledger_transfers x WHERE x.player_id = w.player_id),
       (SELECT count(*) FROM payments p WHERE p.player_id = w.player_id) AS payments
     FROM wallets w WHERE player_id = $1`,
    [playerId],
  );
  return rows[0];
}

const send = <T>(name: CallName, body: object | '', { cookie }: TestPlayer, key?: string) =>
  post<T>(app, addressOf(name, body), body, { cookie, ...(key && { key }) });

const addressOf = (name: CallName, body: object | '') =>
  api[name].path.replace(/\{(\w+)\}/g, (_, field: string) => (body as Record<string, string>)[field] ?? '1');

/** Who they are, what their wallet says, and how a call of each kind of money is answered. */
const states = [
  {
    who: 'closed',
    change: 'closed_at = domain_now()',
    stake: 'EC_ACCOUNT_CLOSED',
    move: 'EC_ACCOUNT_CLOSED',
  },
  {
    who: 'with an expired certificate',
    change: 'certificate_expires = domain_now()::date - 1',
    stake: 'EC_ELOGIN_AUTH_REQUIRED',
    move: 'EC_ELOGIN_AUTH_REQUIRED',
  },
  {
    who: 'closed and expired',
    change: 'closed_at = domain_now(), certificate_expires = domain_now()::date - 1',
    stake: 'EC_ACCOUNT_CLOSED',
    move: 'EC_ACCOUNT_CLOSED',
  },
  {
    who: 'locked',
    change: `locked_until = domain_now() + interval '1 second' * 3600`,
    stake: 'EC_ACTION_NOT_ALLOWED',
    deposit: 'EC_ACTION_NOT_ALLOWED',
    move: null,
  },
  {
    who: 'over the limit by a króna',
    change: (stake: number) => `stake_limit_day = staked + ${stake - 1}`,
    stake: 'EC_PLAYER_SALES_LIMIT',
    move: null,
  },
  {
    who: 'under the limit',
    change: (stake: number) => `stake_limit_day = staked + ${stake}`,
    stake: null,
    move: null,
  },
  {
    who: 'whose lock has ended',
    change: `locked_until = domain_now() - interval '1 second'`,
    stake: null,
    move: null,
  },
  {
    who: 'on the last day of the certificate',
    change: 'certificate_expires = domain_now()::date',
    stake: null,
    move: null,
  },
] as const;

test('every call marked as moving money has its case', () => {
  const marked = (Object.entries(api) as [CallName, Call][]).filter(([, { money }]) => money !== undefined);
  expect(marked.map(([name]) => name).sort()).toEqual(Object.keys(moving).sort());
});

describe.each(Object.keys(moving) as Moving[])('%s', (name) => {
  const { money } = api[name];

  test.each(states)('a player $who', async (state) => {
    const who = await player();
    const body = await moving[name](who);
    const stake = /^(toto|xg)/.test(name) ? poolStake : wager.stake;
    const change = typeof state.change === 'string' ? state.change : state.change(stake);
    await data.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [who.playerId]);
    const before = await moneyOf(who);
    const answer = await send(name, body, who, 'key');
    const code =
      money === 'deposit' && 'deposit' in state ? state.deposit : state[money === 'stake' ? 'stake' : 'move'];
    if (code === null) {
      expect(answer.status).toBeLessThan(300);
      expect(await moneyOf(who)).not.toEqual(before);
    } else {
      expect([answer.status, answer.body.code]).toEqual([code === 'EC_PLAYER_SALES_LIMIT' ? 400 : 403, code]);
      expect(await moneyOf(who)).toEqual(before);
    }
  });

  test('a refusal frees the key', async () => {
    const who = await player();
    const body = await moving[name](who);
    const certificate = (days: number) =>
      data.pool.query(
        `UPDATE wallets SET certificate_expires = domain_now()::date + $2::int WHERE player_id = $1`,
        [who.playerId, days],
      );
    await certificate(-1);
    expect((await send(name, body, who, 'key')).status).toBe(403);
    await certificate(1);
    expect((await send(name, body, who, 'key')).status).toBeLessThan(300);
  });
});

test('a closed player learns nothing of a ticket', async () => {
  const who = await player();
  await data.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [who.playerId]);
  const answer = await send('lotto.cancel', { ticketId: '0'.repeat(26) }, who);
  expect([answer.status, answer.body.code]).toEqual([403, 'EC_ACCOUNT_CLOSED']);
});

test.each(Object.entries(still) as [CallName, object | ''][])('%s moves no money', async (name, body) => {
  const who = await player();
  await buy(who);
  const before = await moneyOf(who);
  const { status } = await send(name, body, who);
  expect(status).toBeLessThan(500);
  expect(await moneyOf(who)).toEqual(before);
});
