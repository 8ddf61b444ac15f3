/**
 * The specification's own client: every landed call with exactly the fields that it names, and answers with
 * the fields that it reads. The contract checks their types (`checkAnswers`).
 */
import { expect, test } from 'vitest';
import { hashPassword } from '#server/players/passwords/password.ts';
import { get, post } from '#test/harness/client.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import { addDraw, type TestPlayer } from '#test/harness/sale.ts';

let own: TestDatabase;
let at: PaymentFixture;
paymentSuite(async (database, fixture) => {
  own = database;
  at = fixture;
  await addDraw(own, { number: 2085 });
  await own.adminPool.query(`INSERT INTO clubs VALUES (7, 'Fylkir')`);
});

const row = { numbers: [1, 2, 3, 4, 5], bonusNumbers: [], isQuickPick: false };
const claims = { affiliateId: 7, channel: 'web' };
const ticket = {
  ...{ gameId: 'lotto', draw: 2085, rows: [row], joker: [0, 1, 2, 3, 4], stake: 400, system: 0 },
  ...{ drawCount: 1, subscriptionDrawDays: [], acceptedSubscriptionTerms: false, ...claims },
};
const subscription = {
  ...{ gameId: 'lotto', draw: 2085, rows: [row], joker: null, stake: 600, system: 0, drawCount: 1 },
  ...{ subscriptionDrawDays: ['sat'], acceptedSubscriptionTerms: true, ...claims },
};

type Body = Record<string, unknown> & { id: string };
const buy = (who: TestPlayer, wager: object) =>
  post<Body>(at.app, '/lotto/buy', wager, { cookie: who.cookie });
const read = (who: TestPlayer, path: string) => get<Body>(at.app, path, who.cookie);
const send = (who: TestPlayer, path: string, body: unknown) =>
  post<Body>(at.app, path, body, { cookie: who.cookie });

const drawFields = ['gameId', 'draw', 'status', 'drawDate', 'closeDate', 'amountRow', 'amountJoker'];
const detailFields = [
  ...['firstname', 'lastname', 'email', 'balance', 'mailList', 'eCertificateExpires', 'paymentMethod'],
];

test.each([
  ['/lotto/current-draw/lotto', [...drawFields, 'rollDownDraw']],
  ['/lotto/current-draw', ['draws']],
  ['/lotto/statistics', ['lotto', 'joker']],
  ['/result/latest', ['lotto', 'vikinglotto', 'eurojackpot']],
  ['/result/lotto?gameId=lotto&week=46&year=2026', ['results']],
  ['/user/tickets/1', ['tickets', 'pageCount', 'page']],
  ['/user/tickets/1?filter=', ['tickets']],
  ['/user/tickets/1?filter', ['tickets']],
  ['/user/tickets/1?filter=null', ['tickets']],
  ['/user/tickets/01?filter=pending&view=compact', ['tickets']],
  ['/user/tickets/1?', ['tickets']],
  ['/user/subscriptions', ['subscriptions']],
  ['/user/check-activity', ['hasActiveTickets', 'hasActiveSubscriptions']],
  ['/user/account/details', detailFields],
  ['/user/limits', ['depositLimitDay', 'depositLimitWeek', 'depositLimitMonth', 'stakeLimitDay']],
  ...['', 'deposit', 'withdrawal', 'sales', 'winnings', 'subscriptions', 'teamSystem'].map(
    (type) => [`/user/transactions/1?transactionType=${type}`, ['transactions']] as const,
  ),
  ['/club', ['clubs']],
  ['/system/limits', ['deposit3ds', 'depositMin', 'depositMax', 'withdrawMin', 'withdrawMax']],
  ['/system/contributions?year=2026', ['contributions']],
  ['/system/contributions?year=2026&week=', ['contributions']],
  ['/system/contributions?year=2026&week=46', ['contributions']],
  ...['slugs', 'global-site-config', 'site-config', 'game-configs', 'joker-config', 'sports'].map(
    (name) => [`/dato/${name}`, []] as const,
  ),
  ...['translations', 'banner', 'front-page'].map((name) => [`/dato/${name}?locale=`, []] as const),
] as const)('GET %s is answered with its fields', async (path, fields) => {
  const { status, body } = await read(await at.player(1_000), path);
  expect([path, status]).toEqual([path, 200]);
  for (const field of fields) expect(body).toHaveProperty(field);
});

test('pages start at 1: page 0 is empty, and not the first', async () => {
  const who = await at.player(1_000);
  await buy(who, ticket);
  for (const list of ['tickets', 'transactions']) {
    expect((await read(who, `/user/${list}/1`)).body[list]).not.toEqual([]);
    const { status, body } = await read(who, `/user/${list}/0`);
    expect([status, body[list], body['page']]).toEqual([200, [], 0]);
  }
});

test('a ticket is bought with the whole wager of the specification, read and cancelled', async () => {
  const who = await at.player(2_000);
  const bought = await buy(who, ticket);
  expect(bought).toMatchObject({ status: 201, body: { type: 'ticket' } });
  const list = await read(who, '/user/tickets/1');
  const [{ couponId } = { couponId: '' }] = list.body['tickets'] as { couponId: string }[];
  const coupon = await read(who, `/lotto/ticket/${bought.body.id}/${couponId}`);
  const fields = ['id', 'week', 'drawDate', 'stake', 'purchaseDate', 'isSystemTicket', 'status', 'gameId'];
  for (const field of [...fields, 'amountWin', 'rows', 'joker']) expect(coupon.body).toHaveProperty(field);
  const cancelled = await send(who, '/lotto/cancel', { ticketId: bought.body.id });
  expect(cancelled).toMatchObject({ status: 200, body: { success: true } });
  expect(await at.balance(who)).toBe(2_000);
});

test('null for what is optional is the same as leaving it out, also for the key', async () => {
  const who = await at.player(1_000);
  const bare = { gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 150 };
  const nulls = {
    ...{
      gameId: 'lotto',
      draw: null,
      rows: [{ ...row, bonusNumbers: null, isQuickPick: null }],
      joker: null,
    },
    ...{ stake: 150, system: null, drawCount: null, subscriptionDrawDays: null },
    ...{ acceptedSubscriptionTerms: null, affiliateId: null, channel: null, unknownField: null },
  };
  const buyWith = (wager: object) =>
    post<Body>(at.app, '/lotto/buy', wager, { cookie: who.cookie, key: 'lykill' });
  const first = await buyWith(nulls);
  expect(first.status).toBe(201);
  const again = await buyWith(bare);
  expect([again.body.id, again.headers.get('idempotent-replay')]).toEqual([first.body.id, 'true']);
  expect(await at.balance(who)).toBe(850);
});

test('null for what is required is a missing field', async () => {
  const { status, body } = await buy(await at.player(1_000), { ...ticket, stake: null, rows: null });
  expect([status, body.code]).toEqual([400, 'EC_MISSING_FIELD']);
  const issues = ['rows', 'stake'].map((field) => ({ path: [field], message: 'required' }));
  expect(body.issues?.body).toEqual(issues);
});

test('null deep inside an unknown field exhausts nothing', async () => {
  const deep = `{"gameId":"lotto","x":${'['.repeat(20_000)}null${']'.repeat(20_000)}}`;
  const { status } = await post(at.app, '/lotto/buy', deep, { cookie: (await at.player()).cookie });
  expect(status).toBe(400);
});

test('a number, a text or a list in the wrong place is named by what is expected there', async () => {
  const wager = { ...ticket, rows: [{ ...row, numbers: '1 2 3' }], joker: '01234', gameId: 1, stake: '400' };
  const { body } = await buy(await at.player(1_000), { ...wager, acceptedSubscriptionTerms: 'no' });
  expect(
    Object.fromEntries(body.issues?.body?.map(({ path, message }) => [path.join('.'), message]) ?? []),
  ).toEqual({
    gameId: 'textExpected',
    'rows.0.numbers': 'Invalid wager',
    joker: 'Row should have 5 numbers',
    stake: 'amountWholeOnly',
    acceptedSubscriptionTerms: 'yesOrNoExpected',
  });
});

const cancelPath = (id: string) => `/user/subscriptions/${id}/cancel`;

test('a subscription is bought beside `drawCount: 1`, shown, and cancelled without a body', async () => {
  const who = await at.player(10_000);
  const bought = await buy(who, subscription);
  expect(bought).toMatchObject({ status: 201, body: { type: 'subscription' } });
  const { body } = await read(who, `/user/subscriptions/detail/${bought.body.id}`);
  const fields = ['id', 'startDate', 'status', 'stake', 'gameId', 'drawDates', 'drawJokerDates', 'drawDayNo'];
  for (const field of [...fields, 'rows', 'tickets']) expect(body).toHaveProperty(field);
  const [way] = body['cancel'] as { cancelType: string; endDate: string }[];
  const answer = await at.app.request(`http://localhost/api/proxy${cancelPath(bought.body.id)}`, {
    method: 'POST',
    headers: { cookie: who.cookie },
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    subscriptionId: bought.body.id,
    stake: 150,
    cancelType: way?.cancelType,
    endDate: way?.endDate,
  });
});

test.each([['{}'], ['null'], ['{"cancelType":null}'], ['{"cancelType":"endOfPeriod"}']])(
  'a subscription is cancelled with %s',
  async (body) => {
    const who = await at.player(10_000);
    const { id } = (await buy(who, subscription)).body;
    expect(await send(who, cancelPath(id), body)).toMatchObject({
      status: 200,
      body: { subscriptionId: id, cancelType: expect.any(String), endDate: expect.any(String) },
    });
  },
);

test('a subscription that nothing could pay is refused at the purchase', async () => {
  const { status, body } = await buy(await at.player(0), subscription);
  expect([status, body.code]).toEqual([400, 'EC_CREDITCARD_MISSING']);
});

test.each([
  ['2029-12-10', 200],
  ['2029-12-10T00:00:00.000Z', 200],
  ['2029-12-10T00:00:00+02:00', 200],
  ['2029-12-09T22:00:00.000Z', 200],
  ['2029-12-11', 400],
  ['2029-13-10', 400],
  ['2029-12-10T25', 400],
])('a card that expires %s is answered %i', async (expires, status) => {
  const { body, ...answer } = await at.addCard(await at.player(), at.newCard('02'), { expires });
  expect(answer.status).toBe(status);
  if (status === 200) expect(Object.keys(body)).toEqual(expect.arrayContaining(['html', 'verificationId']));
});

test('money goes in and out with the fields of the specification', async () => {
  const who = await at.cardholder();
  const path = '/user/account/deposit-insufficient-balance';
  const begun = await send(who, path, { reentryUrl: '/minar-sidur', amount: 2_000 });
  expect(Object.keys(begun.body)).toEqual(expect.arrayContaining(['type3D', 'html', 'verificationId']));
  const forwarded = await at.comeBack(begun.body as unknown as Parameters<typeof at.comeBack>[0]);
  expect(forwarded).toMatchObject({ success: true });
  await at.setPlayer(who, "bank_account = '0133-26-012345', bank_account_since = '-infinity'");
  expect((await send(who, '/user/account/withdraw', { amount: 500 })).status).toBe(204);
  const above = await send(who, '/user/account/withdraw', { amount: 900_000 });
  expect(above.body).toMatchObject({
    code: 'EC_BALANCE_TOO_LOW',
    issues: { body: [{ path: ['amount'], message: 'amountTooHigh' }] },
  });
  const method = await send(who, '/user/account/update-payment-method', { paymentMethod: 'creditCard' });
  expect(method.status).toBe(200);
});

test('an account is updated, limited, locked and closed with the fields of the specification', async () => {
  const who = await at.player(1_000);
  const home = { address: 'Laugavegur 1', postalCode: '22100', phone: '5551234', email: 'a@example.is' };
  const choices = { supportId: 7, teamId: null, mailList: true, mobile: null, password: null };
  const { status, body } = await send(who, '/user/account/update', { ...home, ...choices });
  expect([status, body['postalCode']]).toEqual([200, '22100']);
  const day = { depositLimitDay: 1_000, depositLimitWeek: 2_000, depositLimitMonth: 3_000 };
  expect((await send(who, '/user/limits', { ...day, stakeLimitDay: 1_000 })).status).toBe(200);
  expect((await send(who, '/user/lockout', { days: 1 })).status).toBe(204);
});

test('details of an account that is closed are 403', async () => {
  const who = await at.player();
  await at.set(who, 'closed_at = domain_now()');
  const { status, body } = await read(who, '/user/account/details');
  expect([status, body.code]).toEqual([403, 'EC_ACCOUNT_CLOSED']);
});

/** These may be refused for their values, never for their format. */
test.each([
  ['/auth/login', { username: 'enginn', password: 'lykilord1', ip: '', channel: 'web', info: {} }],
  ['/auth/login', { username: ' enginn ', password: 'lykilord1', ip: null, channel: null, info: null }],
  ['/auth/initiate-reset-password', { resetMethod: 'email', nationalId: '0101300189', username: 'enginn' }],
  ['/auth/initiate-reset-password', { resetMethod: 'home-bank', nationalId: '010130-0189', username: null }],
  [
    '/auth/reset-password',
    {
      nationalId: '3104990189',
      username: 'enginn',
      password: 'lykilord12',
      hash: 'x',
      confirmPassword: null,
    },
  ],
  ['/auth/forgot-username', { nationalId: '3104990189' }],
  [
    '/auth/sign-up/none',
    {
      username: 'nyrspilari',
      password: 'einstakt-ord',
      cellphoneNumber: '6110011',
      email: 'b@example.is',
      addToMailingList: null,
    },
  ],
  [
    '/user/account/forward-card-verification',
    { type: 'deposit', xid: null, mdStatus: 1, cavv: null, MD: 'x' },
  ],
] as const)('POST %s %o has no issues', async (path, body) => {
  const answer = await post<Body>(at.app, path, body);
  expect(answer.body.issues).toBeUndefined();
  expect([200, 204, 400]).toContain(answer.status);
});

test.each([
  ['/auth/e-login/status/app/none', 'EC_INVALID_TRANSID'],
  ['/auth/e-login/status/sim/none/player-id/1', 'EC_INVALID_TRANSID'],
  ['/user/account/aur-status/none', 'EC_INVALID_TRANSID'],
  ['/result/lotto/latest?gameId=vikinglotto', 'EC_NO_DATA_FOUND'],
  ['/lotto/ticket/none/none', 'EC_TICKET_NOT_FOUND'],
  ['/user/subscriptions/detail/none', 'EC_NO_DATA_FOUND'],
])('GET %s of what is not there is %s', async (path, code) => {
  const { status, body } = await read(await at.player(), path);
  expect([status, body.code, body.issues]).toEqual([400, code, undefined]);
});

test('a password is changed and an account closed with the fields of the specification', async () => {
  const who = await at.player();
  const hash = await hashPassword('gamalt-ord-1');
  await own.pool.query('UPDATE players SET password_hash = $2 WHERE player_id = $1', [who.playerId, hash]);
  const next = { password: 'splunkunytt-ord', confirmPassword: 'splunkunytt-ord', channel: null };
  const changed = await send(who, '/user/password', { currentPassword: 'gamalt-ord-1', ...next });
  expect(changed.status).toBe(204);
  const closed = await at.app.request('http://localhost/api/proxy/user/close-account', {
    method: 'POST',
    headers: { cookie: who.cookie },
  });
  expect(closed.status).toBe(204);
});

test('a call is read whatever the case of its headers and with an empty query', async () => {
  const who = await at.player(1_000);
  const answer = await at.app.request('http://localhost/api/proxy/lotto/buy?', {
    method: 'POST',
    headers: { COOKIE: who.cookie, 'CONTENT-TYPE': 'Application/JSON; charset=UTF-8' },
    body: JSON.stringify(ticket),
  });
  expect(answer.status).toBe(201);
});

test('the webhook of content answers 401 in words of its own', async () => {
  const { status, body } = await post<Body>(at.app, '/dato/invalidate-cache/slugs', '');
  expect([status, body.code]).toEqual([401, 'EC_AUTH_FAIL']);
  expect(body.message).toMatch(/authorization/);
});

test('a movement is described in words of a language, the same in call and exports', async () => {
  const who = await at.cardholder();
  const begun = await at.deposit(who, 3_000);
  await at.comeBack(begun.body);
  await buy(who, { ...subscription, stake: 600 });
  await buy(who, ticket);
  for (const locale of ['is', 'en']) {
    type Told = { transactions: { description: string }[] };
    const words = (text: string) => (JSON.parse(text) as Told).transactions.map((each) => each.description);
    const raw = async (path: string) =>
      (await at.app.request(`http://localhost/api/proxy${path}`, { headers: { cookie: who.cookie } })).text();
    const descriptions = words(await raw(`/user/transactions/1?locale=${locale}`));
    expect(descriptions.every((each) => each.length > 0 && !/_|^[a-z]/.test(each))).toBe(true);
    expect(words(await raw(`/user/export?locale=${locale}`)).toReversed()).toEqual(descriptions);
    const csv = (await raw(`/user/export?format=csv&locale=${locale}`)).trimEnd().split('\r\n').slice(1);
    expect(csv.map((line) => line.split(';')[2]).toReversed()).toEqual(descriptions);
  }
});
