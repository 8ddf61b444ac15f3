/** What every call of payments refuses before it looks at anything. */
import { expect, test } from 'vitest';
import { get, post } from '#test/harness/client.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';

let at: PaymentFixture;
paymentSuite((_, fixture) => {
  at = fixture;
});

test('the return needs its MD, and is nobody’s without', async () => {
  const forward = (body: object | string, headers = {}) =>
    post(at.app, '/user/account/forward-card-verification', body, { headers });
  expect(await forward({ type: 'deposit' })).toMatchObject({
    status: 400,
    body: { code: 'EC_MISSING_FIELD' },
  });
  expect(await forward('')).toMatchObject({ status: 400, body: { code: 'EC_MISSING_BODY' } });
  expect(await forward({ type: 'other', MD: 'x' })).toMatchObject({ body: { code: 'EC_INVALID_INPUT' } });
  expect(await forward({ type: 'deposit', MD: 'x' }, { origin: 'https://elsewhere.example' })).toMatchObject({
    status: 403,
  });
  expect(await forward({ type: 'deposit', MD: 'x' })).toMatchObject({
    status: 200,
    body: { success: false, error: 'EC_INVALID_TRANSID' },
  });
});

test('what became of a payment is told to who began it alone', async () => {
  const who = await at.player();
  for (const path of ['/user/account/verification/nothing', '/user/account/aur-status/nothing']) {
    expect(await get(at.app, path)).toMatchObject({ status: 401, body: { code: 'EC_AUTH_FAIL' } });
    expect(await get(at.app, path, who.cookie)).toMatchObject({
      status: 400,
      body: { code: 'EC_INVALID_TRANSID' },
    });
  }
  expect(await get(at.app, `/user/account/verification/${'é'.repeat(300)}`, who.cookie)).toMatchObject({
    body: { code: 'EC_INVALID_INPUT' },
  });
});
