/** Every refusal of payments that a player meets before a holder or a phone is asked, and of both calls. */
import { describe, expect, test } from 'vitest';
import { post } from '#test/harness/client.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import type { TestPlayer } from '#test/harness/sale.ts';

let own: TestDatabase;
let at: PaymentFixture;
paymentSuite((database, fixture) => {
  own = database;
  at = fixture;
});

const refuses = (code: 'EC_CC_DECLINED' | 'EC_CREDITCARD_VALIDATE_FAILED') => {
  at.between.cardGateway = {
    beginAuthentication: async () => ({ outcome: 'refused', code, responseCode: '05' }),
  };
};
const isSilent = () => {
  at.between.cardGateway = { beginAuthentication: async () => ({ outcome: 'unknown' }) };
};
const stale = (who: TestPlayer) =>
  own.pool.query(`UPDATE sessions SET fresh_at = '-infinity' WHERE player_id = $1`, [who.playerId]);
const close = (who: TestPlayer) => at.set(who, 'closed_at = domain_now()');
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

test('a card whose issuer refuses or is silent waits for nobody; a closed account adds none', async () => {
  const who = await at.player();
  refuses('EC_CC_DECLINED');
  expect(said(await at.addCard(who, at.newCard()))).toEqual([400, 'EC_CC_DECLINED']);
  refuses('EC_CREDITCARD_VALIDATE_FAILED');
  expect(said(await at.addCard(who, at.newCard()))).toEqual([400, 'EC_CREDITCARD_VALIDATE_FAILED']);
  isSilent();
  expect(said(await at.addCard(who, at.newCard()))).toEqual([502, 'EC_CC_ERROR']);
  const { rows } = await own.pool.query('SELECT count(*)::int AS left FROM typed_cards');
  expect(rows[0].left).toBe(0);
  await close(who);
  expect(said(await at.addCard(who, at.newCard()))).toEqual([403, 'EC_ACCOUNT_CLOSED']);
});

test('a card is removed, and the way of paying changed, while the account is open', async () => {
  const who = await at.withCard(await at.player(), at.newCard());
  const remove = () =>
    post(at.app, '/user/credit-card/remove', { isSubscriptionCard: false }, { cookie: who.cookie });
  await stale(who);
  expect(said(await remove())).toEqual([403, 'EC_ELOGIN_AUTH_REQUIRED']);
  await close(who);
  expect(said(await remove())).toEqual([403, 'EC_ACCOUNT_CLOSED']);
  const method = { paymentMethod: 'creditCard' };
  const change = post(at.app, '/user/account/update-payment-method', method, { cookie: who.cookie });
  expect(said(await change)).toEqual([403, 'EC_ACCOUNT_CLOSED']);
});

describe.each(['/user/account/deposit', '/user/account/deposit-insufficient-balance'])('%s', (path) => {
  const deposit = (who: TestPlayer, amount: number, key?: string) =>
    post<{ verificationId: string }>(
      at.app,
      path,
      { amount, reentryUrl: '/' },
      { cookie: who.cookie, ...(key && { key }) },
    );

  test.each([
    [-1, 'EC_NEGATIVE_AMOUNT'],
    [0, 'EC_NOT_POSITIVE_AMOUNT'],
    [499, 'EC_VALUE_TOO_LOW'],
    [200_001, 'EC_VALUE_TOO_HIGH'],
  ])('an amount of %i is refused with %s', async (amount, code) => {
    expect(said(await deposit(await at.player(), amount))).toEqual([400, code]);
  });

  test('by card: the limit, the issuer, a key that stood for something else or is given up', async () => {
    const who = await at.withCard(await at.player(), at.newCard());
    const limits = { depositLimitDay: 5_000, depositLimitWeek: 5_000, depositLimitMonth: 5_000 };
    await post(at.app, '/user/limits', { ...limits, stakeLimitDay: 0 }, { cookie: who.cookie });
    expect(said(await deposit(who, 5_001))).toEqual([400, 'EC_DEPOSIT_LIMIT']);
    refuses('EC_CC_DECLINED');
    expect(said(await deposit(who, 600))).toEqual([400, 'EC_CC_DECLINED']);
    refuses('EC_CREDITCARD_VALIDATE_FAILED');
    expect(said(await deposit(who, 600))).toEqual([400, 'EC_CREDITCARD_VALIDATE_FAILED']);
    isSilent();
    expect(said(await deposit(who, 600))).toEqual([502, 'EC_CC_ERROR']);
    expect(await at.limitUsed(who)).toEqual([0, 0, 0]);
    at.between.cardGateway = {};
    const { body } = await deposit(who, 600, 'key');
    expect(said(await deposit(who, 601, 'key'))).toEqual([400, 'EC_DUPLICATE_VALUE']);
    const id = { id: body.verificationId };
    await post(at.app, '/user/account/cancel-payment', id, { cookie: who.cookie });
    expect(said(await deposit(who, 600, 'key'))).toEqual([400, 'EC_INVALID_TRANSID']);
  });

  test('by Aur: an unknown number, and an Aur that is out of order', async () => {
    for (const [mobile, status] of [
      ['6110004', 400],
      ['6110005', 502],
    ] as const) {
      const who = await at.player();
      await own.pool.query('UPDATE players SET mobile = NULL WHERE mobile = $1', [mobile]);
      await at.setPlayer(
        who,
        `payment_method = 'aur', mobile = '${mobile}', mobile_confirmed_at = domain_now()`,
      );
      expect(said(await deposit(who, 600))).toEqual([status, 'EC_AUR_ERROR']);
    }
  });
});
