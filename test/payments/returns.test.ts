/** What comes back from the issuer, or never does: credited once, or not at all (must-hold 52, 53). */
import { describe, expect, test } from 'vitest';
import { writeReturnToken } from '#server/payments/return-token.ts';
import { post } from '#test/harness/client.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';

let at: PaymentFixture;
paymentSuite((_, fixture) => {
  at = fixture;
});

describe('what comes back', () => {
  test('twice and fifty times at once is credited once', async () => {
    const { who, fields } = await at.confirmed();
    const answers = await Promise.all(Array.from({ length: 50 }, () => at.forward('deposit', fields)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ success: true });
    expect(await at.forward('deposit', fields)).toEqual(answers[0]);
    expect(await at.balance(who)).toBe(5_000);
  });

  test('too late is worth nothing', async () => {
    const { who, fields } = await at.confirmed();
    await at.pass(901);
    expect(await at.forward('deposit', fields)).toMatchObject({
      success: false,
      error: 'EC_INVALID_TRANSID',
    });
    expect(await at.balance(who)).toBe(0);
  });

  test('under another type, with no fields or a forged signature it touches nothing', async () => {
    const { who, fields } = await at.confirmed();
    const lost = { success: false, error: 'EC_INVALID_TRANSID' };
    expect(await at.forward('creditCard', fields)).toEqual(lost);
    expect(await at.forward('subscriptionCard', fields)).toEqual(lost);
    const [first = '', ...rest] = fields.MD ?? '';
    const other = first === 'A' ? 'B' : 'A';
    for (const md of ['', 'x', `${other}${rest.join('')}`, `${fields.MD} `, `${fields.MD}=`]) {
      expect(await at.forward('deposit', { ...fields, MD: md })).toEqual(lost);
    }
    expect(await at.statuses(who)).toEqual(['waiting']);
    expect(await at.forward('deposit', fields)).toMatchObject({ success: true });
  });

  test('for a deposit that is not there, or not yet, it is nothing', async () => {
    const token = { purpose: 'deposit', id: '00000000-0000-4000-8000-000000000000', round: 0 } as const;
    const MD = writeReturnToken(at.parts.returnSecret, { ...token, key: Buffer.alloc(0) });
    expect(await at.forward('deposit', { MD, mdStatus: '1' })).toEqual({
      success: false,
      error: 'EC_INVALID_TRANSID',
    });
  });

  test('with the proof of another payment, or a forged one, nothing is taken', async () => {
    const [one, two] = [await at.confirmed(1_000), await at.confirmed(9_000)];
    const { cavv = '', xid = '' } = one.fields;
    expect(await at.forward('deposit', { ...two.fields, cavv, xid })).toMatchObject({ success: false });
    expect(await at.balance(two.who)).toBe(0);
    const forged = Buffer.alloc(20, 7).toString('base64');
    expect(await at.forward('deposit', { ...one.fields, cavv: forged })).toMatchObject({ success: false });
    expect(await at.balance(one.who)).toBe(0);
    expect(await at.limitUsed(one.who)).toEqual([0, 0, 0]);
  });

  test('without any claim it is not authenticated', async () => {
    const { who, fields } = await at.confirmed();
    expect(await at.forward('deposit', { MD: fields.MD })).toMatchObject({
      error: 'EC_CREDITCARD_VALIDATE_FAILED',
    });
    expect(await at.statuses(who)).toEqual(['failed EC_CREDITCARD_VALIDATE_FAILED']);
  });

  test.each([
    ['locked', `locked_until = domain_now() + interval '1 day'`, 'EC_ACTION_NOT_ALLOWED'],
    ['closed', 'closed_at = domain_now()', 'EC_ACCOUNT_CLOSED'],
    ['expired', 'certificate_expires = domain_now()::date - 1', 'EC_ELOGIN_AUTH_REQUIRED'],
  ])('to a player who is %s by now nothing is charged', async (_, change, error) => {
    const { who, fields } = await at.confirmed();
    const before = await at.booked();
    await at.set(who, change);
    expect(await at.forward('deposit', fields)).toMatchObject({ success: false, error });
    expect(await at.booked()).toBe(before);
    expect(await at.limitUsed(who)).toEqual([0, 0, 0]);
  });

  test('to a player with a lower limit by now nothing is charged', async () => {
    const { who, fields } = await at.confirmed();
    const lower = { depositLimitDay: 4_999, depositLimitWeek: 5_000, depositLimitMonth: 5_000 };
    await post(at.app, '/user/limits', { ...lower, stakeLimitDay: 0 }, { cookie: who.cookie });
    expect(await at.forward('deposit', fields)).toMatchObject({ error: 'EC_DEPOSIT_LIMIT' });
    expect(await at.limitUsed(who)).toEqual([0, 0, 0]);
  });
});

describe('an answer that is lost', () => {
  test.each([
    ['before the gateway took it', false],
    ['after the gateway booked it', true],
  ])('%s is undone, and never credited', async (_, isBooked) => {
    const { who, fields } = await at.confirmed();
    const before = await at.booked();
    at.between.cardGateway = {
      pay: async (ask, payment) => {
        if (isBooked) await ask(payment);
        return { outcome: 'unknown' };
      },
    };
    expect(await at.forward('deposit', fields)).toMatchObject({ success: false, error: 'EC_CC_ERROR' });
    expect(await at.balance(who)).toBe(0);
    await at.pass(600);
    expect(await at.booked()).toBe(before);
    expect(await at.statuses(who)).toEqual([isBooked ? 'reversed EC_CC_ERROR' : 'notBooked EC_CC_ERROR']);
    expect(await at.limitUsed(who)).toEqual([0, 0, 0]);
  });

  test.each([
    ['ten minutes', 600],
    ['twenty hours, on another day,', 20 * 3_600],
  ])('booked %s after the gateway said that it knows of nothing: undone all the same', async (_, seconds) => {
    const { who, fields } = await at.confirmed();
    const before = await at.booked();
    let late: (() => Promise<unknown>) | undefined;
    at.between.cardGateway = {
      pay: async (ask, payment) => {
        late = () => ask(payment);
        return { outcome: 'unknown' };
      },
    };
    await at.forward('deposit', fields);
    await at.pass(seconds);
    expect(await at.statuses(who)).toEqual(['notBooked EC_CC_ERROR']);
    await late?.();
    expect(await at.booked()).toBe(before + 5_000);
    await at.pass(2 * 3_600);
    expect(await at.statuses(who)).toEqual(['reversed EC_CC_ERROR']);
    expect(await at.booked()).toBe(before);
  });

  test('to a process that is gone is found by the worker', async () => {
    const { who, fields } = await at.confirmed();
    const before = await at.booked();
    at.between.cardGateway = {
      pay: async (ask, payment) => {
        await ask(payment);
        throw new Error('killed');
      },
    };
    await expect(at.forward('deposit', fields)).resolves.toMatchObject({ code: 'EC_EXCEPTION' });
    expect(await at.statuses(who)).toEqual(['paying']);
    await at.pass(200);
    expect(await at.statuses(who)).toEqual(['reversed EC_CC_ERROR']);
    expect([await at.balance(who), await at.booked()]).toEqual([0, before]);
  });

  test('that comes when it was given up for lost is undone', async () => {
    const { who, fields } = await at.confirmed();
    const before = await at.booked();
    const answered = Promise.withResolvers<void>();
    at.between.cardGateway = {
      pay: async (ask, payment) => {
        await answered.promise;
        return ask(payment);
      },
    };
    const forwarded = at.forward('deposit', fields);
    await expect.poll(() => at.statuses(who)).toEqual(['paying']);
    await at.pass(600);
    expect(await at.statuses(who)).toEqual(['notBooked EC_CC_ERROR']);
    answered.resolve();
    expect(await forwarded).toMatchObject({ success: false, error: 'EC_CC_ERROR' });
    await at.pass(60);
    expect(await at.statuses(who)).toEqual(['reversed EC_CC_ERROR']);
    expect([await at.balance(who), await at.booked()]).toEqual([0, before]);
  });
});
