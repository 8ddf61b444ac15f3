/** The public return addresses of the issuer and of Aur: their cost under load, and GETs without effect. */
import { describe, expect, test } from 'vitest';
import { databaseNow } from '#server/platform/deadlines.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import { rowsOfAll } from '#test/harness/rows.ts';

let at: PaymentFixture;
let own: TestDatabase;
paymentSuite((data, fixture) => {
  own = data;
  at = fixture;
});

type Fields = Record<string, string>;
const address = '/api/verify/deposit';
const env = (ip: string) => ({ incoming: { socket: { remoteAddress: ip } } });

const send = (fields: Fields, { method = 'POST', ip = '', path = address } = {}) => {
  const form = new URLSearchParams(fields).toString();
  if (method !== 'POST') return at.app.request(`${path}?${form}`, { method }, env(ip));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return at.app.request(path, { method, headers, body: form }, env(ip));
};
const fieldsOf = ({ fields }: { fields: object }) => fields as Fields;

describe('a GET of the return address', () => {
  test.each(['HEAD', 'GET'])('by %s pays no confirmed deposit and writes nothing', async (method) => {
    const confirmed = await at.confirmed();
    const booked = await at.booked();
    const before = await rowsOfAll(own);
    const answer = await send(fieldsOf(confirmed), { method });
    expect(answer.status).toBe(200);
    expect(await rowsOfAll(own)).toEqual(before);
    expect(await at.booked()).toBe(booked);
    expect(await at.balance(confirmed.who)).toBe(0);
  });

  test('answers a page that posts the proof, by itself or by its button, and that pays once', async () => {
    const confirmed = await at.confirmed();
    const answer = await send(fieldsOf(confirmed), { method: 'GET' });
    const page = await answer.text();
    expect(answer.headers.get('content-security-policy')).toMatch(/form-action http:\/\/localhost;/);
    expect(page).toMatch(/<form method="post" action="http:\/\/localhost\/api\/verify\/deposit">/);
    expect(page).toMatch(/<button>Halda áfram · <span lang="en">Continue<\/span><\/button>/);
    const inputs = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
    const fields = Object.fromEntries(inputs.map(([, name, value]) => [name, value])) as Fields;
    expect(fields['MD']).toBe(fieldsOf(confirmed)['MD']);
    expect(await (await send(fields)).text()).toContain('Innborgunin er staðfest.');
    await send(fields, { method: 'GET' });
    expect(await at.balance(confirmed.who)).toBe(5_000);
  });

  test('by HEAD what was given up stays as it is, by GET it ends', async () => {
    const { who, fields } = await at.confirmed();
    const givenUp = { MD: fields.MD ?? '', mdStatus: '0' };
    await send(givenUp, { method: 'HEAD' });
    expect(await at.statuses(who)).toEqual(['waiting']);
    await send(givenUp, { method: 'GET' });
    expect(await at.statuses(who)).toEqual(['failed EC_CREDITCARD_VALIDATE_FAILED']);
  });
});

describe('a deposit that is over', () => {
  test('is answered while another transaction holds the wallet, and writes nothing', async () => {
    const confirmed = await at.confirmed();
    await send(fieldsOf(confirmed));
    const before = await rowsOfAll(own);
    const holder = await own.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM wallets WHERE player_id = $1 FOR UPDATE', [confirmed.who.playerId]);
    await holder.query('SELECT FROM payments WHERE player_id = $1 FOR UPDATE', [confirmed.who.playerId]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await send(fieldsOf(confirmed))).text()),
    );
    await holder.query('ROLLBACK');
    holder.release();
    for (const text of answers) expect(text).toContain('Innborgunin er staðfest.');
    expect(await rowsOfAll(own)).toEqual(before);
  });
});

describe('too many', () => {
  test('of one payment are 429 with the seconds; another payment of the same network is paid', async () => {
    const [one, two] = [await at.confirmed(1_000), await at.confirmed(2_000)];
    const ip = '2001:db8:1:2::1';
    const answers = await Promise.all(Array.from({ length: 400 }, () => send(fieldsOf(one), { ip })));
    const turned = answers.filter(({ status }) => status === 429);
    expect(turned.length).toBeGreaterThan(250);
    expect(Number(turned[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send({ MD: 'x' }, { ip: '2001:db8:1:2::ffff' })).status).toBe(200);
    await send(fieldsOf(two), { ip: '2001:db8:1:2:3::4' });
    expect([await at.balance(one.who), await at.balance(two.who)]).toEqual([1_000, 2_000]);
  });

  test('without a proof are 429 for the whole /64, and for no other network', async () => {
    const asks = Array.from({ length: 301 }, (_, index) =>
      send({ MD: 'x' }, { ip: `2001:db8:9:9::${index}` }),
    );
    expect((await Promise.all(asks)).map(({ status }) => status)).toContain(429);
    expect((await send({ MD: 'x' }, { ip: '2001:db8:9:8::1' })).status).toBe(200);
  });

  test('also by the call of the contract', async () => {
    const asks = Array.from({ length: 301 }, () =>
      at.app.request(
        '/api/proxy/user/account/forward-card-verification',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ type: 'deposit', MD: 'x' }),
        },
        env('198.51.100.7'),
      ),
    );
    const turned = (await Promise.all(asks)).filter(({ status }) => status === 429);
    expect(turned.length).toBeGreaterThan(0);
    expect(await turned[0]?.json()).toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
  });
});

describe('calls in the name of Aur', () => {
  async function waiting() {
    const who = await at.player();
    await at.setPlayer(who, "payment_method = 'aur', mobile = '6110011', mobile_confirmed_at = domain_now()");
    const { body } = await at.deposit(who, 2_000);
    const { rows } = await own.pool.query('SELECT payment_id FROM payments WHERE player_id = $1', [
      who.playerId,
    ]);
    return { who, token: body.aurToken, orderId: String(rows[0].payment_id) };
  }

  test('660 about one order are at most one question a second, and the true news is found', async () => {
    const { who, orderId } = await waiting();
    let questions = 0;
    at.between.aur = {
      state: (ask, named) => {
        questions += 1;
        return ask(named);
      },
    };
    const body = JSON.stringify({ orderid: orderId, status: 'FINISHED', transactionid: 'x', amount: 2_000 });
    const callback = () => at.app.request('/api/callback/aur', { method: 'POST', body });
    const begun = await databaseNow(own.db);
    for (let round = 0; round < 11; round += 1) {
      const answers = await Promise.all(Array.from({ length: 60 }, callback));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
      await at.run();
    }
    const seconds = ((await databaseNow(own.db)).getTime() - begun.getTime()) / 1000;
    expect(questions).toBeGreaterThan(0);
    expect(questions).toBeLessThanOrEqual(Math.floor(seconds) + 1);
    await at.aurControl({ act: 'approve', orderid: orderId });
    await callback();
    await at.pass(2);
    expect(await at.balance(who)).toBe(2_000);
  });
});
