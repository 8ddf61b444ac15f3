/** Opening an account (must-hold 1–4). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RegisteredPerson, RegistryError } from '#integrations/registry/face.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import {
  createELoginBrowser,
  type ELoginBrowser,
  type Phones,
  phonesForTests,
} from '#test/harness/e-login.ts';
import { solvedProof } from '#test/harness/proof.ts';
import { addPlayers } from '#test/harness/sale.ts';
import { json } from '#test/harness/visitor.ts';

const bryndis = { nationalId: '2902960059', phone: '6110014' };
const thorhildur = { nationalId: '0505950069', phone: '6110016' };
const oskar = { nationalId: '1503150180', phone: '6110015' };

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let phones: Phones;
let browser: ELoginBrowser;
let registered: () => Promise<RegisteredPerson | null>;
let address = 0;

beforeAll(async () => {
  data = await testDatabase();
  phones = await phonesForTests(data, { lookup: () => registered() });
  ({ app } = testApp(data, undefined, phones.outside));
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  phones.stop();
  await data.close();
});
beforeEach(async () => {
  await data.pool.query('DELETE FROM e_logins');
  await data.pool.query('DELETE FROM visitor_calls');
  await data.pool.query(
    `UPDATE players SET national_id = NULL, username = 'fyrr' || player_id, email = player_id || '@fyrr.is'`,
  );
  registered = async () => null;
  browser = newBrowser();
});

const newBrowser = () => createELoginBrowser(app, phones, `198.51.${++address}.1`);
const good = {
  username: 'bryndis96',
  password: 'sjö fuglar á steini',
  cellphoneNumber: '611 0014',
  email: 'bryndis@example.is',
  addToMailingList: true,
};
const send = (requestId: unknown, over: object = {}, by = browser) =>
  by.request(`/auth/sign-up/${encodeURIComponent(String(requestId))}`, { ...good, ...over });
const prove = async (person = bryndis, by = browser) =>
  (await by.prove(person.nationalId, person.phone)).body['requestId'];
const told = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];
const players = async () => (await data.pool.query('SELECT FROM players')).rows.length;
const dead = [400, 'EC_INVALID_TRANSID'];

describe('auth.signUp', () => {
  test('opens an account with a wallet and a letter; then name and password sign in', async () => {
    const home = { address: 'Hlaupársvegi 29', postalCode: '400', city: 'Ísafirði' };
    registered = async () => ({
      firstName: 'Bryndís',
      lastName: 'Eik Fannberg',
      ...home,
      deceased: false,
      protected: false,
    });
    const answer = await send(await prove(), { email: ' Bryndis@Example.IS ' });
    expect(answer).toMatchObject({ status: 201, body: { playerId: expect.stringMatching(/^\d+$/) } });
    const { rows } = await data.pool.query(
      `SELECT username, national_id, first_name, last_name, email, mobile, phone, address, postal_code,
         mail_list, w.balance, w.certificate_expires > domain_now()::date + 1000 AS certified, demo
       FROM players JOIN wallets w USING (player_id) WHERE player_id = $1`,
      [answer.body['playerId']],
    );
    expect(rows).toEqual([
      {
        username: 'bryndis96',
        national_id: bryndis.nationalId,
        demo: false,
        mail_list: true,
        first_name: 'Bryndís',
        last_name: 'Eik Fannberg',
        email: 'bryndis@example.is',
        mobile: '6110014',
        phone: '6110014',
        address: 'Hlaupársvegi 29',
        postal_code: '400',
        balance: 0,
        certified: true,
      },
    ]);
    const letters = await data.pool.query(`SELECT channel, kind, locale FROM messages WHERE player_id = $1`, [
      answer.body['playerId'],
    ]);
    expect(letters.rows).toEqual([{ channel: 'email', kind: 'welcome', locale: 'is' }]);
    await browser.signIn({ username: 'BRYNDIS96', password: good.password });
    expect((await json(await browser.call('/session')))['user']).toMatchObject(answer.body);
  });

  test('the way of electronic ID signs the new player in too', async () => {
    const { token, eLoginType, body } = await browser.prove(bryndis.nationalId);
    expect((await send(body['requestId'])).status).toBe(201);
    expect((await browser.signInBy(token, eLoginType)).status).toBe(200);
  });

  test('the mailing list is joined only by who asks for it', async () => {
    const { body } = await send(await prove(), { addToMailingList: undefined });
    const { rows } = await data.pool.query('SELECT mail_list FROM players WHERE player_id = $1', [
      body['playerId'],
    ]);
    expect(rows).toEqual([{ mail_list: false }]);
  });

  test('a register that is away does not stand in the way: the last word is the last name', async () => {
    registered = () => Promise.reject(new RegistryError('unreachable', 'away'));
    const { body } = await browser.prove(bryndis.nationalId);
    expect(body).toMatchObject({ firstName: 'Bryndís Eik', lastName: 'Fannberg' });
  });

  test('whom the register calls dead is nobody', async () => {
    registered = async () => ({
      firstName: 'Bryndís',
      lastName: 'Eik',
      address: null,
      postalCode: null,
      city: null,
      deceased: true,
      protected: false,
    });
    const answer = await browser.prove(bryndis.nationalId);
    expect([answer.status, answer.body['code']]).toEqual([400, 'EC_ELOGIN_AUTH_ERROR']);
  });
});

describe('must-hold 1: the finished check', () => {
  test('is needed', async () => {
    const before = await players();
    const { body } = await browser.start({ eLoginType: 'app', nationalId: bryndis.nationalId });
    for (const requestId of ['x', body['token'], '%00', '\u202e', 'a'.repeat(1000), "' OR true --"]) {
      await data.pool.query('DELETE FROM visitor_calls');
      expect(told(await send(requestId))).toEqual(dead);
    }
    expect(await players()).toBe(before);
  });

  test('is of this browser', async () => {
    const requestId = await prove();
    const other = newBrowser();
    expect(told(await send(requestId, {}, other))).toEqual(dead);
    await other.start({ eLoginType: 'app', nationalId: thorhildur.nationalId });
    expect(told(await send(requestId, {}, other))).toEqual(dead);
  });

  test('is good once, and for half an hour', async () => {
    const requestId = await prove();
    await data.pool.query(`UPDATE e_logins SET proven_at = proven_at - interval '31 minutes'`);
    expect(told(await send(requestId))).toEqual(dead);
    await data.pool.query(`UPDATE e_logins SET proven_at = proven_at + interval '31 minutes'`);
    expect((await send(requestId)).status).toBe(201);
    expect(told(await send(requestId, { username: 'annad123', email: 'b@example.is' }))).toEqual(dead);
  });

  test('decides who it is, whatever the body says', async () => {
    const { body } = await send(await prove(), { nationalId: '0101700019', playerId: '1', firstName: 'X' });
    const { rows } = await data.pool.query(
      'SELECT national_id, first_name FROM players WHERE player_id = $1',
      [body['playerId']],
    );
    expect(rows).toEqual([{ national_id: bryndis.nationalId, first_name: 'Bryndís Eik' }]);
  });
});

describe('who may not', () => {
  const refusals = async () => {
    const { rows } = await data.pool.query<{ reason: string }>(
      `SELECT details ->> 'reason' AS reason FROM security_events WHERE kind = 'signUpRefused'`,
    );
    return rows.map(({ reason }) => reason);
  };

  test('must-hold 2: a child is refused and the refusal logged, without saying who', async () => {
    const before = await players();
    expect(told(await send(await prove(oskar)))).toEqual([400, 'EC_PLAYER_TOO_YOUNG']);
    expect(await refusals()).toContain('EC_PLAYER_TOO_YOUNG');
    const { rows } = await data.pool.query<{ row: string }>('SELECT e::text AS row FROM security_events e');
    for (const { row } of rows) expect(row).not.toContain(oskar.nationalId);
    expect(await players()).toBe(before);
  });

  test('whose number fails the retired check digit may', async () => {
    expect((await send(await prove(thorhildur))).status).toBe(201);
  });

  test.each([
    ['a player', ''],
    ['a closed account', 'closed_at = domain_now()'],
    ['a locked player', `locked_until = domain_now() + interval '1 year'`],
  ])('must-hold 3, 4: %s has an account: nothing more is told', async (_, change) => {
    const requestId = await prove();
    const [made] = await addPlayers(data, 1, 0);
    await data.pool.query('UPDATE players SET national_id = $2 WHERE player_id = $1', [
      made?.playerId,
      bryndis.nationalId,
    ]);
    if (change) await data.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [made?.playerId]);
    const { status, body } = await send(requestId);
    expect([status, body['code'], Object.keys(body['details'] ?? {})]).toEqual([
      400,
      'EC_NATIONALID_EXISTS',
      ['errorId'],
    ]);
  });
});

describe('two at once', () => {
  const codes = async (answers: Promise<{ status: number; body: Record<string, unknown> }>[]) =>
    (await Promise.all(answers)).map(({ status, body }) => body['code'] ?? status).sort();

  test('must-hold 3: one person from ten browsers gets one account', async () => {
    const browsers = Array.from({ length: 10 }, newBrowser);
    const requests: [unknown, ELoginBrowser][] = [];
    for (const by of browsers) {
      requests.push([await prove(bryndis, by), by]);
      // As if another phone had been asked.
      await data.pool.query('UPDATE e_logins SET target_key = sha256(target_key)');
    }
    const before = await players();
    const answers = requests.map(([requestId, by], index) =>
      send(requestId, { username: `einn${index}000`, email: `einn${index}@example.is` }, by),
    );
    expect(await codes(answers)).toEqual([201, ...Array(9).fill('EC_NATIONALID_EXISTS')]);
    expect(await players()).toBe(before + 1);
  });

  test('one request sent five times at once is one account', async () => {
    const requestId = await prove();
    const before = await players();
    const answers = await codes(Array.from({ length: 5 }, () => send(requestId)));
    expect(answers.filter((code) => code === 201)).toHaveLength(1);
    expect(answers.filter((code) => code === 500)).toEqual([]);
    expect(await players()).toBe(before + 1);
  });

  test.each([
    ['one user name', { username: 'Sama1234' }, { username: 'sama1234' }, 'EC_USERNAME_EXISTS'],
    ['one address', { email: 'sama@example.is' }, { email: 'SAMA@example.is' }, 'EC_EMAIL_EXISTS'],
  ])('two people want %s', async (_, first, second, code) => {
    const other = newBrowser();
    const [mine, theirs] = [await prove(bryndis), await prove(thorhildur, other)];
    const answers = [
      send(mine, { username: 'hin12345', email: 'hin@example.is', ...first }),
      send(theirs, { username: 'hinn1234', email: 'hinn@example.is', ...second }, other),
    ];
    expect(await codes(answers)).toEqual([201, code]);
    // Whoever came second may choose again with the same check.
    const late = { username: 'annad123', email: 'annad@example.is' };
    expect(await codes([send(mine, late), send(theirs, late, other)])).toEqual([201, 'EC_INVALID_TRANSID']);
  });
});

test('a network that tries again and again is asked for a proof of work', async () => {
  const requestId = await prove();
  for (let turn = 0; turn < 3; turn += 1) await send('x');
  const refused = await send(requestId);
  expect(told(refused)).toEqual([403, 'EC_ACTION_NOT_ALLOWED']);
  expect(refused.body['details']).toMatchObject({ proof: true });
  expect((await send(requestId, { proof: await solvedProof(app) })).status).toBe(201);
});

describe('what is filled in', () => {
  const issue = (field: string, message: string) => ({ body: [{ path: [field], message }] });

  test.each([
    ['username', undefined, 'required'] as const,
    ['password', undefined, 'required'] as const,
    ['cellphoneNumber', undefined, 'required'] as const,
    ['email', undefined, 'required'] as const,
    ...['', 'abc12', 'abcdefghijklm', 'a'.repeat(400)].map((v) => ['username', v, 'usernameLength'] as const),
    ...[
      'abc-1234',
      'jónsson1',
      'аbcdefg',
      'abc 1234',
      'abc\u0000def',
      'abc\u202edef',
      '🙂🙂🙂',
      "a'; --1",
    ].map((v) => ['username', v, 'onlyLettersAndNumbers'] as const),
    ...['', 'sjöstaf', 'a'.repeat(31), 'a'.repeat(400)].map(
      (v) => ['password', v, 'passwordLength'] as const,
    ),
    ...['', '611001', '6.110.014', '6,110014', 'sími', '٦١١٠٠١١', '<script>', '1234567890123456'].map(
      (v) => ['cellphoneNumber', v, 'invalidPhone'] as const,
    ),
    ['cellphoneNumber', '6'.repeat(21), 'phoneLengthMax'] as const,
    ...[
      '',
      'nafn',
      'a@b',
      'a b@c.is',
      'a@b.is\r\nBcc: c@d.is',
      '🙂@b.is',
      '"><script>@b.is',
      'a\u202e@b.is',
    ].map((v) => ['email', v, 'invalidEmail'] as const),
    ['addToMailingList', 'já', 'yesOrNoExpected'] as const,
  ])('%s %j: %s', async (field, value, message) => {
    const requestId = await prove();
    const before = await players();
    const answer = await send(requestId, { [field]: value });
    const code = message === 'required' ? 'EC_MISSING_FIELD' : 'EC_INVALID_INPUT';
    expect([answer.status, answer.body['code']]).toEqual([400, code]);
    expect(answer.body['issues']).toEqual(issue(field, message));
    expect(await players()).toBe(before);
  });

  test('10 kB in every field', async () => {
    const long = 'x'.repeat(10_000);
    const all = { username: long, password: long, cellphoneNumber: long, email: long };
    expect(told(await send(await prove(), all))).toEqual([400, 'EC_INVALID_INPUT']);
  });

  test('blanks around names fall away, those of a password do not', async () => {
    const password = '  átta á blað  ';
    expect((await send(await prove(), { username: '  blank123 ', password })).status).toBe(201);
    expect((await browser.signIn({ username: 'blank123', password: password.trim() })).status).toBe(401);
    expect((await browser.signIn({ username: 'blank123', password })).status).toBe(200);
  });

  test.each(['Hending', 'admin123', 'h3nding00', 'fuckyou1', 'helv1ti1', 'prufa000001'])(
    '%s is nobody’s user name',
    async (username) => {
      expect(told(await send(await prove(), { username }))).toEqual([400, 'EC_USERNAME_VALIDATION']);
    },
  );

  test.each(['adalsteinn', 'stjornandi', 'kunningi', 'lottospil7', '12345678'])(
    '%s may be one',
    async (username) => {
      expect((await send(await prove(), { username })).status).toBe(201);
    },
  );

  test('must-hold 8: a password that everybody tries first is refused', async () => {
    expect(told(await send(await prove(), { password: 'password123' }))).toEqual([
      400,
      'EC_PASSWORD_VALIDATION',
    ]);
  });

  test('a password may not be the user name', async () => {
    const answer = await send(await prove(), { username: 'leyndo12', password: 'Leyndo12' });
    expect(told(answer)).toEqual([400, 'EC_PASSWORD_VALIDATION']);
  });

  test('taken names and addresses are told, whatever their case', async () => {
    const requestId = await prove();
    const other = newBrowser();
    await send(await prove(thorhildur, other), { username: 'Tekid123', email: 'tekid@example.is' }, other);
    expect(told(await send(requestId, { username: 'TEKID123' }))).toEqual([400, 'EC_USERNAME_EXISTS']);
    expect(told(await send(requestId, { email: 'Tekid@Example.is' }))).toEqual([400, 'EC_EMAIL_EXISTS']);
    expect((await send(requestId)).status).toBe(201);
  });

  test('a body that is missing', async () => {
    const requestId = String(await prove());
    const answer = await browser.request(`/auth/sign-up/${requestId}`, '');
    expect(told(answer)).toEqual([400, 'EC_MISSING_BODY']);
  });
});
