/** Answers of the provider that prove nothing or refuse: nobody signs in or renews by them. */
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

const ylfa = { nationalId: '0101700019', phone: '6110011' };

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
  await data.pool.query('UPDATE players SET national_id = $2 WHERE player_id = $1', [
    playerId,
    ylfa.nationalId,
  ]);
  await data.pool.query('DELETE FROM sessions');
});
afterAll(async () => {
  phones.stop();
  await data.close();
});
beforeEach(async () => {
  await phones.control({ forge: null });
  await data.pool.query('DELETE FROM e_logins');
  browser = createELoginBrowser(app, phones, `203.0.${++address}.1`);
});

type Answer = { status: number; body: Record<string, unknown> };
const told = ({ status, body }: Answer) => [status, body['code']];
const notBelieved = [502, 'EC_ELOGIN_ERROR'];
const written = async () => {
  const { rows } = await data.pool.query(
    `SELECT (SELECT count(*) FROM sessions)::int AS sessions,
       (SELECT count(*) FROM sign_ins)::int AS "signIns",
       (SELECT count(*) FROM limit_changes)::int AS renewals,
       (SELECT array_agg(state || coalesce(person::text, '')) FROM e_logins) AS outcomes`,
  );
  return rows[0];
};

describe.each([
  'foreign',
  'spoilt',
  'unsigned',
  'otherPerson',
  'otherSignature',
  'otherSubject',
  'idToken',
  'oldToken',
  'issuer',
  'audience',
  'state',
])('forged: %s', (forge) => {
  test.each([
    ['app', undefined, ''],
    ['sim', ylfa.phone, ''],
    ['app', undefined, 'renewal'],
  ])('%s %s %s', async (_, phone, renewal) => {
    await phones.control({ forge });
    const more = renewal && `/player-id/${playerId}`;
    const answer = await browser.prove(ylfa.nationalId, phone, 'confirm', more);
    await phones.control({ forge: null });
    expect(told(answer)).toEqual(notBelieved);
    // Nor once the provider tells the truth again: the outcome stands.
    const { token, eLoginType } = answer;
    expect(told(await browser.status(eLoginType, token, more))).toEqual(notBelieved);
    expect((await browser.signInBy(token, eLoginType)).status).toBe(401);
    expect(await written()).toEqual({ sessions: 0, signIns: 0, renewals: 0, outcomes: ['failed'] });
  });
});

test('without electronic ID after all, told while the phone is asked: 400, in a renewal too', async () => {
  const { body } = await browser.start({ eLoginType: 'sim', cellphoneNumber: ylfa.phone });
  const failure = { code: 'EC_ELOGIN_ERROR', about: 'person', retry: false, reason: 'noElectronicId' };
  await data.pool.query(
    `UPDATE e_logins SET state = 'failed', handle = NULL, failure = $1 WHERE state = 'pending'`,
    [failure],
  );
  const token = String(body['token']);
  for (const renewal of ['', `/player-id/${playerId}`]) {
    expect(told(await browser.status('sim', token, renewal))).toEqual([400, 'EC_ELOGIN_ERROR']);
  }
});

test('and what is not forged opens', async () => {
  const { token, eLoginType } = await browser.prove(ylfa.nationalId);
  expect((await browser.signInBy(token, eLoginType)).status).toBe(200);
  expect(await written()).toMatchObject({ sessions: 1, signIns: 1 });
});
