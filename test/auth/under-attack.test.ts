/** Attackers who keep trying a name and a phone cannot lock out the owner. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/players/passwords/password.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import {
  createELoginBrowser,
  type ELoginBrowser,
  type Phones,
  phonesForTests,
} from '#test/harness/e-login.ts';
import { addPlayers } from '#test/harness/sale.ts';
import { createVisitor } from '#test/harness/visitor.ts';

const ylfa = { nationalId: '0101700019', phone: '6110011' };
const sim = { eLoginType: 'sim', cellphoneNumber: ylfa.phone };

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let phones: Phones;

beforeAll(async () => {
  data = await testDatabase();
  phones = await phonesForTests(data);
  ({ app } = testApp(data, undefined, phones.outside));
  const [made] = await addPlayers(data, 1, 0);
  await data.pool.query(
    `UPDATE players SET username = 'ylfa01', national_id = $2, password_hash = $3 WHERE player_id = $1`,
    [made?.playerId, ylfa.nationalId, await hashPassword('lykilord1')],
  );
});
afterAll(async () => {
  phones.stop();
  await data.close();
});

/** As if so much time had passed. */
const pass = (span: string) =>
  data.pool.query(`UPDATE e_logins SET created_at = created_at - '${span}'::interval`);

async function attack(ip: string, rounds: number): Promise<ELoginBrowser> {
  const stranger = createVisitor(app, ip);
  for (let wrong = 0; wrong < 3; wrong += 1)
    await stranger.signIn({ username: 'ylfa01', password: 'rangtorð' });
  const browser = createELoginBrowser(app, phones, ip);
  for (let round = 0; round < rounds; round += 1) {
    await pass('90 seconds');
    await createELoginBrowser(app, phones, ip).start(sim);
  }
  return browser;
}

test.each([1, 2, 3, 10])(
  'a new browser of the owner signs in while a stranger asks for the %i. time',
  async (n) => {
    await data.pool.query('DELETE FROM e_logins');
    const before = (await phones.requests()).length;
    await attack('198.51.100.9', n);
    // A phone rings at most three times in ten minutes.
    expect((await phones.requests()).length - before).toBeLessThanOrEqual(Math.min(n, 6));
    const owner = createVisitor(app, '203.0.113.5');
    expect((await owner.signIn({ username: 'ylfa01', password: 'lykilord1' })).status).toBe(429);
    const browser = createELoginBrowser(app, phones, '203.0.113.5');
    const { body } = await browser.prove(ylfa.nationalId, ylfa.phone);
    expect(body).toMatchObject({ pending: false, status: 'SUCCESS', player: { username: 'ylfa01' } });
  },
);

test('the owner whose first request failed may ask again at once', async () => {
  await data.pool.query('DELETE FROM e_logins');
  await attack('198.51.100.9', 3);
  const browser = createELoginBrowser(app, phones, '203.0.113.5');
  await browser.prove(ylfa.nationalId, ylfa.phone, 'cancel');
  const { body } = await browser.prove(ylfa.nationalId, ylfa.phone);
  expect(body).toMatchObject({ status: 'SUCCESS' });
});

/** Strangers of so many networks, each with all its requests of ten minutes; none of them is confirmed. */
async function attackFrom(networks: number): Promise<void> {
  for (let network = 1; network <= networks; network += 1) {
    for (let turn = 0; turn < 3; turn += 1) {
      await createELoginBrowser(app, phones, `198.51.${network}.9`).start(sim);
    }
  }
}

test('strangers of nine networks at once leave the way open to a network that has not asked', async () => {
  await data.pool.query('DELETE FROM e_logins');
  await attackFrom(9);
  const browser = createELoginBrowser(app, phones, '203.0.113.77');
  expect((await browser.prove(ylfa.nationalId, ylfa.phone)).body).toMatchObject({ status: 'SUCCESS' });
});

test.each([
  ['phone', ylfa.phone],
  ['national id', undefined],
])('where a person was proven before, a new browser signs in by %s whoever attacks', async (_, phone) => {
  await data.pool.query('DELETE FROM e_logins');
  const home = '203.0.113.66';
  await createELoginBrowser(app, phones, home).prove(ylfa.nationalId, ylfa.phone);
  await data.pool.query('DELETE FROM e_logins');
  await attackFrom(40);
  for (let other = 0; other < 10; other += 1) {
    const neighbour = { eLoginType: 'sim', cellphoneNumber: `699000${other}` };
    await createELoginBrowser(app, phones, home).start(neighbour);
  }
  const elsewhere = createELoginBrowser(app, phones, '192.0.2.88');
  expect((await elsewhere.start(sim)).status).toBe(429);
  const browser = createELoginBrowser(app, phones, home);
  expect((await browser.prove(ylfa.nationalId, phone)).body).toMatchObject({ status: 'SUCCESS' });
});

test('also there a phone is asked three times in ten minutes at most', async () => {
  await data.pool.query('DELETE FROM e_logins');
  const home = '203.0.113.66';
  await createELoginBrowser(app, phones, home).prove(ylfa.nationalId, ylfa.phone);
  const answers: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await pass('90 seconds');
    answers.push((await createELoginBrowser(app, phones, home).start(sim)).status);
  }
  expect(answers).toEqual([200, 200, 429]);
});
