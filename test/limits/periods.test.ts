/** Limits by day, week and month for purchases and losses: what counts in which period, and that all obey. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { listNotices } from '#server/messages/messages.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { type Bet, betOf, openBets, placeBet, settleBet } from '#test/bets/bets.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';

type Limits = ApiAnswer<'limits.read'>;

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await openBets(data);
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

/** The clock goes forward only, so the days of the tests ascend. Sessions live on. */
async function passTo(day: string): Promise<void> {
  await setClock(data.db, new Date(`${day}:00Z`));
  await data.pool.query(
    `UPDATE sessions SET last_used_at = domain_now(), ends_at = domain_now() + interval '12 hours',
       fresh_at = domain_now()`,
  );
}

const deposits = { depositLimitDay: 200_000, depositLimitWeek: 500_000, depositLimitMonth: 1_000_000 };

async function playerWith(limits: Partial<Limits>): Promise<TestPlayer> {
  const [who] = (await addPlayers(data, 1, 50_000)) as [TestPlayer];
  const body = { ...deposits, stakeLimitDay: 100_000, ...limits };
  const answer = await post<Limits>(app, '/user/limits', body, { cookie: who.cookie });
  expect(answer.body).toMatchObject(limits);
  return who;
}

const used = async ({ cookie }: TestPlayer) => (await get<Limits>(app, '/user/limits', cookie)).body.used;

async function stake(who: TestPlayer, amount: number): Promise<Bet> {
  const bet = betOf(who, amount);
  expect(await placeBet(data, bet)).toBe('sold');
  return bet;
}

/** The limit that refuses a stake, or that none does; nothing is staked. */
async function refusing(who: TestPlayer, amount: number): Promise<string | null> {
  const { rows } = await data.pool.query<{ outcome: string; limit: string }>(
    `SELECT outcome, CASE WHEN outcome <> 'sold' THEN r.field END AS "limit"
     FROM decide_stake($1, NULL, NULL, NULL, NULL, NULL, $2, NULL, domain_now()),
       wallets w, stake_room(w, (domain_now() AT TIME ZONE 'UTC')::date) r WHERE w.player_id = $1`,
    [who.playerId, amount],
  );
  const [row] = rows;
  expect(row?.outcome).toBe(row?.limit ? 'EC_PLAYER_SALES_LIMIT' : 'sold');
  return row?.limit ?? null;
}

/** The highest stake that limits allow now, in steps of the limit that stops the next króna. */
async function expectRoom(who: TestPlayer, amount: number, limit: string): Promise<void> {
  expect(await refusing(who, amount)).toBeNull();
  expect(await refusing(who, amount + 1)).toBe(limit);
}

describe('purchases', () => {
  test('count in their week and month, whichever leaves less', async () => {
    await passTo('2027-03-27T12:00');
    const who = await playerWith({ stakeLimitWeek: 500, stakeLimitMonth: 900 });
    await stake(who, 300);
    await expectRoom(who, 200, 'stakeLimitWeek');
    await passTo('2027-03-29T00:00');
    await expectRoom(who, 500, 'stakeLimitWeek');
    await stake(who, 450);
    await passTo('2027-03-31T23:59');
    await expectRoom(who, 50, 'stakeLimitWeek');
    await passTo('2027-04-01T00:00');
    expect(await used(who)).toMatchObject({ stakeLimitDay: 0, stakeLimitWeek: 450, stakeLimitMonth: 0 });
    await expectRoom(who, 50, 'stakeLimitWeek');
    await passTo('2027-04-05T00:00');
    await stake(who, 500);
    await passTo('2027-04-12T00:00');
    await expectRoom(who, 400, 'stakeLimitMonth');
  });

  test('the answer names the limit, and the account says what is left', async () => {
    const drawId = await addDraw(data, { number: 3001, closesInSeconds: 3_600 });
    const who = await playerWith({ stakeLimitMonth: 250 });
    const wager = { gameId: 'lotto', draw: 3001, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
    const buy = () => post(app, '/lotto/buy', wager, { cookie: who.cookie });
    expect((await buy()).status).toBe(201);
    const refused = await buy();
    expect([refused.status, refused.body.code, refused.body.details?.['limit']]).toEqual([
      400,
      'EC_PLAYER_SALES_LIMIT',
      'stakeLimitMonth',
    ]);
    const account = (await get(app, '/user/account/details', who.cookie)).body;
    expect(account).toMatchObject({ stakeLeft: 100, stakeLeftBy: 'stakeLimitMonth', stakeLimitLowest: 250 });
    await cancelDraw(data.db, drawId, { actor: 'gunna', reason: 'test' });
    expect(await used(who)).toMatchObject({ stakeLimitDay: 0, stakeLimitWeek: 0, stakeLimitMonth: 0 });
  });

  test('a stake that comes back late leaves the periods of its purchase alone', async () => {
    await passTo('2027-04-28T12:00');
    const drawId = await addDraw(data, { number: 3002, closesInSeconds: 30 * 86_400 });
    const buy = (who: TestPlayer) => {
      const wager = { gameId: 'lotto', draw: 3002, rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 150 };
      return post(app, '/lotto/buy', wager, { cookie: who.cookie });
    };
    const [early, late] = [
      await playerWith({ lossLimitDay: 1_000 }),
      await playerWith({ lossLimitDay: 1_000 }),
    ];
    await buy(early);
    await passTo('2027-05-01T12:00');
    await buy(late);
    await stake(early, 100);
    await passTo('2027-05-02T12:00');
    await stake(early, 40);
    await stake(late, 40);
    await cancelDraw(data.db, drawId, { actor: 'gunna', reason: 'test' });
    // Bought in the same week and another month.
    expect(await used(early)).toMatchObject({
      ...{ stakeLimitDay: 40, stakeLimitWeek: 140, stakeLimitMonth: 140 },
      ...{ lossLimitDay: 40, lossLimitWeek: 140, lossLimitMonth: 140 },
    });
    expect(await used(late)).toMatchObject({ stakeLimitDay: 40, stakeLimitWeek: 40, stakeLimitMonth: 40 });
    await expectRoom(early, 960, 'lossLimitDay');
  });
});

describe('losses', () => {
  test('are stakes less prizes, in the period in which a prize comes', async () => {
    await passTo('2027-05-31T12:00');
    const who = await playerWith({ lossLimitDay: 1_000, lossLimitWeek: 1_500, lossLimitMonth: 5_000 });
    const [first, second] = [await stake(who, 600), await stake(who, 400)];
    await expectRoom(who, 0, 'lossLimitDay');
    await settleBet(data, first, 250);
    await expectRoom(who, 250, 'lossLimitDay');
    expect(await used(who)).toMatchObject({ lossLimitDay: 750, lossLimitWeek: 750, lossLimitMonth: 750 });
    await passTo('2027-06-01T00:00');
    await expectRoom(who, 750, 'lossLimitWeek');
    // Yesterday's ticket, last month's loss.
    await settleBet(data, second, 900);
    expect(await used(who)).toMatchObject({ lossLimitDay: 0, lossLimitWeek: 0, lossLimitMonth: 0 });
    await expectRoom(who, 1_650, 'lossLimitWeek');
    await stake(who, 1_650);
    expect(await used(who)).toMatchObject({ lossLimitDay: 750, lossLimitWeek: 1_500, lossLimitMonth: 750 });
  });

  test('a prize of today is no part of tomorrow', async () => {
    await passTo('2027-06-14T12:00');
    const who = await playerWith({ lossLimitDay: 100 });
    await settleBet(data, await stake(who, 100), 5_000);
    await expectRoom(who, 5_000, 'lossLimitDay');
    await passTo('2027-06-15T00:00');
    await expectRoom(who, 100, 'lossLimitDay');
  });

  test('a large prize counts when it is credited, not when it is won', async () => {
    const who = await playerWith({ lossLimitDay: 100 });
    await settleBet(data, await stake(who, 100), 300_000, true);
    await expectRoom(who, 0, 'lossLimitDay');
  });

  test('fifty purchases at once, by two processes and beside a prize, pass no limit', async () => {
    await addDraw(data, { number: 3003, closesInSeconds: 30 * 86_400 });
    const who = await playerWith({ lossLimitWeek: 1_000 });
    const bet = await stake(who, 100);
    const wager = { gameId: 'lotto', draw: 3003, rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 150 };
    const apps = [app, testApp(data).app];
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, (_, nth) =>
        post(apps[nth % 2] as typeof app, '/lotto/buy', wager, { cookie: who.cookie }),
      ),
      settleBet(data, bet, 150),
    ]);
    const statuses = answers.flatMap((answer) => (answer ? [answer.status] : []));
    const sold = statuses.filter((status) => status === 201).length;
    // Those that came before the prize may have been refused.
    expect([6, 7]).toContain(sold);
    expect(statuses.filter((status) => status === 400)).toHaveLength(50 - sold);
    expect((await used(who)).lossLimitWeek).toBe(sold * 150 - 50);
    expect(await refusing(who, 1_001 - (sold * 150 - 50))).toBe('lossLimitWeek');
  });
});

test('what is left out stays as it is, and a raise waits', async () => {
  const who = await playerWith({ lossLimitMonth: 2_000, stakeLimitWeek: 700 });
  const ask = async (body: Partial<Limits>) =>
    (await post<Limits>(app, '/user/limits', { ...deposits, stakeLimitDay: 100_000, ...body }, who)).body;
  expect(await ask({})).toMatchObject({ lossLimitMonth: 2_000, stakeLimitWeek: 700 });
  const raised = await ask({ lossLimitMonth: 9_000 });
  expect(raised).toMatchObject({ lossLimitMonth: 2_000, pending: { lossLimitMonth: { value: 9_000 } } });
  // Another change leaves the raise alone; no own limit is the maximum.
  expect((await ask({ stakeLimitWeek: 700_000 })).pending).toMatchObject({
    lossLimitMonth: { value: 9_000 },
    stakeLimitWeek: { value: 700_000 },
  });
  expect((await ask({ lossLimitMonth: 1_000 })).pending).toMatchObject({ stakeLimitWeek: {} });
});

test('a notice at 80 % and at 100 %, once a period, in figures of one’s own', async () => {
  await passTo('2027-07-05T12:00');
  const who = await playerWith({ stakeLimitWeek: 1_000, lossLimitWeek: 1_000 });
  const told = async () => {
    const notices = await listNotices(data.db, who.playerId, { locale: 'is', siteUrl: '' });
    return notices.filter(({ kind }) => kind.startsWith('limitNear') || kind.startsWith('limitReached'));
  };
  const bet = await stake(who, 799);
  expect(await told()).toEqual([]);
  await settleBet(data, bet, 300);
  await stake(who, 1);
  const [near, ...others] = await told();
  expect(others).toEqual([]);
  expect(near?.text).toContain('800');
  expect(near?.text).toContain('200');
  await stake(who, 100);
  expect(await told()).toHaveLength(1);
  await stake(who, 100);
  expect((await told()).map(({ kind }) => kind)).toEqual(['limitReached', 'limitNear']);
  await passTo('2027-07-12T00:00');
  await stake(who, 800);
  expect(await told()).toHaveLength(4);
});
