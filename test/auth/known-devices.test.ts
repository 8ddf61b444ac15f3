/**
 * Nobody closes another's ways in: a browser that the person has signed in with is counted apart from
 * strangers, for passwords and for electronic ID.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/players/passwords/password.ts';
import { unlockSignIn } from '#server/players/sign-in/unlock.ts';
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

const ylfa = { username: 'ylfa17', nationalId: '0101700019', phone: '6110011' };
const bryndis = { username: 'bryndis96', nationalId: '2902960059', phone: '6110014' };
const password = 'lykilord1';
const wrongWord = 'rangt-ord';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let phones: Phones;
let address = 0;
let playerId = 0;
/** Hers, and signed in with before. */
let owner: ELoginBrowser;
/** Signed in before too, but as somebody else. */
let attacker: ELoginBrowser;

beforeAll(async () => {
  data = await testDatabase();
  phones = await phonesForTests(data);
  ({ app } = testApp(data, undefined, phones.outside));
  const hash = await hashPassword(password);
  const made = await addPlayers(data, 2, 0);
  playerId = made[0]?.playerId ?? 0;
  for (const [index, { username, nationalId, phone }] of [ylfa, bryndis].entries()) {
    await data.pool.query(
      `UPDATE players SET username = $2, national_id = $3, mobile = $4, password_hash = $5
       WHERE player_id = $1`,
      [made[index]?.playerId, username, nationalId, phone, hash],
    );
  }
});
afterAll(async () => {
  phones.stop();
  await data.close();
});
beforeEach(async () => {
  for (const table of ['e_logins', 'name_failures', 'failure_levels', 'known_devices', 'sessions']) {
    await data.pool.query(`DELETE FROM ${table}`);
  }
  owner = newBrowser();
  attacker = newBrowser();
  expect(await signIn(owner, ylfa.username)).toBe(200);
  expect(await signIn(attacker, bryndis.username)).toBe(200);
});

/** Each from a network of its own unless told which. */
const newBrowser = (ip = `203.0.${++address}.1`) => createELoginBrowser(app, phones, ip);
const signIn = async (browser: ELoginBrowser, username: string, word = password) =>
  (await browser.submit('/callback/credentials', { username, password: word })).status;
const login = async (browser: ELoginBrowser, username: string, word = password) => {
  const { status, body } = await browser.request('/auth/login', { username, password: word });
  return [status, body['code'], body['message']];
};
const deviceOf = (browser: ELoginBrowser) => browser.jar.get('hending-device') ?? '';
const three = <T>(act: () => Promise<T>) => Promise.all([act(), act(), act()]);
const closeForStrangers = (username: string) => three(() => signIn(newBrowser(), username, wrongWord));

const byPhone = { eLoginType: 'sim', cellphoneNumber: ylfa.phone };
const byId = { eLoginType: 'app', nationalId: ylfa.nationalId };
const asked = async (browser: ELoginBrowser, body: object) => (await browser.start(body)).status;

describe('passwords', () => {
  test('strangers close a name for strangers, and not for the browser that its owner knows', async () => {
    expect(await closeForStrangers(ylfa.username)).toEqual([401, 401, 401]);
    expect(await signIn(newBrowser(), ylfa.username)).toBe(429);
    expect(await signIn(attacker, ylfa.username)).toBe(429);
    expect(await signIn(owner, ylfa.username)).toBe(200);
    expect((await login(owner, ylfa.username))[0]).toBe(200);
    // What she did opened nothing for strangers.
    expect(await signIn(newBrowser(), ylfa.username)).toBe(429);
  });

  test('her own three failures close that browser, and no other one', async () => {
    const other = newBrowser();
    expect(await signIn(other, ylfa.username)).toBe(200);
    expect(await three(() => signIn(owner, ylfa.username, wrongWord))).toEqual([401, 401, 401]);
    expect(await signIn(owner, ylfa.username)).toBe(429);
    expect((await login(owner, ylfa.username))[0]).toBe(429);
    expect(await signIn(other, ylfa.username)).toBe(200);
    expect(await signIn(newBrowser(), ylfa.username)).toBe(200);
    await data.pool.query(
      `UPDATE name_failures SET last_at = last_at - interval '30 minutes',
         failed_at = ARRAY(SELECT t - interval '30 minutes' FROM unnest(failed_at) AS t ORDER BY t)`,
    );
    expect(await signIn(owner, ylfa.username)).toBe(200);
  });

  test('a known browser tells three guesses of thirty made at once, and no more', async () => {
    const guesses = Array.from({ length: 30 }, () => login(owner, ylfa.username, wrongWord));
    const statuses = (await Promise.all(guesses)).map(([status]) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(3);
  });

  test.each([
    ['made up', () => randomBytes(32).toString('base64url')],
    ['of another account', () => deviceOf(attacker)],
    ['of hers, changed', () => deviceOf(owner).replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))],
    ['the hash that is stored of hers', () => Buffer.from(deviceOf(owner), 'base64url').toString('hex')],
    ['empty', () => ''],
    ['10 kB', () => 'a'.repeat(10_000)],
    ['half an escape', () => '%E0%A4%A'],
  ])('a cookie that is %s makes nobody known', async (_, cookie) => {
    await closeForStrangers(ylfa.username);
    const forger = newBrowser();
    forger.jar.set('hending-device', cookie());
    expect(await signIn(forger, ylfa.username)).toBe(429);
  });

  test('a network that guessed too much is closed for strangers, and not for a known browser', async () => {
    const ip = '198.51.100.7';
    const hers = newBrowser(ip);
    expect(await signIn(hers, ylfa.username)).toBe(200);
    await login(newBrowser(ip), 'enginn', wrongWord);
    await data.pool.query('UPDATE failure_levels SET level = 40 WHERE level = 1');
    expect((await login(newBrowser(ip), bryndis.username))[0]).toBe(429);
    expect((await login(hers, ylfa.username))[0]).toBe(200);
    expect((await login(hers, bryndis.username))[0]).toBe(429);
  });

  test('no browser learns whether anybody has a name', async () => {
    for (const browser of [newBrowser(), attacker, owner]) {
      await data.pool.query('DELETE FROM name_failures');
      const told = async (name: string) => {
        const answers = [];
        for (let turn = 0; turn < 4; turn += 1) answers.push(await login(browser, name, wrongWord));
        return answers;
      };
      const other = browser === owner ? bryndis : ylfa;
      expect(await told(other.username)).toEqual(await told('enginn'));
    }
  });

  test('who is signed in on a known browser proves to be fresh, and changes the password', async () => {
    await closeForStrangers(ylfa.username);
    const fresh = await owner.request('/user/re-authenticate', { password });
    expect(fresh.status).toBe(204);
    const next = 'nýtt orð og annað';
    const body = { currentPassword: password, password: next, confirmPassword: next, channel: 'web' };
    expect((await owner.request('/user/password', body)).status).toBe(204);
    expect(await signIn(owner, ylfa.username, next)).toBe(200);
    await data.pool.query('UPDATE players SET password_hash = $2 WHERE player_id = $1', [
      playerId,
      await hashPassword(password),
    ]);
  });

  test('unlocking opens every way', async () => {
    await closeForStrangers(ylfa.username);
    await three(() => signIn(owner, ylfa.username, wrongWord));
    const parts = { db: data.db, secret: data.config.secrets.session };
    const player = { username: ylfa.username, lockedUntil: null, closedAt: null };
    expect(await unlockSignIn(parts, player)).toBeInstanceOf(Date);
    expect(await signIn(owner, ylfa.username)).toBe(200);
    expect(await signIn(newBrowser(), ylfa.username)).toBe(200);
  });
});

describe('electronic ID', () => {
  const endRequests = () =>
    data.pool.query(
      `UPDATE e_logins SET state = 'failed', failure = '{}', handle = NULL WHERE state = 'pending'`,
    );
  const proves = async (browser: ELoginBrowser, phone?: string) => {
    const { token, eLoginType } = await browser.prove(ylfa.nationalId, phone);
    return (await browser.signInBy(token, eLoginType)).status;
  };

  test('strangers who ask by phone and by national id close neither for a known browser', async () => {
    expect([await asked(newBrowser(), byPhone), await asked(newBrowser(), byId)]).toEqual([200, 200]);
    await closeForStrangers(ylfa.username);
    expect([await asked(newBrowser(), byPhone), await asked(attacker, byId)]).toEqual([200, 200]);
    expect(await signIn(owner, ylfa.username)).toBe(200);
    expect(await proves(owner)).toBe(200);
    expect(await proves(owner, ylfa.phone)).toBe(200);
  });

  test('nor do those who ask as often as strangers may, from many networks', async () => {
    const statuses = [];
    for (let turn = 0; turn < 11; turn += 1) {
      statuses.push((await newBrowser().start(byPhone)).status);
      await endRequests();
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    expect(await proves(owner, ylfa.phone)).toBe(200);
  });

  test('one network alone does not close it for another browser of hers elsewhere', async () => {
    const ip = '198.51.100.9';
    for (let turn = 0; turn < 3; turn += 1) {
      await newBrowser(ip).prove(ylfa.nationalId, ylfa.phone, 'cancel');
    }
    expect(await asked(newBrowser(ip), byPhone)).toBe(429);
    expect(await proves(newBrowser(), ylfa.phone)).toBe(200);
  });

  test('a phone rings six times in ten minutes for strangers, wherever they are', async () => {
    const before = (await phones.requests()).length;
    const ips = ['198.51.100.1', '198.51.101.1', '198.51.102.1'];
    for (const ip of [...ips, ...ips, ...ips]) {
      await newBrowser(ip).start(byPhone);
      await endRequests();
    }
    expect((await phones.requests()).length - before).toBe(6);
  });

  test('a known browser asks three times in ten minutes, whatever other cookies it forgets', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      owner.jar.delete('hending-e-login');
      expect(await asked(owner, byPhone)).toBe(200);
    }
    const refused = await owner.start(byPhone);
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(590);
    expect(await asked(owner, byId)).toBe(200);
    // What she asked for there is no stranger's, but one request at a time is open for them.
    await endRequests();
    expect(await asked(newBrowser(), byPhone)).toBe(200);
  });

  test('a network that bothers people is closed for strangers, and not for a known browser', async () => {
    const ip = '198.51.100.20';
    const hers = newBrowser(ip);
    expect(await signIn(hers, ylfa.username)).toBe(200);
    const bore = newBrowser(ip);
    for (let turn = 0; turn < 10; turn += 1) {
      await bore.start({ eLoginType: 'sim', cellphoneNumber: `699000${turn}` });
    }
    expect(await asked(newBrowser(ip), byId)).toBe(429);
    expect(await asked(hers, byId)).toBe(200);
  });

  test('with her number in his own account one rings it six times at most, and closes nothing', async () => {
    await data.pool.query('UPDATE players SET mobile = $2 WHERE username = $1', [
      bryndis.username,
      ylfa.phone,
    ]);
    const before = (await phones.requests()).length;
    for (let device = 0; device < 4; device += 1) {
      const browser = newBrowser();
      expect(await signIn(browser, bryndis.username)).toBe(200);
      for (let turn = 0; turn < 3; turn += 1) await browser.start(byPhone);
    }
    await data.pool.query('UPDATE players SET mobile = $2 WHERE username = $1', [
      bryndis.username,
      bryndis.phone,
    ]);
    expect((await phones.requests()).length - before).toBe(6);
    expect(await asked(owner, byPhone)).toBe(200);
  });

  test.each([
    ['made up', () => randomBytes(32).toString('base64url')],
    ['of another account', () => deviceOf(attacker)],
  ])('a cookie that is %s makes nobody known', async (_, cookie) => {
    const forger = newBrowser();
    forger.jar.set('hending-device', cookie());
    for (let turn = 0; turn < 3; turn += 1) await forger.start(byId);
    expect(await asked(forger, byId)).toBe(429);
  });
});

test('over TLS only the cookie that a browser guards makes known', async () => {
  await closeForStrangers(ylfa.username);
  const proxied = testApp({ ...data, config: { ...data.config, trustedProxies: ['127.0.0.1'] } }).app;
  const try_ = async (name: string) => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '192.0.2.1',
      cookie: `${name}=${deviceOf(owner)}`,
    };
    const body = JSON.stringify({ username: ylfa.username, password });
    const init = { method: 'POST', headers, body };
    const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
    return json(await proxied.request('http://localhost/api/proxy/auth/login', init, env));
  };
  expect((await try_('hending-device'))['code']).toBe('EC_ACTION_NOT_ALLOWED');
  expect((await try_('__Host-hending-device'))['isValid']).toBe(true);
});
