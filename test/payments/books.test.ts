/** Our books beside those outside; what banks take back; money of accounts that are closed. */
import { describe, expect, test } from 'vitest';
import { command as statement } from '#operator/ledger-statement.ts';
import { command as chargeback } from '#operator/payments-chargeback.ts';
import { command as held } from '#operator/payments-held.ts';
import { command as payHeld } from '#operator/payments-pay-held.ts';
import { command as reconcile } from '#operator/payments-reconcile.ts';
import { command as show } from '#operator/payments-show.ts';
import { cardEndDeadline } from '#server/payments/cards/ends.ts';
import { reconciliationDeadline } from '#server/payments/reconcile/reconcile.ts';
import { closedDeadline } from '#server/payments/withdrawals/closed.ts';
import { advanceClock } from '#server/platform/advance-clock.ts';
import { databaseNow, dueOf } from '#server/platform/deadlines.ts';
import { bookSteps } from '#test/harness/books.ts';
import { get } from '#test/harness/client.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import type { TestPlayer } from '#test/harness/sale.ts';
import { spellingsOf } from '#test/harness/spellings.ts';

let own: TestDatabase;
let at: PaymentFixture;
paymentSuite((database, fixture) => {
  own = database;
  at = fixture;
});
const { player, deposited, today, check, run } = bookSteps(() => ({ own, at }));

describe('reconciliation', () => {
  test('is the same in all books after deposits, a reversal, Aur and withdrawals', async () => {
    const { who } = await deposited(9_000);
    expect((await at.withdraw(who, 4_000)).status).toBe(204);
    const lost = await player();
    const { body } = await at.deposit(lost, 3_000);
    at.between.cardGateway = {
      pay: async (ask, payment) => {
        await ask(payment);
        return { outcome: 'unknown' };
      },
    };
    await at.comeBack(body);
    at.between.cardGateway = {};
    await at.setPlayer(who, `payment_method = 'aur', mobile = '6110001', mobile_confirmed_at = domain_now()`);
    await at.deposit(who, 2_000);
    await at.pass(120);
    expect(await at.balance(who)).toBe(7_000);
    const found = await check();
    expect(found).toMatchObject({ differences: [], complete: true });
    expect(found.compared).toBeGreaterThanOrEqual(4);
    expect(found.playerMoney).toBe(found.outsideMoney);
  });

  test('two hundred thousand bookings of a billing day are compared as a few are', async () => {
    const yesterday = new Date(at.now().getTime() - 86_400_000);
    at.between.cardGateway = {
      bookings: async (ask, day) => {
        if (day !== yesterday.toISOString().slice(0, 10)) return ask(day);
        return Array.from({ length: 200_000 }, () => {
          return { correlationId: crypto.randomUUID(), transactionId: 'x', amount: 600, at: yesterday };
        });
      },
    };
    expect(await check()).toMatchObject({ differences: [], complete: true });
    at.between.cardGateway = {};
  });

  test('what only they have, only we have, and other sums are told, and nothing is repaired', async () => {
    const { who, id } = await deposited(1_000);
    const balance = await at.balance(who);
    at.between.cardGateway = {
      bookings: async (ask, day) => {
        const real = (await ask(day)) ?? [];
        const [first, ...rest] = real;
        const stray = { correlationId: crypto.randomUUID(), transactionId: 'x', amount: 777, at: at.now() };
        return day === (await today()) && first
          ? [{ ...first, amount: first.amount + 1 }, ...rest.slice(0, -1), stray]
          : real;
      },
    };
    const { differences } = await check();
    expect(differences.map(({ what, ours, theirs }) => [what, ours, theirs])).toEqual(
      expect.arrayContaining([
        ['amount', expect.any(Number), expect.any(Number)],
        ['onlyThere', 0, 777],
        ['onlyHere', 1_000, 0],
      ]),
    );
    expect(await at.balance(who)).toBe(balance);
    expect((await run(show, [id])).text).toContain('settled');
    const { rows } = await own.adminPool.query(
      `SELECT count(*)::int AS n FROM security_events WHERE kind = 'booksDiffer'`,
    );
    expect(rows[0].n).toBeGreaterThan(0);
  });

  test('whoever does not show books is named, and the day is looked at again in an hour', async () => {
    const daily = reconciliationDeadline(at.parts);
    at.between.bank = { bookings: async () => null };
    const due = await dueOf(own.db, daily);
    expect(due?.toISOString()).toMatch(/T06:00/);
    await at.pass(((due?.getTime() ?? 0) - at.now().getTime()) / 1000 + 60);
    expect(await daily.run(own.db)).toBe(1);
    const again = await dueOf(own.db, daily);
    expect(((again?.getTime() ?? 0) - at.now().getTime()) / 60_000).toBeCloseTo(60, 0);
    at.between.bank = {};
    await at.pass(3_700);
    expect(await daily.run(own.db)).toBe(1);
    expect((await dueOf(own.db, daily))?.getTime()).toBeGreaterThan(at.now().getTime() + 3_600_000);
  });

  test('days that were compared while the clock of the machine ran ahead are compared again', async () => {
    const daily = reconciliationDeadline(at.parts);
    const before = await dueOf(own.db, daily);
    await own.pool.query(
      `INSERT INTO reconciliations (day, at, actor, player_money, outside_money, compared, differences,
         complete)
       SELECT (domain_now() + interval '9 days')::date, domain_now() + interval '10 days', 'daily', 0, 0, 0,
         '[]', true`,
    );
    expect(await dueOf(own.db, daily)).toEqual(before);
  });

  test('a booking that was given up for lost is asked about again, and undone', async () => {
    const who = await player();
    const { body } = await at.deposit(who, 6_000);
    let late: (() => Promise<unknown>) | undefined;
    at.between.cardGateway = {
      pay: async (ask, payment) => {
        late = () => ask(payment);
        return { outcome: 'unknown' };
      },
    };
    await at.comeBack(body);
    at.between.cardGateway = {};
    await at.pass(600);
    expect(await at.statuses(who)).toEqual(['notBooked EC_CC_ERROR']);
    await own.pool.query('UPDATE payments SET look_at = NULL WHERE player_id = $1', [who.playerId]);
    await late?.();
    expect((await check()).differences).toMatchObject([{ what: 'onlyThere', theirs: 6_000 }]);
    await at.pass(5);
    expect(await at.statuses(who)).toEqual(['reversed EC_CC_ERROR']);
    expect((await check()).differences).toEqual([]);
  });
});

describe('a closed account', () => {
  const close = (who: TestPlayer) => at.set(who, 'closed_at = domain_now()');
  const payOut = async () => {
    await closedDeadline.run(own.db);
    await at.pass(60);
  };

  test('is paid out to the bank account, however little it is, and what comes later follows', async () => {
    const who = await player(300);
    await close(who);
    expect(await dueOf(own.db, closedDeadline)).not.toBeNull();
    await payOut();
    expect([await at.balance(who), await at.statuses(who)]).toEqual([0, ['settled']]);
    expect(await dueOf(own.db, closedDeadline)).toBeNull();
    await own.pool.query(
      `SELECT credit_wallet($1, ledger_account('prize_reserve', NULL, NULL, 'lotto', NULL), 'correction', 700,
        NULL, domain_now())`,
      [who.playerId],
    );
    await payOut();
    expect([await at.balance(who), await at.statuses(who)]).toEqual([0, ['settled', 'settled']]);
  });

  test('without an account, or with one that the bank refuses, it waits for two persons', async () => {
    const none = await player(1_000, null);
    const refused = await player(2_000, '0133-26-000000');
    await close(none);
    await close(refused);
    await payOut();
    const { json } = await run(held, []);
    expect(json).toMatchObject({
      held: [
        { playerId: none.playerId, balance: 1_000, why: 'noAccount' },
        { playerId: refused.playerId, balance: 2_000, why: 'rejected' },
      ],
    });
    expect(await dueOf(own.db, closedDeadline)).toBeNull();
    const pay = (actor: string) =>
      run(payHeld, [String(none.playerId)], { actor, options: { account: '0133-26-777777' } });
    expect((await pay('gunna')).json).toMatchObject({ step: 'entered' });
    for (const same of spellingsOf('gunna'))
      await expect(pay(same)).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
    expect((await pay('jón')).json).toMatchObject({ step: 'paid', amount: 1_000 });
    await at.pass(60);
    expect([await at.balance(none), await at.statuses(none)]).toEqual([0, ['settled']]);
    await expect(pay('jón')).rejects.toMatchObject({ code: 'EC_NO_DATA_FOUND' });
  });
});

test('a player is told thirty days before a card ends, once', async () => {
  const who = await player();
  const end = new Date((await databaseNow(own.db)).getTime() + 20 * 86_400_000);
  const expires = `${end.toISOString().slice(5, 7)}${end.toISOString().slice(2, 4)}`;
  await own.pool.query('UPDATE saved_cards SET expires = $2, told_end = NULL WHERE player_id = $1', [
    who.playerId,
    expires,
  ]);
  const told = async () => {
    const { rows } = await own.pool.query(
      `SELECT count(*)::int AS n FROM notices WHERE player_id = $1 AND kind = 'cardEnds'`,
      [who.playerId],
    );
    return rows[0].n;
  };
  await cardEndDeadline.run(own.db);
  await cardEndDeadline.run(own.db);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0));
  const isNear = lastDay.getTime() - at.now().getTime() < 30 * 86_400_000;
  expect(await told()).toBe(isNear ? 1 : 0);
  await advanceClock(own.db, {
    to: new Date(lastDay.getTime() - 3 * 86_400_000),
    deadlines: [],
    runJobs: async () => {},
  });
  await cardEndDeadline.run(own.db);
  expect(await told()).toBe(1);
});

test('the command compares a day and says where the books differ', async () => {
  const answer = await run(reconcile, [await today()]).catch((error) => error);
  expect(answer).toMatchObject({ failed: true });
  expect(answer.json.differences).toContainEqual({ party: 'cardGateway', what: 'silent' });
  await expect(run(reconcile, ['í gær'])).rejects.toThrow('DAY must be');
});

test('movements tell the payment behind them, by kind and by month', async () => {
  const { who } = await deposited(5_000, await player());
  await at.withdraw(who, 1_500);
  const list = async (query = '') =>
    (
      await get<{
        transactions: { type: string; amount: number; payment?: object; cardNumber?: string }[];
        transactionCount: number;
        netDeposits: number;
        monthSums?: object;
      }>(at.app, `/user/transactions/1${query}`, who.cookie)
    ).body;
  const all = await list();
  expect(all.transactions).toMatchObject([
    {
      type: 'withdrawal',
      amount: -1_500,
      hasDetails: true,
      payment: { method: 'bank', status: 'underWay', bankAccount: '****-**-***345' },
    },
    {
      type: 'deposit',
      amount: 5_000,
      hasDetails: true,
      cardType: 'visa',
      cardNumber: expect.stringMatching(/^\*{4} \*{4} \*{4} \d{4}$/),
      authId: expect.stringMatching(/^\d{6}$/),
      payment: { method: 'creditCard', status: 'done' },
    },
  ]);
  expect(all.netDeposits).toBe(3_500);
  const month = (await today()).slice(0, 7);
  expect(await list(`?month=${month}&transactionType=deposit`)).toMatchObject({
    transactionCount: 1,
    monthSums: { deposit: 5_000, withdrawal: -1_500 },
  });
  expect(await list('?month=2020-01')).toMatchObject({ transactions: [], monthSums: {} });
  expect(await list('?month=2020-13')).toMatchObject({ code: 'EC_INVALID_INPUT' });
  expect(await list('?transactionType=allt')).toMatchObject({ code: 'EC_INVALID_INPUT' });
});

test('a statement names each payment and its kind, now and at a moment that is past', async () => {
  const { who, id } = await deposited(5_000, await player(0, '0133-26-000000'));
  await at.withdraw(who, 2_000);
  const then = (await databaseNow(own.db)).toISOString();
  await at.pass(60);
  await run(chargeback, [id]);
  await run(chargeback, [id], { actor: 'jón' });
  const now = await run(statement, [String(who.playerId)]);
  const cause = { kind: 'payment', id };
  expect(now.json).toMatchObject({
    balance: 0,
    agrees: true,
    lines: [
      { kind: 'deposit', amount: 5_000, balance: 5_000, cause },
      { kind: 'withdrawal', amount: -2_000, balance: 3_000 },
      { kind: 'withdrawal_return', amount: 2_000, balance: 5_000 },
      { kind: 'chargeback', amount: -5_000, balance: 0, cause },
    ],
  });
  const [, ordered, returned] = (now.json as { lines: { cause: { kind: string; id: string } }[] }).lines;
  expect(ordered?.cause.kind).toBe('payment');
  expect(returned?.cause).toEqual(ordered?.cause);
  expect(now.text).toMatch(new RegExp(`withdrawal return +2\\.000 +5\\.000 +payment ${ordered?.cause.id}`));
  expect((await run(statement, [String(who.playerId)], { options: { at: then } })).json).toMatchObject({
    balance: 3_000,
    agrees: true,
    lines: [{ kind: 'deposit' }, { kind: 'withdrawal' }],
  });
  const { body } = await get<{ transactions: { amount: number; payment: object }[] }>(
    at.app,
    '/user/transactions/1',
    who.cookie,
  );
  expect(body.transactions).toMatchObject([
    { amount: -5_000, payment: { status: 'chargedBack' } },
    { amount: 2_000, payment: { status: 'returned', code: 'EC_BANK_DECLINED' } },
    { amount: -2_000, payment: { status: 'returned', code: 'EC_BANK_DECLINED' } },
    { amount: 5_000, payment: { status: 'chargedBack' } },
  ]);
});
