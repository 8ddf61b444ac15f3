/** Strangers who try a name and a phone without end close no way in to their owner. */
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
    // Nobody's phone rings without end: three in ten minutes.
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
