/** Cards that players keep: proven by their holder, one number for one player, and nowhere in our books. */
import { expect, test, vi } from 'vitest';
import { fingerprintsOf } from '#server/payments/cards/typed-card.ts';
import { get, post } from '#test/harness/client.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { cardOf } from '#test/harness/outsiders.ts';
import { type PaymentFixture, paymentFixture, paymentSuite } from '#test/harness/payments.ts';
import type { TestPlayer } from '#test/harness/sale.ts';

let own: TestDatabase;
let at: PaymentFixture;
paymentSuite((database, fixture) => {
  own = database;
  at = fixture;
});

const detailsOf = async (who: TestPlayer) =>
  (
    await get<{ creditCard?: object; subscriptionCard?: object; paymentMethod: string }>(
      at.app,
      '/user/account/details',
      who.cookie,
    )
  ).body;
const remove = (who: TestPlayer, isSubscriptionCard = false) =>
  post(at.app, '/user/credit-card/remove', { isSubscriptionCard }, { cookie: who.cookie });

test('a card of each brand is kept after its holder has proven it, and shown masked', async () => {
  for (const [prefix, brand] of [
    ['400000', 'visa'],
    ['510000', 'mastercard'],
  ] as const) {
    const number = at.newCard('02', '00', prefix);
    const who = await at.withCard(await at.player(), number);
    const last4 = number.slice(-4);
    expect(await detailsOf(who)).toMatchObject({
      creditCard: { brand, number: `**** **** **** ${last4}`, last4, expires: '0530' },
    });
    expect(await detailsOf(who)).not.toHaveProperty('subscriptionCard');
  }
});

test('a card for subscriptions is another one, and both may have one number', async () => {
  const number = at.newCard();
  const who = await at.withCard(await at.player(), number);
  await at.withCard(who, number, { isSubscriptionCard: true });
  const last4 = number.slice(-4);
  expect(await detailsOf(who)).toMatchObject({ creditCard: { last4 }, subscriptionCard: { last4 } });
});

test.each([
  [{ number: '4000000100000002' }, 'EC_CREDITCARD_INVALID_FORMAT', 'invalidCardNumber'],
  [{ number: '4000 0001 0000 000' }, 'EC_CREDITCARD_INVALID_FORMAT', 'invalidCardNumber'],
  [{ number: cardOf('01', '00', 1, '222300') }, 'EC_CREDITCARD_INVALID_FORMAT', 'invalidCardNumber'],
  [{ number: cardOf('01', '00', 1, '560000') }, 'EC_CREDITCARD_INVALID_FORMAT', 'invalidCardNumber'],
  [{ number: 'fjórir' }, 'EC_CREDITCARD_INVALID_FORMAT', 'invalidCardNumber'],
  [{ expires: '2020-01-10' }, 'EC_CREDITCARD_INVALID_FORMAT', 'invalidExpirationDate'],
  [{ expires: '2099-01-10' }, 'EC_CREDITCARD_INVALID_FORMAT', 'invalidYear'],
  [{ expires: '2030-13-10' }, 'EC_INVALID_INPUT', 'invalidExpirationDate'],
  [{ cvd: '12' }, 'EC_INVALID_INPUT', 'invalidCvv'],
  [{ cvd: '12a' }, 'EC_INVALID_INPUT', 'invalidCvv'],
  [{ reentryUrl: 'https://elsewhere.example/' }, 'EC_INVALID_INPUT', 'invalidReentryUrl'],
  [{ reentryUrl: '//elsewhere.example/' }, 'EC_INVALID_INPUT', 'invalidReentryUrl'],
  [{ reentryUrl: '/..//elsewhere.example' }, 'EC_INVALID_INPUT', 'invalidReentryUrl'],
])('%o is %s', async (change, code, message) => {
  const asked = vi.fn();
  at.between.cardGateway = { beginAuthentication: asked };
  const { status, body } = await at.addCard(await at.player(), at.newCard(), change);
  expect([status, body.code]).toEqual([400, code]);
  expect(body).toMatchObject({ issues: { body: [{ path: [Object.keys(change)[0]], message }] } });
  expect(asked).not.toHaveBeenCalled();
});

test('who is not who they proved a quarter of an hour ago proves it again', async () => {
  const who = await at.player();
  await own.pool.query(`UPDATE sessions SET fresh_at = '-infinity' WHERE player_id = $1`, [who.playerId]);
  const { status, body } = await at.addCard(who, at.newCard());
  expect([status, body.code, body.details]).toEqual([
    403,
    'EC_ELOGIN_AUTH_REQUIRED',
    expect.objectContaining({ fresh: true }),
  ]);
});

test('one number is one player’s, which is told only to who proved to hold it', async () => {
  const number = at.newCard('02');
  const first = await at.withCard(await at.player(), number);
  const second = await at.player();
  const { status, body } = await at.addCard(second, number);
  expect(status).toBe(200);
  expect(await at.comeBack(body, 'refuse', 'creditCard')).toMatchObject({
    error: 'EC_CREDITCARD_VALIDATE_FAILED',
  });
  const again = (await at.addCard(second, number)).body;
  expect(await at.comeBack(again, 'approve', 'creditCard')).toMatchObject({ error: 'EC_CARDNUMBER_EXISTS' });
  expect(await detailsOf(second)).not.toHaveProperty('creditCard');
  expect((await remove(first)).status).toBe(204);
  await at.withCard(second, number);
});

test('who was closed while the issuer asked keeps no card', async () => {
  const who = await at.player();
  const { body } = await at.addCard(who, at.newCard('02'));
  await at.set(who, 'closed_at = domain_now()');
  expect(await at.comeBack(body, 'approve', 'creditCard')).toMatchObject({ error: 'EC_ACCOUNT_CLOSED' });
  const { rows } = await own.pool.query('SELECT FROM saved_cards WHERE player_id = $1', [who.playerId]);
  expect(rows).toEqual([]);
});

test('two who prove one number at the same moment: one of them has it', async () => {
  const number = at.newCard();
  const people = [await at.player(), await at.player()];
  const begun = await Promise.all(people.map(async (who) => (await at.addCard(who, number)).body));
  const ends = await Promise.all(begun.map((each) => at.comeBack(each, 'approve', 'creditCard')));
  expect(ends.map((end) => end?.success).sort()).toEqual([false, true]);
});

test('a number kept under a former key is still known', async () => {
  const number = at.newCard();
  const holder = await at.player();
  const [former] = fingerprintsOf(number, ['a former key']);
  await own.pool.query('INSERT INTO card_fingerprints VALUES ($1, $2)', [former, holder.playerId]);
  at.parts.fingerprintKeys = [...at.parts.fingerprintKeys];
  own.config.fingerprintKeys = [...own.config.fingerprintKeys, 'a former key'];
  const other = await paymentFixture(own);
  try {
    const { body } = await other.addCard(await other.player(), number);
    expect(await other.comeBack(body, 'approve', 'creditCard')).toMatchObject({
      error: 'EC_CARDNUMBER_EXISTS',
    });
  } finally {
    await other.stop();
  }
});

test('what the gateway refuses to keep is not kept, and its number is free again', async () => {
  const who = await at.player();
  const number = at.newCard();
  at.between.cardGateway = { storeCard: async () => ({ outcome: 'unknown' }) };
  const { body } = await at.addCard(who, number);
  expect(await at.comeBack(body, 'approve', 'creditCard')).toMatchObject({ error: 'EC_CC_ERROR' });
  at.between.cardGateway = {};
  await at.withCard(await at.player(), number);
});

test('a card that returns twice, and fifty times at once, is kept once', async () => {
  const who = await at.player();
  const stored = vi.fn();
  at.between.cardGateway = {
    storeCard: async (ask, card) => {
      stored();
      return ask(card);
    },
  };
  const back = await at.walk((await at.addCard(who, at.newCard('02'))).body);
  const ends = await Promise.all(
    Array.from({ length: 50 }, () => at.forward('creditCard', back?.fields ?? {})),
  );
  expect(ends.every(({ success }) => success)).toBe(true);
  expect(stored).toHaveBeenCalledTimes(1);
});

test('a process that is gone while it was kept: the number is free, and nothing is kept', async () => {
  const who = await at.player();
  const number = at.newCard();
  at.between.cardGateway = {
    storeCard: async () => {
      throw new Error('killed');
    },
  };
  const { body } = await at.addCard(who, number);
  await at.comeBack(body, 'approve', 'creditCard');
  await at.pass(200);
  expect(await at.verification(who, body.verificationId)).toEqual({ status: 'failed', error: 'EC_CC_ERROR' });
  at.between.cardGateway = {};
  await at.withCard(await at.player(), number);
});

test('whoever tries too many cards in a day stops', async () => {
  const who = await at.player();
  for (let nth = 0; nth < 5; nth += 1) {
    const { body } = await at.addCard(who, at.newCard('02'));
    await at.comeBack(body, 'refuse', 'creditCard');
  }
  const { status, body, headers } = await at.addCard(who, at.newCard());
  expect([status, body.code]).toEqual([429, 'EC_ACTION_NOT_ALLOWED']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(80_000);
});

test('whoever paid by Aur pays by card from then on, and back', async () => {
  const who = await at.player();
  const method = (paymentMethod: string) =>
    post<{ paymentMethod: string }>(
      at.app,
      '/user/account/update-payment-method',
      { paymentMethod },
      { cookie: who.cookie },
    );
  expect((await method('creditCard')).body.code).toBe('EC_CREDITCARD_MISSING');
  expect(await method('aur')).toMatchObject({ status: 400, body: { code: 'EC_AUR_ERROR' } });
  await at.setPlayer(who, `mobile = '8001234'`);
  expect((await method('aur')).body.code).toBe('EC_AUR_ERROR');
  await at.setPlayer(who, 'mobile_confirmed_at = domain_now()');
  expect(await method('aur')).toMatchObject({ status: 200, body: { paymentMethod: 'aur' } });
  await at.withCard(who, at.newCard());
  expect((await detailsOf(who)).paymentMethod).toBe('creditCard');
  await at.set(who, 'certificate_expires = domain_now()::date + 14');
  expect(await method('aur')).toMatchObject({
    status: 403,
    body: { code: 'EC_ELOGIN_AUTH_REQUIRED', details: { fresh: true, eId: true } },
  });
});

test('a new card takes the place of the former one, which the gateway forgets', async () => {
  const who = await at.withCard(await at.player(), at.newCard());
  const forgotten = vi.fn();
  at.between.cardGateway = {
    forgetCard: async (ask, card) => {
      forgotten(card);
      return ask(card);
    },
  };
  const number = at.newCard();
  await at.withCard(who, number);
  expect(await detailsOf(who)).toMatchObject({ creditCard: { last4: number.slice(-4) } });
  expect(forgotten).toHaveBeenCalledTimes(1);
  expect((await remove(who)).status).toBe(204);
  expect(forgotten).toHaveBeenCalledTimes(2);
  expect(await remove(who)).toMatchObject({ status: 400, body: { code: 'EC_CREDITCARD_MISSING' } });
});

test('a card past its end is not charged', async () => {
  const who = await at.withCard(await at.player(), at.newCard());
  await own.pool.query(`UPDATE saved_cards SET expires = '0125' WHERE player_id = $1`, [who.playerId]);
  expect((await at.deposit(who, 500)).body.code).toBe('EC_CREDITCARD_MISSING');
});

test('what was typed lies encrypted for a quarter of an hour at most, and in no other table', async () => {
  const number = at.newCard('02');
  const who = await at.player();
  await at.addCard(who, number, { cvd: '917' });
  const { rows } = await own.pool.query('SELECT count(*)::int AS waiting FROM typed_cards');
  expect(rows[0].waiting).toBeGreaterThan(0);
  const { rows: tables } = await own.pool.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'graphile_worker') AND table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables.filter(({ name }) => !name.startsWith('_'))) {
    const found = await own.adminPool.query(
      `SELECT count(*)::int AS n FROM ${name} t WHERE t::text LIKE $1`,
      [`%${number}%`],
    );
    expect([name, found.rows[0].n]).toEqual([name, 0]);
  }
  await at.pass(901);
  const after = await own.pool.query('SELECT count(*)::int AS waiting FROM typed_cards');
  expect(after.rows[0].waiting).toBe(0);
});
