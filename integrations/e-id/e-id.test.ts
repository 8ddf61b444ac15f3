import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customer, type EIdForTests, eIdForTests } from '#test/harness/e-id.ts';
import type { EIdOptions } from './client.ts';
import type { EIdHandle, EIdState, EIdTarget } from './face.ts';
import { eIdSandbox } from './sandbox/sandbox.ts';
import { intermediateFile } from './sandbox/store.ts';
import { treeServices } from './wire.ts';

let time = Date.parse('2026-11-22T12:00:00Z');
const now = () => new Date(time);

let sandbox: EIdForTests;
beforeAll(async () => {
  sandbox = await eIdForTests(now);
});
afterAll(() => sandbox.stop());
beforeEach(() => control({ autoConfirm: false, forge: null }));

const control = (wanted: object) => sandbox.control(wanted);
const client = (over?: Partial<EIdOptions>) => sandbox.client(over);

const message = (code: string | null) =>
  `Hending\n innskráning.${code === null ? '' : ` Öryggistala: ${code}`}`;
const sim = (phone: string): EIdTarget => ({ eLoginType: 'sim', phone });
const app = (nationalId: string): EIdTarget => ({ eLoginType: 'app', nationalId });

/** As the product does: the handle goes through a column of JSON, and another process goes on with it. */
const stored = (handle: EIdHandle) => JSON.parse(JSON.stringify(handle)) as EIdHandle;

async function pollOnce(handle: EIdHandle, over: Partial<EIdOptions> = {}): Promise<EIdState> {
  time += 2_000;
  return client(over).poll(stored(handle));
}

async function pollToEnd(first: EIdHandle, over: Partial<EIdOptions> = {}): Promise<EIdState> {
  let handle = first;
  for (let polls = 0; polls < 60; polls += 1) {
    const state = await pollOnce(handle, over);
    if (state.state !== 'pending') return state;
    handle = state.handle;
  }
  throw new Error('still pending');
}

async function ask(target: EIdTarget, act: object, over: Partial<EIdOptions> = {}): Promise<EIdState> {
  const { handle } = await client(over).start(target, message);
  await control(act);
  return pollToEnd(handle, over);
}

const confirmed = (nationalId: string) => ({ act: 'confirm', nationalId });

describe.each(treeServices)('the ways people behave on the phone, through %s', (service) => {
  const over = { service };

  test.each([
    ['0101700019', '6110011', 'Ylfa Ránardóttir', '2029-11-21'],
    ['1706850089', '6110012', 'Skarphéðinn Ýmisson', '2026-12-12'],
    ['2412990079', '6110013', 'Védís Hrafnfjörð', '2026-11-21'],
    ['2902960059', '6110014', 'Bryndís Eik Fannberg', '2029-11-21'],
    ['1503150180', '6110015', 'Óskar Logi Ylfuson', '2029-11-21'],
    ['0505950069', '6110016', 'Þórhildur Marglóð', '2029-11-21'],
  ])('%s is proven by SIM and by app', async (nationalId, phone, name, certificateExpires) => {
    const person = { nationalId, name, certificateExpires };
    expect(await ask(sim(phone), confirmed(nationalId), over)).toEqual({ state: 'done', person });
    expect(await ask(app(nationalId), confirmed(nationalId), over)).toEqual({ state: 'done', person });
  });

  test('2005050180 cancels on the phone', async () => {
    const { handle } = await client(over).start(sim('6110017'), message);
    expect(await pollToEnd(handle, over)).toMatchObject({ failure: failed('cancelled', 'mssp_401') });
  });

  test('1205880019 has no electronic ID', async () => {
    const failure = { ...failed('noElectronicId', 'mssp_105'), code: 'EC_ELOGIN_ERROR' };
    await expect(client(over).start(app('1205880019'), message)).rejects.toMatchObject({ failure });
    await expect(client(over).start(sim('6110018'), message)).rejects.toMatchObject({ failure });
  });

  test('1503100080 never answers: SIM gives up after 30 s, app after 60 s', async () => {
    for (const [target, seconds] of [[sim('6110019'), 30] as const, [app('1503100080'), 60] as const]) {
      const startedAt = time;
      const { handle } = await client(over).start(target, message);
      expect(await pollToEnd(handle, over)).toMatchObject({
        failure: { ...failed('noAnswer', 'mssp_208'), retry: true },
      });
      expect(time - startedAt).toBe(seconds * 1000);
    }
  });
});

function failed(reason: string, detail: string) {
  return { code: 'EC_ELOGIN_AUTH_ERROR', reason, about: 'person', detail };
}

test('nobody has this number', async () => {
  const failure = { reason: 'noElectronicId', code: 'EC_ELOGIN_ERROR', about: 'person' };
  await expect(client().start(sim('6990000'), message)).rejects.toMatchObject({ failure });
  await expect(client().start(app('0101701759'), message)).rejects.toMatchObject({ failure });
});

test('a SIM shows our code in one line; the app offers the code of the hash among three', async () => {
  const first = await client().start(sim('6110011'), message);
  expect(await newest()).toMatchObject({
    method: 'sim',
    code: null,
    choices: null,
    title: 'Hending',
    message: `Hending innskráning. Öryggistala: ${first.code}`,
  });
  const second = await client().start(app('0101700019'), message);
  const { code, choices } = await newest();
  if (choices === null) throw new Error('nothing to choose');
  expect(code).toBe(second.code);
  expect(choices).toHaveLength(3);
  expect(choices).toContain(second.code);
  await control({ act: 'confirm', nationalId: '0101700019', choice: choices.find((one) => one !== code) });
  expect(await pollToEnd(second.handle)).toMatchObject({ failure: failed('cancelled', 'mssp_401') });
  await expect(client().start(sim('6110011'), () => 'no code')).rejects.toThrow('must show the code');
});

async function newest() {
  const request = (await sandbox.requests()).at(-1);
  if (!request) throw new Error('no request');
  return request;
}

test('the phone: cancel and a blocked PIN are told, ignoring lets it run out', async () => {
  const nationalId = '0101700019';
  const blocked = await ask(app(nationalId), { act: 'block', nationalId });
  expect(blocked).toMatchObject({ failure: failed('blocked', 'mssp_402') });
  const cancelled = await ask(sim('6110011'), { act: 'cancel', nationalId });
  expect(cancelled).toMatchObject({ failure: failed('cancelled', 'mssp_401') });
  const ignored = await ask(sim('6110011'), { act: 'ignore', nationalId });
  expect(ignored).toMatchObject({ failure: failed('noAnswer', 'mssp_208') });
});

test.each([
  ['mssp_105', 'EC_ELOGIN_ERROR', 'noElectronicId', 'person', false],
  ['audkenni_404', 'EC_ELOGIN_ERROR', 'noElectronicId', 'person', false],
  ['audkenni_400', 'EC_ELOGIN_ERROR', 'noMobileNumber', 'person', false],
  ['mssp_401', 'EC_ELOGIN_AUTH_ERROR', 'cancelled', 'person', false],
  ['mssp_402', 'EC_ELOGIN_AUTH_ERROR', 'blocked', 'person', false],
  ['mssp_403', 'EC_ELOGIN_AUTH_ERROR', 'blocked', 'person', false],
  ['mssp_404', 'EC_ELOGIN_AUTH_ERROR', 'noCertificate', 'person', false],
  ['mssp_208', 'EC_ELOGIN_AUTH_ERROR', 'noAnswer', 'person', true],
  ['mssp_209', 'EC_ELOGIN_AUTH_ERROR', 'notReached', 'person', true],
  ...[101, 102, 103, 104, 107, 108, 109].map(
    (code) => [`mssp_${code}`, 'EC_ELOGIN_ERROR', 'refused', 'provider', false] as const,
  ),
  ['InvalidClientId', 'EC_ELOGIN_ERROR', 'refused', 'provider', false],
  ['audkenni_403', 'EC_ELOGIN_ERROR', 'refused', 'provider', false],
  ['mssp_900', 'EC_ELOGIN_ERROR', 'unknown', 'provider', false],
  ['mssp_777', 'EC_ELOGIN_ERROR', 'unknown', 'provider', false],
] as const)('%s is %s, %s', async (detail, code, reason, about, retry) => {
  const failure = { code, reason, about, retry, detail };
  const { handle } = await client().start(sim('6110011'), message);
  await control({ refuse: detail });
  expect(await pollOnce(handle)).toEqual({ state: 'failed', failure });
  await control({ refuse: detail });
  await expect(client().start(sim('6110011'), message)).rejects.toMatchObject({ failure });
});

describe('what proves nothing is not believed', () => {
  test.each([
    ['foreign', 'another authority'],
    ['spoilt', 'the signature does not hold'],
    ['unsigned', 'the user has no signature'],
    ['otherPerson', 'the signature is by another person'],
    ['otherSignature', 'the id token has another signature'],
    ['otherSubject', 'the id token is of another user'],
    ['idToken', 'the id token'],
    ['oldToken', '"exp" claim'],
    ['issuer', '"iss" claim'],
    ['audience', '"aud" claim'],
    ['state', 'a code of another state'],
  ])('%s', async (forge, detail) => {
    await control({ forge });
    expect(await ask(app('0101700019'), confirmed('0101700019'))).toMatchObject({
      failure: {
        code: 'EC_ELOGIN_ERROR',
        reason: 'untrusted',
        about: 'provider',
        detail: expect.stringContaining(detail),
      },
    });
  });

  test('a handle that was written for another national id', async () => {
    const { handle } = await client().start(app('0101700019'), message);
    await control(confirmed('0101700019'));
    const state = await pollToEnd({ ...handle, nationalId: '1706850089' });
    expect(state).toMatchObject({ failure: { reason: 'untrusted', detail: 'another person was asked' } });
  });
});

test('wrong client or secret: refused, for us to mend', async () => {
  const nobody = client({ clientId: 'nobody' });
  await expect(nobody.start(sim('6110011'), message)).rejects.toMatchObject({
    failure: { reason: 'refused', about: 'provider', detail: 'audkenni_403' },
  });
  const state = await ask(sim('6110011'), confirmed('0101700019'), { clientSecret: 'wrong' });
  expect(state).toMatchObject({
    failure: { reason: 'refused', detail: 'no tokens: the provider answers 401' },
  });
});

test('asked every two seconds at most, and not after 90', async () => {
  const { handle } = await client().start(app('1503100080'), message);
  time += 1_999;
  expect(await client().poll(handle)).toEqual({ state: 'pending', handle });
  time += 88_001;
  expect(await client().poll(handle)).toMatchObject({
    failure: failed('noAnswer', 'not confirmed within 90 seconds'),
  });
});

test('an answer that got lost is asked for again; an id long past is not known', async () => {
  const { handle } = await client().start(sim('6110011'), message);
  await pollOnce(handle);
  const again = await pollOnce(handle);
  if (again.state !== 'pending') throw new Error(again.state);
  await pollOnce(again.handle);
  expect(await pollOnce(handle)).toMatchObject({ failure: { reason: 'unknown' } });
});

test('without the balancer’s cookie the provider does not know the tree', async () => {
  const { handle } = await client().start(sim('6110011'), message);
  expect(Object.keys(handle.cookies)).toEqual(['audssolb']);
  expect(await pollOnce({ ...handle, cookies: {} })).toMatchObject({ failure: { reason: 'unknown' } });
});

describe('a provider that is out of order', () => {
  test('hanging: starting fails in time, polling goes on later and is bounded', async () => {
    await control({ delayMs: 400 });
    await expect(client({ timeoutMs: 100 }).start(sim('6110011'), message)).rejects.toMatchObject({
      failure: { code: 'EC_ELOGIN_ERROR', reason: 'unreachable', about: 'provider', retry: true },
    });
    const { handle } = await client().start(sim('6110011'), message);
    await control({ delayMs: 400 });
    const hung = await pollOnce(handle, { timeoutMs: 100 });
    if (hung.state !== 'pending') throw new Error(hung.state);
    await control(confirmed('0101700019'));
    expect(await pollToEnd(hung.handle)).toMatchObject({ state: 'done' });
  });

  test.each(['down', 'garbage'])('%s', async (fault) => {
    const reason = fault === 'down' ? 'unreachable' : 'unreadable';
    await control({ fault });
    await expect(client().start(sim('6110011'), message)).rejects.toMatchObject({ failure: { reason } });
  });

  test('it falls over after the confirmation: the next poll goes on from there', async () => {
    const { handle } = await client().start(sim('6110011'), message);
    await control({ ...confirmed('0101700019') });
    const step = await failingAfterTree(handle);
    if (step.state !== 'pending') throw new Error(step.state);
    expect(step.handle.tree).toBeNull();
    expect(await pollOnce(step.handle)).toMatchObject({
      state: 'done',
      person: { nationalId: '0101700019' },
    });
    time += 90_000;
    expect(await client().poll(step.handle)).toMatchObject({ failure: { reason: 'unreachable' } });
  });

  test('nobody there', async () => {
    const nobody = client({ address: 'http://127.0.0.1:1' });
    await expect(nobody.start(sim('6110011'), message)).rejects.toMatchObject({
      failure: { reason: 'unreachable' },
    });
  });
});

/** The certificates cannot be read for a moment, after tree, code and tokens went well. */
async function failingAfterTree(handle: EIdHandle): Promise<EIdState> {
  const authorities = () => {
    throw new Error('the file is being replaced');
  };
  return pollOnce(handle, { authorities });
}

test('a renewed electronic ID is good for five years', async () => {
  const renewed = await fetch(`${sandbox.address}/renew/2412990079`, { method: 'POST', redirect: 'manual' });
  expect(renewed.status).toBe(303);
  const state = await ask(sim('6110013'), confirmed('2412990079'));
  const expires = new Date(time + 5 * 365 * 86_400_000).toISOString().slice(0, 10);
  expect(state).toMatchObject({ person: { certificateExpires: expires } });
});

test('the authority outlives a restart: what was pinned stays pinned', async () => {
  const pinned = readFileSync(intermediateFile(sandbox.dataDir), 'utf8');
  await eIdSandbox({ ...customer, dataDir: sandbox.dataDir, now });
  expect(readFileSync(intermediateFile(sandbox.dataDir), 'utf8')).toBe(pinned);
});
