/** Electronic ID through the calls and the sign-in way `elogin`. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import {
  createELoginBrowser,
  type ELoginBrowser,
  type Phones,
  phonesForTests,
} from '#test/harness/e-login.ts';
import { addPlayers } from '#test/harness/sale.ts';
import { json } from '#test/harness/visitor.ts';

const ylfa = { nationalId: '0101700019', phone: '6110011' };
const skarphedinn = { nationalId: '1706850089', phone: '6110012' };
const vedis = { nationalId: '2412990079', phone: '6110013' };
const bryndis = { nationalId: '2902960059', phone: '6110014' };

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let phones: Phones;
let browser: ELoginBrowser;
let playerId: string;
let address = 0;

beforeAll(async () => {
  data = await testDatabase();
  phones = await phonesForTests(data);
  ({ app } = testApp(data, undefined, phones.outside));
  const [made] = await addPlayers(data, 1, 0);
  playerId = String(made?.playerId);
  await data.pool.query(
    `UPDATE players SET username = 'ylfa17', national_id = $2, first_name = 'Ylfa', last_name = 'Ránardóttir'
     WHERE player_id = $1`,
    [playerId, ylfa.nationalId],
  );
});
afterAll(async () => {
  phones.stop();
  await data.close();
});
beforeEach(async () => {
  await data.pool.query('DELETE FROM e_logins');
  browser = newBrowser();
});

/** Each from a network of its own. */
const newBrowser = () => createELoginBrowser(app, phones, `203.0.${++address}.1`);
const told = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];
const dead = [400, 'EC_INVALID_TRANSID'];
const ofSim = (phone: string) => ({ eLoginType: 'sim', cellphoneNumber: phone });

describe('POST /auth/e-login', () => {
  test('asks a SIM: the code is in the text on the phone, the cookie binds the browser', async () => {
    const answer = await browser.start(ofSim('611 0011'));
    expect(answer).toMatchObject({ status: 200, body: { eLoginType: 'sim' } });
    expect(answer.body['code']).toMatch(/^\d{4}$/);
    const asked = (await phones.requests()).at(-1);
    expect(asked?.message).toBe(`Innskráning hjá Hendingu. Öryggistala: ${answer.body['code']}`);
    expect(Buffer.from(browser.jar.get('hending-e-login') ?? '', 'base64url')).toHaveLength(32);
  });

  test('must-hold 14: asks the app, which offers three codes; the text does not tell which', async () => {
    const answer = await browser.start(
      { eLoginType: 'app', nationalId: '010170-0019' },
      'http://localhost/en/',
    );
    const asked = (await phones.requests()).at(-1);
    expect(answer.status).toBe(200);
    expect(asked?.choices).toContain(answer.body['code']);
    expect(asked?.message).toBe('Hending sign-in. Choose the number that you see on your screen.');
  });

  test('must-hold 14: another code picked in the app is no proof', async () => {
    const { body } = await browser.start({ eLoginType: 'app', nationalId: ylfa.nationalId });
    const choices = (await phones.requests()).at(-1)?.choices ?? [];
    const other = choices.find((choice) => choice !== body['code']) ?? '';
    await phones.control({ act: 'confirm', nationalId: ylfa.nationalId, choice: other });
    const token = String(body['token']);
    expect(told(await browser.status('app', token))).toEqual([400, 'EC_ELOGIN_AUTH_ERROR']);
    expect((await browser.signInBy(token, 'app')).status).toBe(401);
    // One choice: the right one afterwards is too late, and every try is a request of its own.
    const again = phones.control({ act: 'confirm', nationalId: ylfa.nationalId });
    await expect(again).rejects.toThrow('no request waits');
    expect(told(await browser.status('app', token))).toEqual([400, 'EC_ELOGIN_AUTH_ERROR']);
    expect(await json(await browser.call('/session'))).toEqual({});
  });

  test('must-hold 13: the token has 256 bits, and only its hash is kept', async () => {
    const { body } = await browser.start(ofSim(ylfa.phone));
    const token = String(body['token']);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await data.pool.query<{ row: string }>('SELECT e::text AS row FROM e_logins e');
    expect(rows).toHaveLength(1);
    const held = [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')];
    for (const text of [...held, ylfa.phone]) expect(rows[0]?.row).not.toContain(text);
  });

  test.each([
    ['1205880019', '6110018', 400, 'EC_ELOGIN_ERROR', 'noElectronicId'],
    ['', '6990000', 400, 'EC_ELOGIN_ERROR', 'noElectronicId'],
  ])('somebody without electronic ID: %s %s', async (_, phone, status, code, reason) => {
    const answer = await browser.start(ofSim(phone));
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    expect(answer.body['details']).toMatchObject({ reason, retry: false });
  });

  test('a provider that refuses the person at once is answered as a refusal on the phone', async () => {
    await phones.control({ refuse: 'mssp_402' });
    const answer = await browser.start(ofSim(ylfa.phone));
    expect(told(answer)).toEqual([400, 'EC_ELOGIN_AUTH_ERROR']);
    expect(answer.body['details']).toMatchObject({ reason: 'blocked' });
  });

  test('a provider that is down is 502', async () => {
    await phones.control({ fault: 'down', times: 1 });
    expect(told(await browser.start(ofSim(ylfa.phone)))).toEqual([502, 'EC_ELOGIN_ERROR']);
  });
});

const belongsTo = (id: unknown, nationalId: string | null) =>
  data.pool.query('UPDATE players SET national_id = $2 WHERE player_id = $1', [id, nationalId]);

describe('auth.eLoginStatus', () => {
  test('pending, then who it is; the answer may be read again', async () => {
    const { body } = await browser.start(ofSim(ylfa.phone));
    const token = String(body['token']);
    expect(await browser.status('sim', token)).toMatchObject({ status: 200, body: { pending: true } });
    await phones.control({ act: 'confirm', nationalId: ylfa.nationalId });
    const player = { playerId, username: 'ylfa17', firstName: 'Ylfa', lastName: 'Ránardóttir' };
    const found = { pending: false, status: 'SUCCESS', player };
    expect((await browser.status('sim', token)).body).toEqual(found);
    expect((await browser.status('sim', token)).body).toEqual(found);
  });

  test.each([
    ['by SIM', bryndis.phone],
    ['by app', undefined],
  ])('an unknown person, %s, is led to sign up, with the name split', async (_, phone) => {
    const { body } = await browser.prove(bryndis.nationalId, phone);
    expect(body).toEqual({
      pending: false,
      status: 'SIGNUP_REQUIRED',
      requestId: expect.stringMatching(/^[\w-]{43}$/),
      firstName: 'Bryndís Eik',
      lastName: 'Fannberg',
    });
  });

  test.each([
    ['cancel', 'EC_ELOGIN_AUTH_ERROR', { reason: 'cancelled', retry: false }],
    ['block', 'EC_ELOGIN_AUTH_ERROR', { reason: 'blocked', retry: false }],
  ])('who presses %s on the phone: 400 %s', async (act, code, details) => {
    const answer = await browser.prove(ylfa.nationalId, ylfa.phone, act);
    expect([answer.status, answer.body['code']]).toEqual([400, code]);
    expect(answer.body['details']).toMatchObject(details);
    expect(told(await browser.status('sim', answer.token))).toEqual([400, code]);
  });

  test('who never answers: 400 once the provider gave up, and trying again may help', async () => {
    const answer = await browser.prove(ylfa.nationalId, ylfa.phone, 'ignore');
    expect([answer.status, answer.body['code']]).toEqual([400, 'EC_ELOGIN_AUTH_ERROR']);
    expect(answer.body['details']).toMatchObject({ reason: 'noAnswer', retry: true });
  });

  test('a closed account is told after the proof', async () => {
    await data.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [playerId]);
    const answer = await browser.prove(ylfa.nationalId, ylfa.phone);
    expect([answer.status, answer.body['code']]).toEqual([400, 'EC_ACCOUNT_CLOSED']);
    const signedIn = await browser.signInBy(answer.token, 'sim');
    expect(String((await json(signedIn))['url'])).toContain('error=EC_ACCOUNT_CLOSED');
    await data.pool.query('UPDATE wallets SET closed_at = NULL WHERE player_id = $1', [playerId]);
  });
});

test('a status read by ten windows at once asks the provider once and tells all the same', async () => {
  const { body } = await browser.start(ofSim(ylfa.phone));
  await phones.control({ act: 'confirm', nationalId: ylfa.nationalId });
  const token = String(body['token']);
  await Promise.all(Array.from({ length: 10 }, () => browser.status('sim', token)));
  const { rows } = await data.pool.query('SELECT state, polls, handle FROM e_logins');
  expect(rows).toEqual([{ state: 'proven', polls: 1, handle: null }]);
  const answers = await Promise.all(Array.from({ length: 10 }, () => browser.status('sim', token)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
});

test('a process that died while it asked keeps nobody waiting for more than a minute', async () => {
  const { body } = await browser.start(ofSim(ylfa.phone));
  const token = String(body['token']);
  await phones.control({ act: 'confirm', nationalId: ylfa.nationalId });
  await data.pool.query(`UPDATE e_logins SET polls = 1, polling_until = domain_now() + interval '1 minute'`);
  expect((await browser.status('sim', token)).body).toEqual({ pending: true });
  await data.pool.query(`UPDATE e_logins SET polling_until = polling_until - interval '1 minute'`);
  expect((await browser.status('sim', token)).body).toMatchObject({ status: 'SUCCESS' });
});

describe('must-hold 13: the token', () => {
  test('is nobody else’s: another browser, and one without a cookie, are told nothing', async () => {
    const { token } = await browser.prove(ylfa.nationalId, ylfa.phone);
    const other = newBrowser();
    expect(told(await other.status('sim', token))).toEqual(dead);
    await other.start(ofSim(bryndis.phone));
    expect(told(await other.status('sim', token))).toEqual(dead);
    expect((await other.signInBy(token, 'sim')).status).toBe(401);
    expect((await browser.signInBy(token, 'sim')).status).toBe(200);
  });

  test('is of its kind', async () => {
    const { token } = await browser.prove(ylfa.nationalId, ylfa.phone);
    expect(told(await browser.status('app', token))).toEqual(dead);
    expect((await browser.signInBy(token, 'app')).status).toBe(401);
    expect((await browser.signInBy(token, '')).status).toBe(401);
  });

  test('signs in once, with a new session that counts as fresh', async () => {
    const { token } = await browser.prove(ylfa.nationalId, ylfa.phone);
    const answer = await browser.signInBy(token, 'sim', { callbackUrl: '/lottoleikir/lotto' });
    expect(await json(answer)).toEqual({ url: 'http://localhost/lottoleikir/lotto' });
    expect((await json(await browser.call('/session')))['user']).toMatchObject({ playerId });
    const { rows } = await data.pool.query(
      `SELECT way FROM sign_ins WHERE player_id = $1 ORDER BY at DESC LIMIT 1`,
      [playerId],
    );
    expect(rows).toEqual([{ way: 'eId' }]);
    const again = await browser.signInBy(token, 'sim');
    expect([again.status, String((await json(again))['url'])]).toEqual([
      401,
      expect.stringContaining('error=EC_INVALID_TRANSID'),
    ]);
    expect(told(await browser.status('sim', token))).toEqual(dead);
  });

  test('must-hold 23: the session that it opens is fresh, and the one before has ended', async () => {
    await browser.signInBy((await browser.prove(ylfa.nationalId, ylfa.phone)).token, 'sim');
    const former = browser.jar.get('next-auth.session-token');
    await data.pool.query(
      `UPDATE sessions SET fresh_at = fresh_at - interval '1 hour' WHERE player_id = $1`,
      [playerId],
    );
    await browser.signInBy((await browser.prove(ylfa.nationalId)).token, 'app');
    expect(browser.jar.get('next-auth.session-token')).not.toBe(former);
    const { rows } = await data.pool.query(
      `SELECT fresh_at > domain_now() - interval '1 minute' AS fresh FROM sessions WHERE player_id = $1
       ORDER BY created_at DESC LIMIT 1`,
      [playerId],
    );
    expect(rows).toEqual([{ fresh: true }]);
    browser.jar.set('next-auth.session-token', former ?? '');
    expect(await json(await browser.call('/session'))).toEqual({});
  });

  test('two windows of a browser may each ask for somebody', async () => {
    const [one, two] = [await browser.start(ofSim(ylfa.phone)), await browser.start(ofSim(bryndis.phone))];
    for (const { body } of [one, two]) {
      expect((await browser.status('sim', String(body['token']))).body).toEqual({ pending: true });
    }
  });

  test('handed in ten times at once it signs in once', async () => {
    const { token } = await browser.prove(ylfa.nationalId, ylfa.phone);
    const csrfToken = await browser.csrf();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.signInBy(token, 'sim', { csrfToken })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('does not sign in before the person has acted, nor one who has no account', async () => {
    const { body } = await browser.start(ofSim(ylfa.phone));
    expect((await browser.signInBy(String(body['token']), 'sim')).status).toBe(401);
    const { token } = await newBrowser().prove(bryndis.nationalId, bryndis.phone);
    expect((await browser.signInBy(token, 'sim')).status).toBe(401);
  });

  test('lives ten minutes', async () => {
    const { token } = await browser.prove(ylfa.nationalId, ylfa.phone);
    await data.pool.query(`UPDATE e_logins SET created_at = created_at - interval '10 minutes'`);
    expect(told(await browser.status('sim', token))).toEqual(dead);
    expect((await browser.signInBy(token, 'sim')).status).toBe(401);
  });

  test.each(['x', '%00', '../../session', 'a'.repeat(400), '\u202e', "' OR true --"])(
    '%j is none',
    async (token) => {
      await browser.start(ofSim(ylfa.phone));
      expect(told(await browser.status('sim', token))).toEqual(dead);
      expect((await browser.signInBy(token, 'sim')).status).toBe(401);
    },
  );
});

describe('auth.eLoginRenewal', () => {
  const expires = async (id = playerId) => {
    const { rows } = await data.pool.query<{ day: string }>(
      'SELECT certificate_expires AS day FROM wallets WHERE player_id = $1',
      [id],
    );
    return rows[0]?.day;
  };
  const of = (id: string) => `/player-id/${id}`;

  test('writes the day of the certificate, notes the change, and the token still signs in once', async () => {
    await data.pool.query(
      `UPDATE wallets SET certificate_expires = domain_now()::date - 40 WHERE player_id = $1`,
      [playerId],
    );
    const { body, token } = await browser.prove(ylfa.nationalId, ylfa.phone, 'confirm', of(playerId));
    expect(body).toEqual({ pending: false, status: 'SUCCESS', eCertificateExpires: await expires() });
    expect(await expires()).toMatch(/^2029-/);
    const { rows } = await data.pool.query(
      `SELECT field, origin FROM limit_changes WHERE player_id = $1 AND after = $2`,
      [playerId, await expires()],
    );
    expect(rows).toContainEqual({ field: 'certificateExpires', origin: 'electronic ID' });
    expect((await browser.signInBy(token, 'sim')).status).toBe(200);
    expect((await browser.signInBy(token, 'sim')).status).toBe(401);
  });

  test('strengthens an account whose password was set by a link from an e-mail', async () => {
    await data.pool.query('UPDATE players SET needs_e_id = true WHERE player_id = $1', [playerId]);
    await browser.prove(ylfa.nationalId, ylfa.phone, 'confirm', of(playerId));
    const { rows } = await data.pool.query('SELECT needs_e_id FROM players WHERE player_id = $1', [playerId]);
    expect(rows).toEqual([{ needs_e_id: false }]);
  });

  test.each(['1', '999999999', 'x', '-1', '1e5'])('of player %s by somebody else: refused', async (id) => {
    const before = await expires();
    const { status, body } = await browser.prove(ylfa.nationalId, ylfa.phone, 'confirm', of(id));
    expect([status, body['code']]).toEqual([400, 'EC_ELOGIN_AUTH_ERROR']);
    expect(body['details']).toMatchObject({ reason: 'otherPerson' });
    expect(await expires()).toBe(before);
  });

  test('is not told to others, nor for a token that is none; a closed account renews nothing', async () => {
    expect(told(await browser.status('sim', 'x', of(playerId)))).toEqual(dead);
    const { token } = await browser.prove(ylfa.nationalId, ylfa.phone);
    expect(told(await newBrowser().status('sim', token, of(playerId)))).toEqual(dead);
    await data.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [playerId]);
    expect(told(await browser.status('sim', token, of(playerId)))).toEqual([400, 'EC_ACCOUNT_CLOSED']);
    await data.pool.query('UPDATE wallets SET closed_at = NULL WHERE player_id = $1', [playerId]);
  });

  test('an answer that proves nothing renews nothing', async () => {
    const before = await expires();
    await phones.control({ forge: 'foreign' });
    const { status, body } = await browser.prove(ylfa.nationalId, ylfa.phone, 'confirm', of(playerId));
    await phones.control({ forge: null });
    expect([status, body['code'], await expires()]).toEqual([502, 'EC_ELOGIN_ERROR', before]);
  });

  test('by a certificate that has itself ended: refused; until it is replaced', async () => {
    const [made] = await addPlayers(data, 1, 0);
    const id = String(made?.playerId);
    await belongsTo(id, vedis.nationalId);
    const refused = await browser.prove(vedis.nationalId, vedis.phone, 'confirm', of(id));
    expect([refused.status, refused.body['code']]).toEqual([400, 'EC_ELOGIN_AUTH_ERROR']);
    expect(refused.body['details']).toMatchObject({ reason: 'expired' });
    await belongsTo(id, null);
  });

  test('a certificate that ends sooner than the known one shortens nothing', async () => {
    const [made] = await addPlayers(data, 1, 0);
    const id = String(made?.playerId);
    await belongsTo(id, skarphedinn.nationalId);
    const known = await expires(id);
    const { body } = await browser.prove(skarphedinn.nationalId, undefined, 'confirm', of(id));
    expect(body['eCertificateExpires']).toBe(known);
  });
});

test('an ended certificate signs in for thirty days, and not after that', async () => {
  const [made] = await addPlayers(data, 1, 0);
  const id = made?.playerId;
  const certificateEnds =
    'UPDATE wallets SET certificate_expires = domain_now()::date - 31 WHERE player_id = $1';
  const endCertificate = () => data.pool.query(certificateEnds, [id]);
  await belongsTo(id, vedis.nationalId);
  await endCertificate();
  const { token, body } = await browser.prove(vedis.nationalId, vedis.phone);
  expect(body).toMatchObject({ status: 'SUCCESS', player: { playerId: String(id) } });
  expect((await browser.signInBy(token, 'sim')).status).toBe(200);
  const late = await browser.prove(vedis.nationalId);
  await data.pool.query(
    `UPDATE e_logins SET person = person || jsonb_build_object('certificateExpires', domain_now()::date - 31)
     WHERE e_login_type = 'app'`,
  );
  await endCertificate();
  expect(told(await browser.status('app', late.token))).toEqual([400, 'EC_ELOGIN_AUTH_ERROR']);
  expect((await browser.signInBy(late.token, 'app')).status).toBe(401);
  await belongsTo(id, null);
});

test('who has a certificate that ended and no account cannot begin one', async () => {
  const answer = await browser.prove(vedis.nationalId, vedis.phone);
  expect([answer.status, answer.body['code']]).toEqual([400, 'EC_ELOGIN_AUTH_ERROR']);
});
