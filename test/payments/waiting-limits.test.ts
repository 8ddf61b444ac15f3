/** A limit is freed once the outside is certain: until then a payment counts where it was asked for. */
import { expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { decodeId } from '#server/platform/ids.ts';
import { moveSessions } from '#server/players/sessions/move-sessions.ts';
import { get, post } from '#test/harness/client.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import type { TestPlayer } from '#test/harness/sale.ts';
import { subscriptionFixture } from '#test/harness/subscriptions.ts';

let own: TestDatabase;
let at: PaymentFixture;
let subscriptions: Awaited<ReturnType<typeof subscriptionFixture>>;
paymentSuite(async (database, fixture) => {
  own = database;
  at = fixture;
  subscriptions = await subscriptionFixture(own, '2027-02-08T12:00:00Z', 'lotto', at.outside);
});

const day = 86_400;

/** Moves the clock in one step, then runs all due work. */
async function passTime(seconds: number): Promise<void> {
  await transaction(own.db, (tx) => moveSessions(tx, seconds));
  await setClock(own.db, new Date((await databaseNow(own.db)).getTime() + seconds * 1000));
  await at.pass(1);
}

let phones = 8_400_000;

async function withAur(): Promise<TestPlayer> {
  const who = await at.player();
  phones += 1;
  await at.setPlayer(who, `payment_method = 'aur', mobile = '${phones}', mobile_confirmed_at = domain_now()`);
  return who;
}

/** All three limits of deposits. */
async function limitTo(who: TestPlayer, amount: number): Promise<void> {
  const deposits = { depositLimitDay: amount, depositLimitWeek: amount, depositLimitMonth: amount };
  const { status } = await post(at.app, '/user/limits', { ...deposits, stakeLimitDay: 100_000 }, who);
  expect(status).toBe(200);
}

const limits = async (who: TestPlayer) =>
  (await get<ApiAnswer<'limits.read'>>(at.app, '/user/limits', who.cookie)).body;
const waiting = async (who: TestPlayer) =>
  ((await limits(who)).waiting ?? []).map(({ amount, way }) => [amount, way]);
const giveUp = (who: TestPlayer, id: string) => post(at.app, '/user/account/cancel-payment', { id }, who);
const act = (token: string, deed: 'approve' | 'cancel') =>
  at.aurControl({ act: deed, orderid: decodeId(token) });
const counts = (amount: number) => [amount, amount, amount];

async function flags({ playerId }: TestPlayer): Promise<string[]> {
  const { rows } = await own.pool.query(
    'SELECT flag FROM payments WHERE player_id = $1 AND flag IS NOT NULL ORDER BY asked_at',
    [playerId],
  );
  return rows.map(({ flag }) => flag);
}

test('five deposits by Aur that are given up and then approved come to no more than the limit', async () => {
  const who = await withAur();
  await limitTo(who, 10_000);
  const tokens: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const { body } = await at.deposit(who, 10_000);
    if (nth > 0) expect(body.code).toBe('EC_DEPOSIT_LIMIT');
    if (body.aurToken === undefined) continue;
    tokens.push(body.aurToken);
    expect((await giveUp(who, body.aurToken)).status).toBe(204);
  }
  expect(tokens).toHaveLength(1);
  expect(await at.limitUsed(who)).toEqual(counts(10_000));
  expect(await waiting(who)).toEqual([[10_000, 'aur']]);
  for (const token of tokens) await act(token, 'approve');
  await at.pass(60);
  expect([await at.balance(who), await at.limitUsed(who)]).toEqual([10_000, counts(10_000)]);
  expect(await waiting(who)).toEqual([]);
});

test('a deposit that was given up counts until Aur says that it is cancelled', async () => {
  const who = await withAur();
  const { body } = await at.deposit(who, 4_000);
  await giveUp(who, body.aurToken ?? '');
  await at.pass(30);
  expect([await at.aurStatus(who, body.aurToken ?? ''), await at.limitUsed(who)]).toEqual([
    { status: 'CANCELLED', message: 'givenUp' },
    counts(4_000),
  ]);
  await act(body.aurToken ?? '', 'cancel');
  await at.pass(30);
  expect([await at.limitUsed(who), await waiting(who), await flags(who)]).toEqual([counts(0), [], []]);
});

test('an unanswered phone counts past its three minutes, until Aur says that the order is over', async () => {
  const who = await withAur();
  let isSilent = true;
  at.between.aur = { state: async (ask, of) => (isSilent ? null : ask(of)) };
  await at.deposit(who, 4_000);
  await passTime(600);
  expect([await at.statuses(who), await at.limitUsed(who)]).toEqual([['cancelled'], counts(4_000)]);
  isSilent = false;
  await passTime(1_000);
  expect(await at.limitUsed(who)).toEqual(counts(0));
});

test('a request to Aur whose answer was lost counts; known of nothing, it counts no more', async () => {
  const who = await withAur();
  at.between.aur = { begin: async () => ({ outcome: 'unknown' }) };
  expect((await at.deposit(who, 4_000)).body.code).toBe('EC_AUR_ERROR');
  expect([await at.statuses(who), await at.limitUsed(who)]).toEqual([
    ['cancelled EC_AUR_ERROR'],
    counts(4_000),
  ]);
  expect(await waiting(who)).toEqual([[4_000, 'aur']]);
  await passTime(300);
  expect([await at.limitUsed(who), await waiting(who)]).toEqual([counts(0), []]);
});

test('a day without a word from Aur: it counts no more, and a person is told', async () => {
  const who = await withAur();
  at.between.aur = { state: async () => null };
  await at.deposit(who, 4_000);
  await passTime(day - 3_600);
  expect([(await limits(who)).used.depositLimitMonth, await flags(who)]).toEqual([4_000, []]);
  await passTime(2 * 3_600);
  expect([(await limits(who)).used.depositLimitMonth, await flags(who)]).toEqual([0, ['noAnswer']]);
  expect(await waiting(who)).toEqual([]);
  await own.pool.query('UPDATE payments SET look_at = domain_now() WHERE player_id = $1', [who.playerId]);
  at.between.aur = { state: async () => ({ status: 'FINISHED', transactionId: 'x', amount: 4_000 }) };
  await at.pass(5);
  expect([await at.balance(who), await at.limitUsed(who)]).toEqual([4_000, counts(4_000)]);
});

test('a deposit late in the evening counts in the day on which it was asked for', async () => {
  const who = await withAur();
  const [{ seconds }] = (
    await own.pool.query(
      `SELECT extract(epoch FROM date_trunc('day', domain_now(), 'UTC')
         + interval '1 day 23:59'
         - domain_now())::int AS seconds`,
    )
  ).rows;
  await passTime(seconds);
  const { body } = await at.deposit(who, 4_000);
  await giveUp(who, body.aurToken ?? '');
  await passTime(120);
  await act(body.aurToken ?? '', 'approve');
  await passTime(60);
  expect(await at.balance(who)).toBe(4_000);
  const { used } = await limits(who);
  expect(used.depositLimitDay).toBe(0);
});

test('a card deposit given up on the issuer’s page can never be booked: its limit is free', async () => {
  const { who, body, fields } = await at.confirmed(5_000);
  const before = await at.booked();
  await giveUp(who, body.verificationId);
  expect([await at.limitUsed(who), await waiting(who)]).toEqual([counts(0), []]);
  expect(await at.forward('deposit', fields)).toMatchObject({ success: false });
  await at.pass(1_000);
  expect([await at.booked(), await at.balance(who)]).toEqual([before, 0]);
});

test('a card deposit of which the gateway says nothing counts for a day; then a person is told', async () => {
  const { who, fields } = await at.confirmed(5_000);
  const before = await at.booked();
  let isSilent = true;
  at.between.cardGateway = {
    pay: async (ask, payment) => {
      await ask(payment);
      return { outcome: 'unknown' };
    },
    reverse: async (ask, ...of) => (isSilent ? 'unknown' : ask(...of)),
  };
  await at.forward('deposit', fields);
  expect(await waiting(who)).toEqual([[5_000, 'creditCard']]);
  await passTime(day - 3_600);
  expect([(await at.limitUsed(who))[2], await flags(who)]).toEqual([5_000, []]);
  await passTime(3 * 3_600);
  expect([(await at.limitUsed(who))[2], await flags(who), await waiting(who)]).toEqual([0, ['noAnswer'], []]);
  isSilent = false;
  await passTime(2 * 3_600);
  expect([await at.statuses(who), await at.booked()]).toEqual([['reversed EC_CC_ERROR'], before]);
  expect((await at.limitUsed(who))[2]).toBe(0);
});

const ticket = { gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 150 };

test('a charge of the subscription card in flight counts toward the day’s stakes', async () => {
  const who = await at.withKept('01', '00', 'subscription');
  await at.set(who, 'stake_limit_day = 600');
  const gatewayCalled = Promise.withResolvers<void>();
  const gatewayAnswer = Promise.withResolvers<void>();
  at.between.cardGateway = {
    pay: async (ask, payment) => {
      gatewayCalled.resolve();
      await gatewayAnswer.promise;
      return ask(payment);
    },
  };
  const bought = subscriptions.subscribe(who, {}, 'k');
  await gatewayCalled.promise;
  expect((await limits(who)).used.stakeLimitDay).toBe(450);
  expect(await waiting(who)).toEqual([[450, 'subscriptionCard']]);
  const two = { ...ticket, rows: [ticket.rows[0], ticket.rows[0]], stake: 300 };
  expect((await post(at.app, '/lotto/buy', two, who)).body).toMatchObject({ code: 'EC_PLAYER_SALES_LIMIT' });
  gatewayAnswer.resolve();
  expect((await bought).status).toBe(201);
  expect([(await limits(who)).used.stakeLimitDay, await waiting(who)]).toEqual([450, []]);
});

test('a subscription charge without an answer counts toward deposits and stakes until undone', async () => {
  const who = await at.withKept('01', '00', 'subscription');
  let isSilent = true;
  at.between.cardGateway = {
    pay: async (ask, payment) => {
      await ask(payment);
      return { outcome: 'unknown' };
    },
    reverse: async (ask, ...of) => (isSilent ? 'unknown' : ask(...of)),
  };
  expect((await subscriptions.subscribe(who, {}, 'k')).body).toMatchObject({ code: 'EC_CC_ERROR' });
  await passTime(600);
  const { used } = await limits(who);
  expect([used.stakeLimitDay, used.depositLimitDay]).toEqual([450, 450]);
  isSilent = false;
  await passTime(600);
  const after = (await limits(who)).used;
  expect([await at.statuses(who), after.stakeLimitDay, after.depositLimitDay]).toEqual([
    ['reversed EC_CC_ERROR'],
    0,
    0,
  ]);
});

test('a debt is not paid by charging the subscription card for something else', async () => {
  const who = await at.withKept('01', '00', 'subscription');
  await own.pool.query(
    `WITH moved AS (
       INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
       VALUES ($1, domain_now(), 'correction', ledger_account('debt', $1, NULL, NULL, NULL),
         ledger_account('sandbox', NULL, NULL, NULL, NULL), 100)
     ) UPDATE wallets SET debt = 100 WHERE player_id = $1`,
    [who.playerId],
  );
  expect((await subscriptions.subscribe(who, {}, 'k')).body).toMatchObject({ code: 'EC_BALANCE_TOO_LOW' });
  expect(await at.statuses(who)).toEqual([]);
});

async function withBank(): Promise<TestPlayer> {
  const who = await at.player(500_000);
  await at.setPlayer(
    who,
    `national_id = '1130${who.playerId.toString().padStart(5, '0')}9', bank_account = '0133-26-012345',
     bank_account_since = '-infinity'`,
  );
  return who;
}

test('orders without a word of the bank count as open for a day, those it took until it pays', async () => {
  const [silent, taken] = [await withBank(), await withBank()];
  at.between.bank = {
    order: async (_, order) =>
      (await playerOf(order.requestId)) === taken.playerId ? { state: 'accepted' } : null,
    state: async () => ({ state: 'accepted' }),
  };
  for (const who of [silent, taken]) {
    for (let nth = 0; nth < 3; nth += 1) expect((await at.withdraw(who, 1_000)).status).toBe(204);
    expect((await at.withdraw(who, 1_000)).body).toMatchObject({ code: 'EC_PLAYER_TAKEOUT_LIMIT' });
  }
  await passTime(day - 60);
  for (const who of [silent, taken])
    expect((await at.withdraw(who, 1_000)).body).toMatchObject({ code: 'EC_PLAYER_TAKEOUT_LIMIT' });
  await passTime(120);
  expect((await at.withdraw(silent, 1_000)).status).toBe(204);
  expect((await at.withdraw(taken, 1_000)).body).toMatchObject({ code: 'EC_PLAYER_TAKEOUT_LIMIT' });
  expect(await at.balance(silent)).toBe(496_000);
});

async function playerOf(requestId: string): Promise<number> {
  const { rows } = await own.pool.query('SELECT player_id FROM payments WHERE request_id = $1', [requestId]);
  return Number(rows[0].player_id);
}
