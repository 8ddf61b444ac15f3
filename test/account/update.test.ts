/** `POST /user/account/update` (must-hold 15, 16, 23, 140). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { type MessagePayload, messageJob } from '#server/messages/messages.ts';
import { refuseInQuarantine } from '#server/players/account/bank-quarantine.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { waitingJobs } from '#test/harness/jobs.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let player: TestPlayer;
let passwordHash: string;

const start = {
  address: 'Hlíðarvegur 3',
  postal_code: '200',
  phone: '5551234',
  mobile: '6981234',
  email: 'fyrra@hending.example',
};

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  passwordHash = await hashPassword('lykilord1');
  await data.pool.query(`INSERT INTO clubs VALUES (610, 'Þróttur') ON CONFLICT DO NOTHING`);
});
afterAll(() => data.close());
beforeEach(async () => {
  await data.pool.query('DELETE FROM name_failures');
  [player] = (await addPlayers(data, 1, 0)) as [TestPlayer];
  await data.pool.query(
    `UPDATE players SET (address, postal_code, phone, mobile, email, password_hash) =
       ($2, $3, $4, $5, $1 || $6, $7) WHERE player_id = $1::bigint`,
    [player.playerId, ...Object.values(start), passwordHash],
  );
});

const pastedPhones = ['\u202a+354 611 0011\u202c', '611\u20110011', '(354) 611 0011', '６１１\u3000００１１'];

type Details = ApiAnswer<'account.details'>;
const update = (body: unknown, headers = {}) =>
  post<Details>(app, '/user/account/update', body, { cookie: player.cookie, headers });
const told = async (body: unknown) => {
  const answer = await update(body);
  return [answer.status, answer.body.code, answer.body.issues?.body?.[0]];
};
const details = async () => (await get<Details>(app, '/user/account/details', player.cookie)).body;
const stale = () =>
  data.pool.query(
    `UPDATE sessions SET fresh_at = domain_now() - interval '16 minutes' WHERE player_id = $1`,
    [player.playerId],
  );
const letters = async () => {
  const jobs = await waitingJobs<MessagePayload>(data.adminPool, messageJob);
  const letters = jobs.filter(
    ({ payload }) => payload.kind === 'contactChanged' && payload.channel === 'email',
  );
  return letters
    .map(({ payload }) => payload.to)
    .filter((to) => to.startsWith(String(player.playerId)))
    .toSorted();
};

test.each(pastedPhones)('a phone number pasted as %j is 6110011', async (phone) => {
  const { status, body } = await update({ phone });
  expect([status, body.phone]).toEqual([200, '6110011']);
});

test('marks and odd blanks that came along with a pasted text are not kept', async () => {
  const { status, body } = await update({
    address: '\u200eHlíðarvegur\u00a03\u20135',
    postalCode: '\u202a１０１\u202c',
    email: `\u2066${player.playerId}fyrra@hending.example\u2069`,
    bankAccount: '0101\u201326\u2013012345',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    address: 'Hlíðarvegur 3-5',
    postalCode: '101',
    email: `${player.playerId}fyrra@hending.example`,
    bankAccount: '0101-26-012345',
  });
});

test('what is sent is changed, spelled as it is kept; the rest stays', async () => {
  const { status, body } = await update({
    address: ' Bær,  Þistilfirði ',
    postalCode: ' 681',
    phone: '+354 555 9999',
    bankAccount: '101-26-12345',
    supportId: 610,
    mailList: true,
  });
  expect(status).toBe(200);
  expect(body).toEqual(await details());
  expect(body).toMatchObject({
    address: 'Bær, Þistilfirði',
    postalCode: '681',
    phone: '5559999',
    mobile: '6981234',
    bankAccount: '0101-26-012345',
    supportId: 610,
    mailList: true,
    email: `${player.playerId}${start.email}`,
  });
});

test('the letters after draws are wanted until the player says otherwise', async () => {
  expect(await details()).toMatchObject({ drawLetters: true });
  const { status, body } = await update({ drawLetters: false });
  expect([status, body]).toEqual([200, expect.objectContaining({ drawLetters: false, mailList: false })]);
  expect(await details()).toEqual(body);
});

test('nothing at all, and unknown fields, change nothing', async () => {
  const before = await details();
  for (const body of [{}, { balance: 1_000_000, playerId: '1', firstname: 'Annar', username: 'annar' }]) {
    const answer = await update(body);
    expect([answer.status, answer.body]).toEqual([200, before]);
  }
});

describe('must-hold 23: e-mail, phone and bank account', () => {
  test.each([
    ['email', 'nyja@hending.example'],
    ['phone', '5550000'],
    ['mobile', '6980000'],
  ])('%s asks for a fresh proof, and nothing is half done', async (field, value) => {
    await stale();
    const before = await details();
    const answer = await update({ [field]: value, address: 'Önnur gata 1' });
    expect([answer.status, answer.body.code]).toEqual([403, 'EC_ELOGIN_AUTH_REQUIRED']);
    expect(answer.body.details).toMatchObject({ fresh: true });
    expect(await details()).toEqual(before);
    const again = await post(
      app,
      '/user/re-authenticate',
      { password: 'lykilord1' },
      { cookie: player.cookie },
    );
    expect(again.status).toBe(204);
    expect((await update({ [field]: value, address: 'Önnur gata 1' })).status).toBe(200);
  });

  test('sent as they stand they ask for nothing, as the form does with a new address', async () => {
    await stale();
    const { email, phone } = await details();
    expect((await update({ email, phone, address: 'Önnur gata 1', postalCode: '101' })).status).toBe(200);
    expect(await letters()).toEqual([]);
  });

  test('must-hold 16: a new e-mail is told to both addresses, a phone to one, once', async () => {
    const { playerId } = player;
    expect((await update({ email: ` ${playerId}NYJA@hending.example ` })).body.email).toBe(
      `${playerId}nyja@hending.example`,
    );
    expect(await letters()).toEqual([`${playerId}fyrra@hending.example`, `${playerId}nyja@hending.example`]);
    await update({ phone: '5550000', address: 'Önnur gata 1' });
    expect(await letters()).toHaveLength(3);
    const { rows } = await data.pool.query(
      'SELECT kind, details FROM security_events WHERE player_id = $1 ORDER BY event_id',
      [playerId],
    );
    expect(rows).toEqual([
      { kind: 'contactChanged', details: { ip: '', fields: ['email'] } },
      { kind: 'contactChanged', details: { ip: '', fields: ['phone'] } },
    ]);
    const notices = await data.pool.query('SELECT kind FROM notices WHERE player_id = $1', [playerId]);
    expect(notices.rowCount).toBe(2);
  });
});

describe('the bank account', () => {
  const bankAccount = '0101-26-012345';
  const messages = async () => {
    const jobs = await waitingJobs<MessagePayload>(data.adminPool, messageJob);
    const hers = jobs.filter(({ payload }) => payload.playerId === player.playerId);
    return hers.map(({ payload: { channel, kind, to } }) => `${channel} ${kind} ${to}`).toSorted();
  };

  test('asks for electronic ID of the last 15 minutes: the password is not enough', async () => {
    for (const span of ["'15 minutes'::interval", 'NULL::interval']) {
      await data.pool.query(
        `UPDATE sessions SET fresh_at = domain_now(), e_id_at = domain_now() - ${span} WHERE player_id = $1`,
        [player.playerId],
      );
      const password = { password: 'lykilord1' };
      await post(app, '/user/re-authenticate', password, { cookie: player.cookie });
      const answer = await update({ bankAccount, address: 'Önnur gata 1' });
      expect([answer.status, answer.body.code]).toEqual([403, 'EC_ELOGIN_AUTH_REQUIRED']);
      expect(answer.body.details).toMatchObject({ fresh: true, eId: true });
    }
    expect(await details()).toMatchObject({ address: start.address });
    expect((await update({ phone: '5550000' })).status).toBe(200);
    await data.pool.query(
      `UPDATE sessions SET e_id_at = domain_now() - interval '14 minutes' WHERE player_id = $1`,
      [player.playerId],
    );
    expect((await update({ bankAccount })).body.bankAccount).toBe(bankAccount);
  });

  test('is paid nothing for 24 hours after it was set, and after each change', async () => {
    const { body: set } = await update({ bankAccount });
    const { rows } = await data.pool.query<{ since: Date }>(
      'SELECT bank_account_since AS since FROM players WHERE player_id = $1',
      [player.playerId],
    );
    const until = new Date((rows[0]?.since.getTime() ?? 0) + 86_400_000).toISOString();
    expect(set.bankAccountFrom).toBe(until);
    await expect(refuseInQuarantine(data.db, player.playerId)).rejects.toMatchObject({
      code: 'EC_ACTION_NOT_ALLOWED',
      options: { details: { until } },
    });
    await data.pool.query(
      `UPDATE players SET bank_account_since = domain_now() - interval '24 hours' WHERE player_id = $1`,
      [player.playerId],
    );
    // Sent as it stands, it begins nothing anew.
    expect((await update({ bankAccount, phone: '5550000' })).body).not.toHaveProperty('bankAccountFrom');
    await refuseInQuarantine(data.db, player.playerId);
    expect((await update({ bankAccount: '0133-26-000001' })).body).toHaveProperty('bankAccountFrom');
    await expect(refuseInQuarantine(data.db, player.playerId)).rejects.toMatchObject({
      code: 'EC_ACTION_NOT_ALLOWED',
    });
  });

  test('a change is told to the contact that was there before', async () => {
    const { playerId } = player;
    await update({ bankAccount });
    expect(await messages()).toEqual([
      `email bankAccountChanged ${playerId}${start.email}`,
      `sms bankAccountChanged ${start.mobile}`,
    ]);
    await update({
      bankAccount: '0133-26-000001',
      mobile: '6980000',
      email: `${playerId}nyja@hending.example`,
    });
    const told = await messages();
    for (const kind of ['bankAccountChanged', 'contactChanged']) {
      expect(told).toContain(`email ${kind} ${playerId}${start.email}`);
      expect(told).toContain(`email ${kind} ${playerId}nyja@hending.example`);
      expect(told).toContain(`sms ${kind} ${start.mobile}`);
    }
    expect(told.filter((line) => line.includes('6980000'))).toEqual([]);
    const { rows } = await data.pool.query(
      `SELECT details -> 'fields' AS fields FROM security_events WHERE player_id = $1 ORDER BY event_id`,
      [playerId],
    );
    expect(rows).toEqual([{ fields: ['bankAccount'] }, { fields: ['email', 'mobile', 'bankAccount'] }]);
  });
});

describe('the password', () => {
  const next = 'nýtt orð og annað';

  test('is changed with the rest, and only with the present one', async () => {
    const same = await update({ password: 'lykilord1', currentPassword: 'lykilord1' });
    expect([same.status, same.body.code]).toEqual([400, 'EC_PASSWORD_USED']);
    const wrong = await update({ password: next, currentPassword: 'rangt-ord', address: 'Önnur gata 1' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'EC_AUTH_FAIL']);
    expect((await details()).address).toBe(start.address);
    const right = await update({ password: next, currentPassword: 'lykilord1', address: 'Önnur gata 1' });
    expect([right.status, right.body.address]).toEqual([200, 'Önnur gata 1']);
    const { rows } = await data.pool.query<{ kind: string }>(
      'SELECT kind FROM security_events WHERE player_id = $1 ORDER BY event_id',
      [player.playerId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['passwordFailed', 'passwordChanged']);
    const used = await update({ password: next, currentPassword: next });
    expect([used.status, used.body.code]).toEqual([400, 'EC_PASSWORD_USED']);
    const common = await update({ password: '12345678', currentPassword: next });
    expect([common.status, common.body.code]).toEqual([400, 'EC_PASSWORD_VALIDATION']);
  });

  test('a refused e-mail leaves it as it was', async () => {
    const [other] = await addPlayers(data, 1, 0);
    await data.pool.query(`UPDATE players SET email = $2 WHERE player_id = $1`, [
      other?.playerId,
      `${player.playerId}tekid@hending.example`,
    ]);
    const body = {
      password: next,
      currentPassword: 'lykilord1',
      email: `${player.playerId}Tekid@hending.example`,
    };
    expect(await told(body)).toEqual([400, 'EC_EMAIL_EXISTS', undefined]);
    expect(await told({ password: next, currentPassword: 'lykilord1' })).toEqual([200, undefined, undefined]);
  });

  test('one of the two alone is missing a field; three wrong ones close the name', async () => {
    const issue = (field: string) => ({ path: [field], message: 'required' });
    expect(await told({ password: next })).toEqual([400, 'EC_MISSING_FIELD', issue('currentPassword')]);
    expect(await told({ currentPassword: 'lykilord1' })).toEqual([
      400,
      'EC_MISSING_FIELD',
      issue('password'),
    ]);
    for (let guess = 0; guess < 3; guess += 1) {
      expect((await told({ password: next, currentPassword: 'rangt-ord' }))[1]).toBe('EC_AUTH_FAIL');
    }
    const answer = await update({ password: next, currentPassword: 'lykilord1' });
    expect([answer.status, answer.body.code]).toEqual([429, 'EC_ACTION_NOT_ALLOWED']);
  });
});

test('two at once want one e-mail: one has it', async () => {
  const [other] = (await addPlayers(data, 1, 0)) as [TestPlayer];
  const email = `${player.playerId}bitist@hending.example`;
  const answers = await Promise.all(
    [player, other].map(({ cookie }) => post(app, '/user/account/update', { email }, { cookie })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.find(({ status }) => status === 400)?.body.code).toBe('EC_EMAIL_EXISTS');
});

test('a club that is not there, and a team', async () => {
  expect(await told({ supportId: 999_999 })).toEqual([400, 'EC_NO_DATA_FOUND', undefined]);
  expect((await update({ supportId: 610 })).body.supportId).toBe(610);
  expect((await update({ supportId: 0, teamId: 0 })).body).not.toHaveProperty('supportId');
  expect((await update({ supportId: 0, teamId: '0' })).status).toBe(200);
  expect(await told({ teamId: '1' })).toEqual([400, 'EC_NO_DATA_FOUND', undefined]);
});

test.each([
  ['closed_at = domain_now()', 'EC_ACCOUNT_CLOSED'],
  ["certificate_expires = (domain_now() - interval '1 day')::date", 'EC_ELOGIN_AUTH_REQUIRED'],
])('must-hold 15: %s: 403', async (change, code) => {
  await data.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [player.playerId]);
  const answer = await update({ address: 'Önnur gata 1' });
  expect([answer.status, answer.body.code]).toEqual([403, code]);
  expect(answer.body.details).not.toHaveProperty('fresh');
});

test('must-hold 37: a locked player changes the account as others do', async () => {
  await data.pool.query(
    `UPDATE wallets SET locked_until = domain_now() + interval '9 days' WHERE player_id = $1`,
    [player.playerId],
  );
  expect((await update({ address: 'Önnur gata 1' })).status).toBe(200);
});

const rubbish = [
  '',
  ' ',
  '\u0000',
  '\u202eabc',
  '🏠',
  'x'.repeat(10_000),
  "'; DROP TABLE players; --",
  '<script>',
];
const named = {
  address: 'invalidAddress',
  postalCode: 'invalidPostalCode',
  email: 'invalidEmail',
  mobile: 'invalidMobile',
  bankAccount: 'invalidBankAccount',
};

test.each(Object.entries(named))('must-hold 140: rubbish as %s is %s', async (field, key) => {
  const before = await details();
  for (const text of rubbish) {
    // An address may hold any punctuation.
    if (field === 'address' && text.includes('DROP')) continue;
    expect(await told({ [field]: text }), text).toEqual([
      400,
      'EC_INVALID_INPUT',
      { path: [field], message: key },
    ]);
  }
  for (const value of [7, [], {}]) expect((await told({ [field]: value }))[1]).toBe('EC_INVALID_INPUT');
  expect((await update({ [field]: null })).status).toBe(200);
  expect(await details()).toEqual(before);
});

test('must-hold 140: rubbish as phone, club and list', async () => {
  for (const text of rubbish) expect((await told({ phone: text }))[1], text).toBe('EC_INVALID_INPUT');
  for (const value of ['610', 6.5, 1e300]) {
    expect((await told({ supportId: value }))[1]).toBe('EC_INVALID_INPUT');
  }
  for (const list of [{ mailList: 'true' }, { drawLetters: 'false' }]) {
    expect((await told(list))[1]).toBe('EC_INVALID_INPUT');
  }
  expect((await told(''))[1]).toBe('EC_MISSING_BODY');
});

test('must-hold 139: not from a foreign page', async () => {
  const answer = await update({ address: 'Önnur gata 1' }, { origin: 'https://annar.example' });
  expect([answer.status, answer.body.code]).toEqual([403, 'EC_ACTION_NOT_ALLOWED']);
});
