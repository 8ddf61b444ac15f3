/** Money by card into the balance: credited once, or not at all (must-hold 50, 52). */
import { expect, test } from 'vitest';
import { beginDeposit } from '#server/payments/deposits/begin.ts';
import { post } from '#test/harness/client.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { type Ended, type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import type { TestPlayer } from '#test/harness/sale.ts';

let own: TestDatabase;
let at: PaymentFixture;
paymentSuite((database, fixture) => {
  own = database;
  at = fixture;
});

test('a card is kept, and a deposit by it is in the balance when its holder has confirmed it', async () => {
  const who = await at.cardholder();
  const begun = await at.deposit(who, 5_000, 'key 1');
  expect(begun).toMatchObject({
    status: 200,
    body: { type3D: 'redirect', html: expect.stringContaining('<form') },
  });
  const sameForm = await at.deposit(who, 5_000, 'key 1');
  expect(sameForm.body).toEqual(begun.body);
  expect(await at.balance(who)).toBe(0);
  expect(await at.limitUsed(who)).toEqual([5_000, 5_000, 5_000]);
  expect(await at.verification(who, begun.body.verificationId)).toEqual({ status: 'waiting' });
  expect(await at.comeBack(begun.body)).toMatchObject({ success: true });
  expect(await at.balance(who)).toBe(5_000);
  const again = await at.deposit(who, 5_000, 'key 1');
  expect(again.body).toEqual({ success: true, transactionId: begun.body.verificationId });
  expect(again.headers.get('Idempotent-Replay')).toBe('true');
  expect(await at.verification(who, begun.body.verificationId)).toEqual({
    status: 'success',
    transactionId: begun.body.verificationId,
  });
  expect(await at.deposit(who, 6_000, 'key 1')).toMatchObject({
    status: 400,
    body: { code: 'EC_DUPLICATE_VALUE' },
  });
  expect(await at.statuses(who)).toEqual(['settled']);
});

test.each([
  [-1, 'EC_NEGATIVE_AMOUNT', true],
  [0, 'EC_NOT_POSITIVE_AMOUNT', true],
  [499, 'EC_VALUE_TOO_LOW', true],
  [200_001, 'EC_VALUE_TOO_HIGH', true],
  [1.5, 'EC_INVALID_INPUT', true],
])('an amount of %d is %s', async (amount, code, hasIssues) => {
  const { status, body } = await at.deposit(await at.cardholder('01'), amount);
  expect([status, body.code, 'issues' in body]).toEqual([400, code, hasIssues]);
});

test('without a card there is no deposit', async () => {
  expect((await at.deposit(await at.player(), 500)).body.code).toBe('EC_CREDITCARD_MISSING');
});

/** Cards of the sandbox by what their issuer answers and what the gateway answers to the payment. */
const outcomes = [
  ['01', '00', { success: true }],
  ['02', '00', { success: true }],
  ['04', '00', { success: true }],
  ['00', '00', { success: false, error: 'EC_CREDITCARD_VALIDATE_FAILED' }],
  ['07', '00', { success: false, error: 'EC_CREDITCARD_VALIDATE_FAILED' }],
  ['01', '51', { success: false, error: 'EC_CC_DECLINED' }],
  ['01', '54', { success: false, error: 'EC_CC_DECLINED' }],
  ['01', '05', { success: false, error: 'EC_CC_DECLINED' }],
  ['01', '43', { success: false, error: 'EC_CC_DECLINED' }],
  ['01', '65', { success: true }],
  ['01', '91', { success: true }],
  ['01', '82', { success: false, error: 'EC_CREDITCARD_VALIDATE_FAILED' }],
  ['01', '83', { success: false, error: 'EC_CREDITCARD_VALIDATE_FAILED' }],
] as const;

test.each(outcomes)('a card whose issuer answers %s and whose payment %s', async (secure, pays, expected) => {
  const who = await at.withKept(secure, pays);
  const { body } = await at.deposit(who, 1_000);
  expect(await at.comeBack(body)).toMatchObject(expected);
  expect(await at.balance(who)).toBe(expected.success ? 1_000 : 0);
  expect((await at.limitUsed(who))[0]).toBe(expected.success ? 1_000 : 0);
});

test('an issuer that cannot answer is asked once more, and no more', async () => {
  for (const [secure, isPaid] of [
    ['06', true],
    ['05', false],
  ] as const) {
    const who = await at.withKept(secure, '00');
    const { body } = await at.deposit(who, 1_000);
    const first = (await at.comeBack(body)) as Ended & { again?: { form: never } };
    expect(first).toMatchObject({ success: false, again: { form: expect.any(Object) } });
    if (!first.again) throw new Error('not asked again');
    expect(await at.comeBack(first.again)).toMatchObject({ success: isPaid });
    expect(await at.balance(who)).toBe(isPaid ? 1_000 : 0);
  }
});

test('an issuer that refuses to be asked, and a holder who says no, gives up or stays away', async () => {
  const refused = await at.withKept('10', '00');
  expect((await at.deposit(refused, 1_000)).body.code).toBe('EC_CREDITCARD_VALIDATE_FAILED');
  for (const deed of ['refuse', 'cancel'] as const) {
    const who = await at.cardholder();
    const { body } = await at.deposit(who, 1_000);
    expect(await at.comeBack(body, deed)).toMatchObject({ error: 'EC_CREDITCARD_VALIDATE_FAILED' });
    expect(await at.limitUsed(who)).toEqual([0, 0, 0]);
  }
  const away = await at.cardholder();
  const { body } = await at.deposit(away, 1_000, 'away');
  await at.pass(899);
  expect(await at.statuses(away)).toEqual(['waiting']);
  await at.pass(2);
  expect(await at.statuses(away)).toEqual(['failed EC_INVALID_TRANSID']);
  expect(await at.limitUsed(away)).toEqual([0, 0, 0]);
  expect(await at.verification(away, body.verificationId)).toEqual({
    status: 'failed',
    error: 'EC_INVALID_TRANSID',
  });
  expect((await at.deposit(away, 1_000, 'away')).body.code).toBe('EC_INVALID_TRANSID');
});

test('a new deposit takes the place of one that waits, whose return is worth nothing then', async () => {
  const { who, fields } = await at.confirmed();
  const { body } = await at.deposit(who, 700);
  expect(await at.limitUsed(who)).toEqual([700, 700, 700]);
  expect(await at.forward('deposit', fields)).toMatchObject({ error: 'EC_INVALID_TRANSID' });
  expect(await at.comeBack(body)).toMatchObject({ success: true });
  expect(await at.balance(who)).toBe(700);
});

test('given up by the player it gives the limit back once, and one that is paid stays paid', async () => {
  const { who, body, fields } = await at.confirmed();
  const cancel = (player = who) =>
    post(at.app, '/user/account/cancel-payment', { id: body.verificationId }, { cookie: player.cookie });
  expect(await cancel(await at.player())).toMatchObject({
    status: 400,
    body: { code: 'EC_INVALID_TRANSID' },
  });
  expect((await cancel()).status).toBe(204);
  expect((await cancel()).status).toBe(204);
  expect(await at.limitUsed(who)).toEqual([0, 0, 0]);
  expect(await at.forward('deposit', fields)).toMatchObject({ error: 'EC_INVALID_TRANSID' });
  const paid = await at.confirmed();
  await at.forward('deposit', paid.fields);
  const id = { id: paid.body.verificationId };
  await post(at.app, '/user/account/cancel-payment', id, { cookie: paid.who.cookie });
  expect(await at.balance(paid.who)).toBe(5_000);
});

test('a limit is given back only in the day, week and month in which it counted', async () => {
  const { who, body } = await at.confirmed(5_000);
  await own.pool.query(
    `UPDATE deposit_limits SET deposited_on = deposited_on + 40, deposited_day = 800, deposited_week = 800,
       deposited_month = 800 WHERE player_id = $1`,
    [who.playerId],
  );
  await post(at.app, '/user/account/cancel-payment', { id: body.verificationId }, { cookie: who.cookie });
  expect(await at.limitUsed(who)).toEqual([800, 800, 800]);
  await own.pool.query('DELETE FROM deposit_limits WHERE player_id = $1', [who.playerId]);
});

const context = (who: TestPlayer) => ({
  caller: { playerId: who.playerId, tokenHash: Buffer.alloc(32) },
  ...{ ip: '', locale: 'is' as const, key: null, inputHash: null },
  ...{ browser: () => null, bindBrowser: () => {}, device: () => null, markReplay: () => {} },
});

test('a hundred deposits at once never pass the limit by a króna', async () => {
  const who = await at.cardholder('01');
  const limits = { depositLimitDay: 10_500, depositLimitWeek: 20_000, depositLimitMonth: 20_000 };
  await post(at.app, '/user/limits', { ...limits, stakeLimitDay: 0 }, { cookie: who.cookie });
  const parts = { ...at.parts, bounds: { oneWaiting: false, depositsADay: 1_000 } };
  const body = { amount: 1_000, reentryUrl: '/' };
  // On a slow machine some wait in vain for a connection: they ask again.
  const begin = (): ReturnType<typeof beginDeposit> =>
    beginDeposit(parts, 'deposit', { body }, context(who)).catch((error: Error) => {
      if (!error.message.startsWith('timeout exceeded')) throw error;
      return begin();
    });
  const begun = await Promise.allSettled(Array.from({ length: 100 }, begin));
  const taken = begun.flatMap((each) =>
    each.status === 'fulfilled' && 'form' in each.value ? [each.value] : [],
  );
  expect(taken).toHaveLength(10);
  const refused = begun.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []));
  expect(refused).toEqual(Array.from({ length: 90 }, () => 'EC_DEPOSIT_LIMIT'));
  await Promise.all(taken.map((each) => at.comeBack(each)));
  expect(await at.balance(who)).toBe(10_000);
  expect(await at.limitUsed(who)).toEqual([10_000, 10_000, 10_000]);
});

test('whoever begins too many in a day is told when to come back', async () => {
  const who = await at.cardholder('01');
  const parts = { ...at.parts, bounds: { depositsADay: 2 } };
  const begin = () =>
    beginDeposit(parts, 'deposit', { body: { amount: 500, reentryUrl: '/' } }, context(who));
  for (let nth = 0; nth < 2; nth += 1) await begin();
  await expect(begin()).rejects.toMatchObject({
    code: 'EC_ACTION_NOT_ALLOWED',
    options: { status: 429, retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 86_000) },
  });
});

test('what was taken is credited also to who was closed or locked meanwhile, and flagged', async () => {
  const { who, fields } = await at.confirmed();
  at.between.cardGateway = {
    pay: async (ask, payment) => {
      await at.set(who, `locked_until = domain_now() + interval '1 day'`);
      return ask(payment);
    },
  };
  expect(await at.forward('deposit', fields)).toMatchObject({ success: true });
  expect(await at.balance(who)).toBe(5_000);
  const { rows } = await own.pool.query('SELECT flag FROM payments WHERE player_id = $1', [who.playerId]);
  expect(rows).toEqual([{ flag: 'locked' }]);
});

test('a small deposit is paid at once, or its holder asked after all where the issuer wants it', async () => {
  const parts = { ...at.parts, bounds: { deposit3ds: 2_000 } };
  const begin = (who: TestPlayer, amount: number) =>
    beginDeposit(parts, 'deposit', { body: { amount, reentryUrl: '/' } }, context(who));
  const trusted = await at.withKept('01', '00');
  expect(await begin(trusted, 1_999)).toMatchObject({ success: true });
  expect(await at.balance(trusted)).toBe(1_999);
  expect(await begin(trusted, 2_000)).toMatchObject({ type3D: 'redirect' });
  const asked = await at.withKept('01', '65');
  const begun = await begin(asked, 1_000);
  if (!('form' in begun)) throw new Error('the holder was not asked');
  expect([await at.balance(asked), await at.limitUsed(asked)]).toEqual([0, [1_000, 1_000, 1_000]]);
  expect(await at.comeBack(begun)).toMatchObject({ success: true });
  expect(await at.balance(asked)).toBe(1_000);
  const declined = await at.withKept('01', '51');
  await expect(begin(declined, 1_000)).rejects.toMatchObject({ code: 'EC_CC_DECLINED' });
  expect(await at.limitUsed(declined)).toEqual([0, 0, 0]);
});

test('a debt is paid before the balance', async () => {
  const { who, fields } = await at.confirmed();
  await own.pool.query(
    `INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
     SELECT $1, domain_now(), 'correction', ledger_account('debt', $1, NULL, NULL, NULL),
       ledger_account('prize_reserve', NULL, NULL, 'lotto', NULL), 2000`,
    [who.playerId],
  );
  await at.set(who, 'debt = 2000');
  await at.forward('deposit', fields);
  expect(await at.balance(who)).toBe(3_000);
});
