import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PaymentSandboxes, paymentSandboxes } from '#test/harness/payment-sandboxes.ts';
import type { AurRequest, AurState } from './face.ts';
import { basePath } from './sandbox/sandbox.ts';
import { signatureOf, type WireCallback } from './wire.ts';

const day = '2026-11-23';
const start = Date.parse(`${day}T12:00:00Z`);
let time = start;
let sandboxes: PaymentSandboxes;
let callbackUrl = '';
let callbacks: WireCallback[] = [];
const shop = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    callbacks.push(JSON.parse(body));
    response.end();
  });
});

beforeAll(async () => {
  sandboxes = await paymentSandboxes(() => new Date(time));
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
  callbackUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/aur`;
});
afterAll(() => {
  sandboxes.stop();
  shop.close();
});
beforeEach(async () => {
  time = start;
  callbacks = [];
  await sandboxes.control('aur', { callbacks: 1, callbackDelayMs: 0 });
});

let number = 0;
function request(msisdn: string, over: Partial<AurRequest> = {}): AurRequest {
  number += 1;
  const orderId = `D-${number}`;
  return { msisdn, amount: 2_000, description: 'Innborgun', orderId, callbackUrl, minutes: 3, ...over };
}

async function begun(msisdn: string, over: Partial<AurRequest> = {}) {
  const asked = request(msisdn, over);
  const answer = await sandboxes.aur().begin(asked);
  if (answer.outcome !== 'begun') throw new Error(JSON.stringify(answer));
  return { ...asked, ...answer };
}

const state = (token: string) => sandboxes.aur().state({ token });

async function stateOf(token: string): Promise<AurState> {
  const answer = await state(token);
  if (answer === null || answer === 'notFound') throw new Error(String(answer));
  return answer;
}

test('the signature is over number and amount, or over description and order too', () => {
  const signed = { msisdn: '8241234', amount: 2000, description: 'Innborgun', orderid: 'D-1001' };
  expect(signatureOf(signed, 'short', 'test-secret')).toBe(
    '02401d149c1e49718714cff8f21a1dfe363772a16b0f35a593d44d6913956b3b',
  );
  expect(signatureOf(signed, 'long', 'test-secret')).toBe(
    '7e361259b12fe0c186006eb4d01f547d87a7252df2555505f7b5fedcdf425287',
  );
});

test('each variant of the signature is taken where it is set, the other one refused', async () => {
  const begin = async (signs: 'short' | 'long') =>
    (await sandboxes.aur({ signs }).begin(request('8241234'))).outcome;
  expect([await begin('short'), await begin('long')]).toEqual(['begun', 'refused']);
  sandboxes.restart({ signs: 'long' });
  expect([await begin('short'), await begin('long')]).toEqual(['refused', 'begun']);
  sandboxes.restart();
});

describe('a request on a phone', () => {
  const phone = (path: string, init?: RequestInit) => fetch(`${sandboxes.origin}/aur${path}`, init);
  const press = (token: string, deed: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return phone(`/phone/${token}`, { method: 'POST', headers, body: `deed=${deed}`, redirect: 'manual' });
  };

  test('waits until it is approved there; then it is finished, and a callback says which one', async () => {
    const { token, orderId, deepLink, amount } = await begun('8241235', { amount: 12_500 });
    expect(await state(token)).toEqual({ status: 'WAIT' });
    expect(deepLink).toBe(`${sandboxes.origin}/aur/phone?msisdn=8241235`);
    const shown = await (await fetch(deepLink ?? '')).text();
    for (const part of ['12.500 kr.', 'Innborgun', orderId, 'Samþykkja', 'Hafna', 'æfingasími']) {
      expect(shown).toContain(part);
    }
    expect((await press(token, 'approve')).headers.get('location')).toBe('/aur/phone?msisdn=8241235');
    const finished = await stateOf(token);
    expect(finished).toEqual({ status: 'FINISHED', transactionId: expect.any(String), amount });
    await expect.poll(() => callbacks).toHaveLength(1);
    expect(callbacks[0]).toMatchObject({ orderid: orderId, status: 'FINISHED', amount, msisdn: '8241235' });
    expect(sandboxes.aur().readCallback(JSON.stringify(callbacks[0]))).toEqual({ orderId });
    expect(await (await fetch(deepLink ?? '')).text()).toContain('Samþykkt kl. 12:00');
    // What has ended stays as it ended.
    await press(token, 'cancel');
    expect(await state(token)).toEqual(finished);
  });

  test('is cancelled there', async () => {
    const { token } = await begun('8241236');
    await press(token, 'cancel');
    expect(await state(token)).toMatchObject({ status: 'CANCELLED', aurErrorId: 'user' });
    await expect.poll(() => callbacks).toMatchObject([{ status: 'CANCELLED', errorcode: 'user' }]);
  });

  test('runs out when nobody acts', async () => {
    const { token } = await begun('8241237');
    time += 179_000;
    expect(await state(token)).toEqual({ status: 'WAIT' });
    time += 1_000;
    expect(await state(token)).toMatchObject({ status: 'CANCELLED', aurErrorId: 'expired' });
  });

  test('is found from the front page, by any way to write the number', async () => {
    await begun('8241238');
    expect(await (await phone('/')).text()).toContain('824 1238');
    expect(await (await phone('/phone?msisdn=%2B354+824-1238')).text()).toContain('2.000 kr.');
    const wrong = await phone('/phone?msisdn=%3Cb%3E12');
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('&lt;b&gt;12');
    expect((await press('none', 'approve')).status).toBe(400);
  });
});

describe('numbers that act by themselves', () => {
  test('6110001 approves after three seconds, without being asked', async () => {
    const { token, orderId } = await begun('6110001');
    time += 2_999;
    expect(await state(token)).toEqual({ status: 'WAIT' });
    time += 1;
    await expect.poll(() => callbacks).toMatchObject([{ orderid: orderId, status: 'FINISHED' }]);
    expect(await state(token)).toMatchObject({ status: 'FINISHED', amount: 2_000 });
  });

  test('6110002 cancels', async () => {
    const { token } = await begun('6110002');
    time += 3_000;
    expect(await state(token)).toMatchObject({ status: 'CANCELLED', aurErrorId: 'user' });
  });

  test('6110003 never acts and runs out, 6110006 approves after the three minutes that we wait', async () => {
    const { token: silent } = await begun('6110003');
    const { token: late } = await begun('6110006');
    time += 181_000;
    expect([(await stateOf(silent)).status, (await stateOf(late)).status]).toEqual(['CANCELLED', 'WAIT']);
    time += 60_000;
    expect([(await stateOf(silent)).status, (await stateOf(late)).status]).toEqual(['CANCELLED', 'FINISHED']);
  });

  test('6110004 has no Aur, 6110005 meets an error', async () => {
    const nobody = request('6110004');
    expect(await sandboxes.aur().begin(nobody)).toEqual({ outcome: 'refused', aurErrorId: '1005' });
    expect(await sandboxes.aur().state({ orderId: nobody.orderId })).toBe('notFound');
    const failed = request('6110005');
    expect(await sandboxes.aur().begin(failed)).toEqual({ outcome: 'unknown' });
    expect(await sandboxes.aur().state({ orderId: failed.orderId })).toBe('notFound');
  });
});

test.each([
  ['a fixed line', { msisdn: '5511234' }, '1001'],
  ['six digits', { msisdn: '824123' }, '1001'],
  ['half a króna', { amount: 2_000.5 }, '1002'],
  ['nothing', { amount: 0 }, '1002'],
  ['no words', { description: '' }, '1000'],
])('refused for certain: %s', async (_, over, aurErrorId) => {
  const asked = request('8241234', over);
  expect(await sandboxes.aur().begin(asked)).toEqual({ outcome: 'refused', aurErrorId });
});

test('who does not show the token learns nothing', async () => {
  const stranger = sandboxes.aur({ token: 'another' });
  expect(await stranger.begin(request('8241234'))).toEqual({ outcome: 'refused', aurErrorId: '401' });
  const { token } = await begun('8241234');
  expect(await stranger.state({ token })).toBeNull();
  expect(await stranger.bookings(day)).toBeNull();
  // Some other page under that address is no word of Aur.
  expect(await sandboxes.aur({ address: `${sandboxes.origin}/nowhere` }).state({ token })).toBeNull();
});

test('an order is asked once: the same id again may be the same request', async () => {
  const { orderId, token } = await begun('8241240');
  const again = await sandboxes.aur().begin(request('8241240', { orderId }));
  expect(again).toEqual({ outcome: 'unknown' });
  await sandboxes.control('aur', { act: 'approve', orderid: orderId });
  expect(await sandboxes.aur().state({ orderId })).toEqual(await state(token));
  expect(await state('no-such-token')).toBe('notFound');
});

test('an answer that is lost: the phone was asked, and the order tells what became of it', async () => {
  for (const fault of ['reset', 'garbage', 'error']) {
    const asked = request('8241241');
    await sandboxes.control('aur', { fault, done: true });
    expect(await sandboxes.aur().begin(asked)).toEqual({ outcome: 'unknown' });
    expect(await sandboxes.aur().state({ orderId: asked.orderId })).toEqual({ status: 'WAIT' });
    await sandboxes.control('aur', { act: 'approve', msisdn: '8241241' });
    expect(await sandboxes.aur().state({ orderId: asked.orderId })).toMatchObject({ status: 'FINISHED' });
  }
});

test('a request that hangs, breaks off or is answered with nonsense says nothing', async () => {
  const { token } = await begun('8241242');
  await sandboxes.control('aur', { delayMs: 60_000, on: '/transaction' });
  const startedMs = performance.now();
  expect(await sandboxes.aur({ timeoutMs: 100 }).state({ token })).toBeNull();
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  for (const fault of ['reset', 'garbage', 'error']) {
    await sandboxes.control('aur', { fault, on: '/transaction' });
    expect(await state(token)).toBeNull();
  }
  await sandboxes.control('aur', { fault: 'error', on: '/bookings' });
  expect(await sandboxes.aur().bookings(day)).toBeNull();
  expect(await state(token)).toEqual({ status: 'WAIT' });
});

test('what was never sent is refused for certain, and who is away is not asked for a while', async () => {
  let connections = 0;
  const silent = createServer((incoming) => {
    connections += 1;
    incoming.socket.destroy();
  });
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  let clockMs = 0;
  const aur = sandboxes.aur({ address, now: () => clockMs });
  for (let each = 0; each < 5; each += 1) {
    expect(await aur.begin(request('8241234'))).toEqual({ outcome: 'unknown' });
  }
  expect(connections).toBe(5);
  expect(await aur.begin(request('8241234'))).toEqual({ outcome: 'refused', aurErrorId: '' });
  expect(await aur.state({ token: 'any' })).toBeNull();
  clockMs += 9_999;
  expect(await aur.bookings(day)).toBeNull();
  expect(connections).toBe(5);
  clockMs += 1;
  // One tries, and the others go on resting.
  await Promise.all([aur.state({ token: 'any' }), aur.state({ token: 'any' })]);
  expect(connections).toBe(6);
  silent.close();
  const nobody = sandboxes.aur({ address });
  expect(await nobody.begin(request('8241234'))).toEqual({ outcome: 'refused', aurErrorId: '' });
});

test('callbacks come twice or not at all, as a tester wants', async () => {
  await sandboxes.control('aur', { callbacks: 2, callbackDelayMs: 50, outcome: 'approve' });
  const { token, orderId } = await begun('8241243');
  expect(await state(token)).toMatchObject({ status: 'FINISHED' });
  expect(callbacks).toEqual([]);
  await expect.poll(() => callbacks.map(({ orderid }) => orderid)).toEqual([orderId, orderId]);
  await sandboxes.control('aur', { callbacks: 0, outcome: 'cancel', afterMs: 1_000 });
  const { token: other } = await begun('8241243');
  expect(await state(other)).toEqual({ status: 'WAIT' });
  time += 1_000;
  expect(await state(other)).toMatchObject({ status: 'CANCELLED' });
  for (const outcome of ['refused', 'error']) {
    await sandboxes.control('aur', { outcome });
    const answer = await sandboxes.aur().begin(request('8241243'));
    expect(answer.outcome).toBe(outcome === 'error' ? 'unknown' : 'refused');
  }
  await expect(sandboxes.control('aur', { act: 'approve', msisdn: '8990000' })).rejects.toThrow('409');
  expect(callbacks).toHaveLength(2);
});

test.each(['', 'x', '[]', '{}', '{"orderid":7,"status":"FINISHED"}', `{"orderid":"${'x'.repeat(101)}"}`])(
  'no callback: %s',
  (body) => {
    expect(sandboxes.aur().readCallback(body)).toBeNull();
  },
);

test('what was taken on a day is told, also after a restart, and nothing else', async () => {
  time = Date.parse('2026-12-01T23:59:58Z');
  const { token, orderId } = await begun('8241244', { amount: 700 });
  const { orderId: nextDay } = await begun('6110001', { amount: 900 });
  await begun('6110002');
  const { token: waiting } = await begun('8241245');
  await sandboxes.control('aur', { act: 'approve', orderid: orderId });
  time += 10_000;
  sandboxes.restart();
  const { transactionId = '' } = await stateOf(token);
  const at = new Date('2026-12-01T23:59:58Z');
  expect(await sandboxes.aur().bookings('2026-12-01')).toEqual([{ orderId, transactionId, amount: 700, at }]);
  expect(await sandboxes.aur().bookings('2026-12-02')).toMatchObject([
    { orderId: nextDay, amount: 900, at: new Date('2026-12-02T00:00:01Z') },
  ]);
  expect(await sandboxes.aur().bookings('2026-12-03')).toEqual([]);
  expect(await state(waiting)).toEqual({ status: 'WAIT' });
  expect(await sandboxes.aur().begin(request('8241244', { orderId }))).toEqual({ outcome: 'unknown' });
});

test('a link that is none is not passed on', async () => {
  const odd = createServer((_, response) => {
    response.end(JSON.stringify({ code: 0, message: 'OK', token: 't', deepLink: 'javascript:alert(1)' }));
  });
  await new Promise<void>((done) => odd.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(odd.address() as AddressInfo).port}${basePath}`;
  const answer = await sandboxes.aur({ address }).begin(request('8241234'));
  expect(answer).toEqual({ outcome: 'begun', token: 't' });
  odd.close();
});
