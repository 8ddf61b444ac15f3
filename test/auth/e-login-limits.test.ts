/** How often people may be asked for electronic ID, and what is no phone and no person. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import {
  createELoginBrowser,
  type ELoginBrowser,
  type Phones,
  phonesForTests,
} from '#test/harness/e-login.ts';

const ylfa = { nationalId: '0101700019', phone: '6110011' };
const bryndis = { nationalId: '2902960059', phone: '6110014' };

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let phones: Phones;
let browser: ELoginBrowser;
let address = 0;

beforeAll(async () => {
  data = await testDatabase();
  phones = await phonesForTests(data);
  ({ app } = testApp(data, undefined, phones.outside));
});
afterAll(async () => {
  phones.stop();
  await data.close();
});
beforeEach(async () => {
  await data.pool.query('DELETE FROM e_logins');
  await data.pool.query('DELETE FROM e_login_networks');
  browser = newBrowser();
});

/** Each from a network of its own. */
const neighbour = () => createELoginBrowser(app, phones, `203.0.${address}.2`);
const newBrowser = () => createELoginBrowser(app, phones, `203.0.${++address}.1`);
const told = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];
const ofSim = (phone: string) => ({ eLoginType: 'sim', cellphoneNumber: phone });

describe('nobody is bothered', () => {
  const tooMany = [429, 'EC_ACTION_NOT_ALLOWED'];

  test('a network has one open request for a phone; the browser that opened it may ask again', async () => {
    const first = await browser.start(ofSim(ylfa.phone));
    const refused = await neighbour().start(ofSim('+354 6110011'));
    expect(told(refused)).toEqual(tooMany);
    expect(refused.body['details']).toMatchObject({ waitSeconds: Number(refused.retryAfter) });
    expect(Number(refused.retryAfter)).toBeGreaterThan(80);
    expect(Number(refused.retryAfter)).toBeLessThan(91);
    expect((await browser.start(ofSim(ylfa.phone))).status).toBe(200);
    expect(told(await browser.status('sim', String(first.body['token'])))).toEqual([
      400,
      'EC_ELOGIN_AUTH_ERROR',
    ]);
  });

  test('of twenty at once from as many networks ten are asked', async () => {
    const before = (await phones.requests()).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => newBrowser().start(ofSim(bryndis.phone))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await phones.requests()).length - before).toBe(10);
  });

  test('who asked more often waits while another network has an open request', async () => {
    await browser.start(ofSim(ylfa.phone));
    await data.pool.query(`UPDATE e_logins SET created_at = created_at - interval '91 seconds'`);
    await browser.start(ofSim(ylfa.phone));
    await data.pool.query(`UPDATE e_logins SET created_at = created_at - interval '91 seconds'`);
    expect((await newBrowser().start(ofSim(ylfa.phone))).status).toBe(200);
    expect(told(await browser.start(ofSim(ylfa.phone)))).toEqual(tooMany);
  });

  test('ten networks in ten minutes', async () => {
    for (let turn = 0; turn < 10; turn += 1) await newBrowser().prove(ylfa.nationalId, ylfa.phone, 'cancel');
    const refused = await browser.start(ofSim(ylfa.phone));
    expect(told(refused)).toEqual(tooMany);
    expect(Number(refused.retryAfter)).toBeGreaterThan(590);
    await data.pool.query(`UPDATE e_logins SET created_at = created_at - interval '10 minutes'`);
    expect((await browser.start(ofSim(ylfa.phone))).status).toBe(200);
  });

  test('ten unconfirmed an hour from one network; those that were confirmed do not count', async () => {
    await browser.prove(ylfa.nationalId, ylfa.phone);
    for (let turn = 0; turn < 10; turn += 1) await browser.start(ofSim(`699000${turn}`));
    const refused = await browser.start(ofSim(bryndis.phone));
    expect(told(refused)).toEqual(tooMany);
    expect(Number(refused.retryAfter)).toBeGreaterThan(3500);
    expect((await newBrowser().start(ofSim(bryndis.phone))).status).toBe(200);
  });
});

describe('what is no phone and no person', () => {
  const refusedAs = async (body: object, code: string, field: string, message: string) => {
    const answer = await browser.start(body);
    expect([answer.status, answer.body['code']]).toEqual([400, code]);
    expect(answer.body['issues']).toEqual({ body: [{ path: [field], message }] });
    expect((await data.pool.query('SELECT FROM e_logins')).rows).toHaveLength(0);
  };

  test.each([
    [{ eLoginType: 'sim' }, 'EC_MISSING_FIELD', 'cellphoneNumber', 'required'],
    [{ eLoginType: 'app' }, 'EC_MISSING_FIELD', 'nationalId', 'required'],
    [{}, 'EC_MISSING_FIELD', 'eLoginType', 'required'],
    [{ eLoginType: 'card', nationalId: ylfa.nationalId }, 'EC_INVALID_INPUT', 'eLoginType', 'choiceExpected'],
  ])('%j', refusedAs);

  test.each([
    '',
    '5110011',
    '611001',
    '61100111',
    '6.110.011',
    '٦١١٠٠١١',
    '611\u202e0011',
    '6110011\u0000',
    "6110011'; DROP TABLE players;--",
    '<script>',
    '🙂',
    '9'.repeat(400),
    '+46701234567',
  ])('the phone %j', async (cellphoneNumber) => {
    await refusedAs(ofSim(cellphoneNumber), 'EC_INVALID_INPUT', 'cellphoneNumber', 'invalidMobile');
  });

  test.each([
    '',
    '4101700019',
    '8101700019',
    '010170001',
    '01017000190',
    '010170--0019',
    '0101700019\u202e',
    '٠١٠١٧٠٠٠١٩',
    '🙂',
    '0'.repeat(400),
    "' OR 1=1",
  ])('the national id %j', async (nationalId) => {
    await refusedAs({ eLoginType: 'app', nationalId }, 'EC_INVALID_INPUT', 'nationalId', 'invalidNationalId');
  });

  test('10 kB', async () => {
    const long = '6'.repeat(10_000);
    await refusedAs(ofSim(long), 'EC_INVALID_INPUT', 'cellphoneNumber', 'invalidMobile');
    await refusedAs(
      { eLoginType: 'app', nationalId: long },
      'EC_INVALID_INPUT',
      'nationalId',
      'invalidNationalId',
    );
  });

  test.each(['', '{', '[]', '"x"', 'null'])('the body %s', async (body) => {
    expect((await browser.request('/auth/e-login', body)).status).toBe(400);
  });
});
