/** `POST /user/account/confirm-mobile`, and electronic ID on a SIM, show whose a mobile number is. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { type MessagePayload, messageJob } from '#server/messages/messages.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { createELoginBrowser, type Phones, phonesForTests } from '#test/harness/e-login.ts';
import { waitingJobs } from '#test/harness/jobs.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';

const ylfa = { nationalId: '0101700019', phone: '6110011' };

let data: TestDatabase;
let phones: Phones;
let app: ReturnType<typeof testApp>['app'];
let player: TestPlayer;
let other: TestPlayer;
let mobile = '';
let count = 0;

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
  await data.pool.query('UPDATE players SET national_id = NULL, mobile = NULL');
  await data.pool.query('DELETE FROM e_logins');
  [player, other] = (await addPlayers(data, 2, 0)) as [TestPlayer, TestPlayer];
  count += 1;
  mobile = String(6_980_000 + count);
  await set('mobile = $2', mobile);
});

const set = (change: string, value: string, { playerId } = player) =>
  data.pool.query(`UPDATE players SET ${change} WHERE player_id = $1`, [playerId, value]);
const confirm = async (body: unknown = {}, { cookie } = player) => {
  const answer = await post(app, '/user/account/confirm-mobile', body, { cookie });
  return [answer.status, answer.body?.code];
};
const isConfirmed = async ({ cookie } = player) =>
  (await get<ApiAnswer<'account.details'>>(app, '/user/account/details', cookie)).body.mobileConfirmed;
const sent = async (to = mobile) => {
  const jobs = await waitingJobs<MessagePayload>(data.adminPool, messageJob);
  const codes = jobs.filter(({ payload }) => payload.kind === 'mobileCode' && payload.to === to);
  return codes.map(({ payload }) => String(payload.values['code']));
};
const codeOf = async (to = mobile) => (await sent(to)).at(-1) ?? '';
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const later = (span: string) =>
  data.pool.query('UPDATE mobile_codes SET sent_at = sent_at - $1::interval', [span]);

const done = [204, undefined];
const wrong = [400, 'EC_INVALID_INPUT'];
const dead = [400, 'EC_INVALID_TRANSID'];
const tooOften = [429, 'EC_ACTION_NOT_ALLOWED'];

describe('a code in a text message', () => {
  test('confirms the number, once; what is kept of it is no code', async () => {
    expect(await isConfirmed()).toBe(false);
    expect(await confirm()).toEqual(done);
    const code = await codeOf();
    expect(code).toMatch(/^\d{6}$/);
    const { rows } = await data.pool.query<{ row: string }>('SELECT m::text AS row FROM mobile_codes m');
    expect(rows.some(({ row }) => row.includes(code))).toBe(false);
    expect(await confirm({ code: wrongOf(code) })).toEqual(wrong);
    expect(await isConfirmed()).toBe(false);
    expect(await confirm({ code: ` ${code} ` })).toEqual(done);
    expect(await isConfirmed()).toBe(true);
    // Confirmed already: nothing is sent, and nothing asked.
    expect(await confirm()).toEqual(done);
    expect(await sent()).toHaveLength(1);
    const events = await data.pool.query('SELECT kind, details FROM security_events WHERE player_id = $1', [
      player.playerId,
    ]);
    expect(events.rows).toEqual([{ kind: 'mobileConfirmed', details: { ip: '', way: 'sms' } }]);
  });

  test('is good for ten minutes and five guesses, and only the newest one', async () => {
    expect(await confirm({ code: '123456' })).toEqual(dead);
    await confirm();
    await later('10 minutes');
    expect(await confirm({ code: await codeOf() })).toEqual(dead);
    await confirm();
    const former = await codeOf();
    await later('1 second');
    await confirm();
    const code = await codeOf();
    expect(await confirm({ code: former })).toEqual(former === code ? done : wrong);
    for (let guess = 0; guess < 4; guess += 1) expect(await confirm({ code: wrongOf(code) })).toEqual(wrong);
    expect(await confirm({ code })).toEqual(dead);
    expect(await isConfirmed()).toBe(false);
  });

  test('twenty guesses at once are five', async () => {
    await confirm();
    const code = wrongOf(await codeOf());
    await data.pool.query(`UPDATE mobile_codes SET guesses = 0 WHERE player_id = $1`, [player.playerId]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm({ code })));
    expect(answers.filter(([, refusal]) => refusal === 'EC_INVALID_INPUT').length).toBeLessThanOrEqual(5);
    const { rows } = await data.pool.query('SELECT guesses FROM mobile_codes WHERE player_id = $1', [
      player.playerId,
    ]);
    expect(rows[0]?.guesses).toBeLessThanOrEqual(5);
  });

  test('three are sent in ten minutes and ten in a day, to a player and to a number', async () => {
    await set('mobile = $2', mobile, other);
    for (let each = 0; each < 3; each += 1) expect(await confirm()).toEqual(done);
    expect(await confirm()).toEqual(tooOften);
    expect(await confirm({}, other)).toEqual(tooOften);
    await set('mobile = $2', '6970001');
    expect(await confirm()).toEqual(tooOften);
    for (let round = 0; round < 2; round += 1) {
      await later('10 minutes');
      for (let each = 0; each < 3; each += 1) expect(await confirm()).toEqual(done);
    }
    await later('10 minutes');
    expect(await confirm()).toEqual(done);
    await later('10 minutes');
    expect(await confirm()).toEqual(tooOften);
    await later('1 day');
    expect(await confirm()).toEqual(done);
  });

  test('is of one number: another mobile is unconfirmed, and its code is dead afterwards', async () => {
    await confirm();
    await confirm({ code: await codeOf() });
    const next = String(Number(mobile) + 500);
    const { cookie } = player;
    await post(app, '/user/account/update', { mobile: next }, { cookie });
    expect(await isConfirmed()).toBe(false);
    await confirm();
    const code = await codeOf(next);
    await post(app, '/user/account/update', { mobile }, { cookie });
    expect(await confirm({ code })).toEqual(dead);
    expect(await isConfirmed()).toBe(false);
  });

  test('a number belongs to one player: a second one is refused, though the code is right', async () => {
    await set('mobile = $2', mobile, other);
    await confirm();
    await confirm({ code: await codeOf() });
    expect(await confirm({}, other)).toEqual(done);
    expect(await confirm({ code: await codeOf() }, other)).toEqual([400, 'EC_DUPLICATE_VALUE']);
    expect([await isConfirmed(), await isConfirmed(other)]).toEqual([true, false]);
  });

  test('no mobile, no code of six digits, no account that may be changed', async () => {
    for (const code of ['', '12345', '1234567', 'abcdef', 7]) {
      expect(await confirm({ code })).toEqual(wrong);
    }
    await data.pool.query('UPDATE players SET mobile = NULL WHERE player_id = $1', [player.playerId]);
    expect(await confirm()).toEqual([400, 'EC_NO_DATA_FOUND']);
    for (const [change, code] of [
      ["certificate_expires = (domain_now() - interval '1 day')::date", 'EC_ELOGIN_AUTH_REQUIRED'],
      ['closed_at = domain_now()', 'EC_ACCOUNT_CLOSED'],
    ]) {
      await data.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [player.playerId]);
      expect(await confirm()).toEqual([403, code]);
    }
  });
});

describe('electronic ID', () => {
  const browser = () => createELoginBrowser(app, phones, `198.51.${count}.1`);
  const signIn = async (phone?: string) => {
    const asking = browser();
    const { token, eLoginType } = await asking.prove(ylfa.nationalId, phone);
    expect((await asking.signInBy(token, eLoginType)).status).toBe(200);
  };
  beforeEach(() => set('national_id = $2', ylfa.nationalId));

  test('on the SIM of the account’s mobile confirms it, in the app or on another it does not', async () => {
    await signIn(ylfa.phone);
    expect(await isConfirmed()).toBe(false);
    await set('mobile = $2', ylfa.phone);
    await signIn();
    expect(await isConfirmed()).toBe(false);
    await signIn(ylfa.phone);
    expect(await isConfirmed()).toBe(true);
  });

  test('takes the number from whoever had confirmed it before', async () => {
    await set('mobile = $2', ylfa.phone, other);
    await confirm({}, other);
    await confirm({ code: await codeOf(ylfa.phone) }, other);
    expect(await isConfirmed(other)).toBe(true);
    await set('mobile = $2', ylfa.phone);
    const asking = browser();
    const renewal = `/player-id/${player.playerId}`;
    await asking.prove(ylfa.nationalId, ylfa.phone, 'confirm', renewal);
    expect([await isConfirmed(), await isConfirmed(other)]).toEqual([true, false]);
    const { rows } = await data.pool.query(
      `SELECT player_id AS who, kind FROM security_events WHERE kind LIKE 'mobile%'
         AND player_id = ANY ($1) ORDER BY event_id`,
      [[player.playerId, other.playerId]],
    );
    expect(rows).toEqual([
      { who: other.playerId, kind: 'mobileConfirmed' },
      { who: other.playerId, kind: 'mobileLost' },
      { who: player.playerId, kind: 'mobileConfirmed' },
    ]);
  });

  test('opens a session that may set the bank account', async () => {
    const asking = browser();
    const { token } = await asking.prove(ylfa.nationalId, ylfa.phone);
    await asking.signInBy(token, 'sim');
    const answer = await asking.request('/user/account/update', { bankAccount: '0101-26-012345' });
    expect(answer.status).toBe(200);
  });
});
