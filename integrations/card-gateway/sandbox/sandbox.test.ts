import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardGatewayForTests, cardGatewayForTests, merchant } from '#test/harness/card-gateway.ts';
import { authenticationOf, type Deed, walkAuthentication } from '#test/harness/cardholder.ts';
import { payingBy, payment, returnUrl, type ThreeDSecure, testCard } from '#test/harness/paying.ts';
import { paths } from '../wire.ts';
import { aliases, cardNumber } from './test-cards.ts';

let at = Date.parse('2026-11-22T12:00:00Z');
const now = () => new Date(at);
let sandbox: CardGatewayForTests;
let person: ReturnType<typeof payingBy>;
let before = 0;

beforeAll(async () => {
  sandbox = await cardGatewayForTests(now);
  person = payingBy(sandbox);
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control({});
  before = (await sandbox.shown()).transactions.length;
});

const booked = async () => (await sandbox.shown()).transactions.slice(before);
const submit = (path: string, fields: Record<string, string>) =>
  fetch(`${sandbox.address}/${path}`, { method: 'POST', body: new URLSearchParams(fields) });

function never(): never {
  throw new Error('the browser did not return');
}

async function returned(card: Parameters<typeof person.walk>[0], deed: Deed = 'approve') {
  const md = Buffer.from(`<"state" ${randomUUID()}&>`).toString('base64');
  return { ...((await person.walk(card, deed, 2_500, md)) ?? never()), md };
}

describe('3-D Secure by the card', () => {
  const asked: [ThreeDSecure, number | null][] = [
    ['01', 1],
    ['04', 4],
    ['05', 5],
    ['00', 0],
    ['07', 7],
  ];
  test.each(asked)('%s comes back with mdStatus %s and nobody is asked', async (secure, mdStatus) => {
    const { url, fields } = await returned({ typed: testCard(secure) }, 'nothing');
    expect(url).toBe(returnUrl);
    expect(Number(fields['mdStatus'])).toBe(mdStatus);
    expect(Buffer.from(fields['xid'] ?? '', 'base64').length).toBe(20);
    const isProved = mdStatus === 1 || mdStatus === 4;
    expect(fields['cavv']).toHaveLength(isProved ? 28 : 0);
    const proof = { 1: ['05', 'Y'], 4: ['06', 'A'], 5: ['07', 'U'], 0: ['07', 'N'], 7: ['07', ''] }[
      mdStatus ?? 0
    ];
    expect([fields['eci'], fields['TDS2.transStatus']]).toEqual(proof);
  });

  test.each([
    ['approve', 1],
    ['refuse', 0],
    ['cancel', 0],
  ] as const)('02 asks the person, who can %s: mdStatus %i', async (deed, mdStatus) => {
    const { fields } = await returned({ typed: testCard('02') }, deed);
    expect(Number(fields['mdStatus'])).toBe(mdStatus);
  });

  test('06 fails the first time alone; 10 cannot be asked; 11 never comes back', async () => {
    const card = { typed: testCard('06') };
    expect((await person.authenticated(card, 100)).mdStatus).toBe(6);
    expect((await person.authenticated(card, 100)).mdStatus).toBe(1);
    expect(await person.begin({ typed: testCard('10') }, 100)).toEqual({
      outcome: 'refused',
      code: 'EC_CREDITCARD_VALIDATE_FAILED',
      responseCode: 'C8',
    });
    expect(await person.walk({ typed: testCard('11') }, 'approve')).toBeNull();
    expect(await person.walk({ typed: testCard('02') }, 'nothing')).toBeNull();
  });

  test('the state comes back as it was sent; Mastercard has indicators of its own', async () => {
    const card = { ...testCard('02'), number: cardNumber('mastercard', '02', '00', 7) };
    const { fields, md } = await returned({ typed: card });
    expect(fields).toMatchObject({ MD: md, eci: '02', mdStatus: '1', merchantID: '100017' });
  });

  test.each(aliases)('a card that ValitorPay lists (%#) is asked and approved', async (number) => {
    expect((await person.authenticated({ typed: { ...testCard('02'), number } }, 100)).mdStatus).toBe(1);
  });

  test('three wrong codes are a refusal', async () => {
    const form = await person.form({ typed: testCard('02') }, 2_500);
    const txid = form.fields.find(({ name }) => name === 'txid')?.value ?? '';
    await walkAuthentication(form, 'nothing');
    const page = await (await submit('mpi/authenticate', { txid })).text();
    const creq = /name="creq" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const { acsTransID } = JSON.parse(Buffer.from(creq, 'base64url').toString());
    const type = async (code: string) =>
      (await submit('acs/answer', { acsTransID, code, deed: 'confirm' })).text();
    expect(await type('1111')).toContain('2 tilraunir eru eftir');
    expect(await type('1112')).toContain('Ein tilraun er eftir');
    expect(await type('1113')).toContain('name="cres"');
    expect(authenticationOf((await walkAuthentication(form, 'approve')) ?? never())).toMatchObject({
      mdStatus: 0,
      cavv: '',
    });
  });

  test('the MPI takes no form that the gateway did not make, and none that is too old', async () => {
    const form = await person.form({ typed: testCard('02') }, 2_500);
    const fields = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]));
    expect((await submit('mpi/start', { ...fields, digest: 'x' })).status).toBe(400);
    expect((await submit('mpi/start', { ...fields, txid: randomUUID() })).status).toBe(400);
    expect((await submit('mpi/notification', { cres: 'x' })).status).toBe(404);
    at += 15 * 60_000;
    expect((await submit('mpi/start', fields)).status).toBe(404);
  });
});

describe('the wire', () => {
  const common = () => ({ systemCalling: 'Test 1.0', correlationId: randomUUID(), currency: 'ISK' });
  async function call(path: string, body: object, headers: Record<string, string> = {}) {
    const known = { authorization: `APIKey ${merchant.key}`, 'valitorpay-api-version': '2.0' };
    const answer = await fetch(`${sandbox.address}${path}`, {
      method: 'POST',
      headers: { ...known, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  test('no key, no version or fields that are wrong: a problem that names them', async () => {
    const { number } = testCard('02');
    const right = {
      ...common(),
      cardNumber: number,
      expirationMonth: 12,
      expirationYear: 2028,
      cardholderDeviceType: 'WWW',
      amount: 0,
      authenticationUrl: returnUrl,
      MD: 'x'.repeat(254),
    };
    const told = await call(paths.verify, right);
    expect(told).toMatchObject({
      status: 200,
      body: { isSuccess: true, correlationID: right.correlationId },
    });
    expect(String(told.body['cardVerificationRawResponse'])).toMatch(/^<!doctype html>[\s\S]*\.submit\(\)/);
    expect(await call(paths.verify, right, { authorization: 'APIKey x' })).toMatchObject({ status: 401 });
    expect(await call(paths.verify, right, { 'valitorpay-api-version': '' })).toMatchObject({ status: 400 });
    const wrong: [object, string][] = [
      [{ systemCalling: undefined }, 'systemCalling'],
      [{ expirationMonth: 13 }, 'expirationMonth'],
      [{ MD: 'x'.repeat(255) }, 'MD'],
      [{ amount: 1_050 }, 'amount'],
      [{ virtualCard: randomUUID() }, 'cardNumber'],
    ];
    for (const [over, field] of wrong) {
      const { status, body } = await call(paths.verify, { ...right, ...over });
      expect([status, Object.keys(body['errors'] as object)]).toEqual([400, [field]]);
    }
    expect((await call(paths.verify, { ...right, agreementNumber: '1' })).body['responseCode']).toBe('M0');
  });

  test('an authorisation is captured in parts, released, given back: never more than there is', async () => {
    const { number, month: expirationMonth, year: expirationYear, cvc } = testCard('01');
    const card = { transactionType: 'ECommerce', cardNumber: number, expirationMonth, expirationYear, cvc };
    const auth = { ...common(), ...card, operation: 'Auth', amount: 100_000 };
    const { body: opened } = await call(paths.payTyped, auth);
    const { acquirerReferenceNumber, authorizationCode, maskedCardNumber } = opened;
    const follow = async (operation: string, amount: number, over: object = {}) => {
      const of = {
        acquirerReferenceNumber,
        authorizationCode,
        maskedCardNumber,
        transactionType: 'ECommerce',
      };
      return (await call(paths.payTyped, { ...common(), ...of, operation, amount, ...over })).body[
        'responseCode'
      ];
    };
    expect(await follow('Refund', 100)).toBe('A9');
    expect(await follow('Capture', 100_100)).toBe('N8');
    expect(await follow('Capture', 60_000, { authorizationCode: 'x' })).toBe('AP');
    expect(await follow('Capture', 60_000)).toBe('00');
    expect(await follow('Capture', 40_100)).toBe('N8');
    expect(await follow('Capture', 0, { isFinalCapture: true })).toBe('00');
    expect(await follow('Capture', 100)).toBe('N8');
    expect(await follow('Refund', 60_100)).toBe('A9');
    expect(await follow('CaptureRefund', 50_000)).toBe('00');
    expect(await follow('Refund', 10_000, { acquirerReferenceNumber: '1' })).toBe('B2');
    expect(await sandbox.client().reverse(auth.correlationId, now())).toBe('reversed');
    expect((await booked()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['authorisation', 100_000],
      ['capture', 60_000],
      ['capture', 0],
      ['refund', 50_000],
      ['refund', 10_000],
    ]);
  });

  test('a stored card can be looked at and get another expiry', async () => {
    const virtualCard = await person.stored(testCard('01'));
    const expiry = { expirationMonth: 3, expirationYear: 2031 };
    const renewed = await call(paths.updateExpiry, {
      ...common(),
      virtualCardNumber: virtualCard,
      ...expiry,
    });
    expect(renewed.body).toMatchObject({ responseCode: '00' });
    const { body } = await call(paths.storedCard, { ...common(), virtualCard });
    expect(body).toMatchObject({
      ...expiry,
      responseCode: 'B1',
      maskedCardNumber: expect.stringMatching(/^400000\*{6}\d{4}$/),
      subsequentTransactionType: 'CardholderInitiatedCredentialOnFile',
    });
  });

  test('what was asked is shown without numbers and codes', async () => {
    const card = testCard('01');
    await person.stored(card);
    const told = JSON.stringify(await sandbox.shown());
    expect(told).toContain(`400000******${card.number.slice(-4)}`);
    expect(told).not.toContain(card.number);
    expect(told).not.toContain('"123"');
  });
});

test('the page of test cards shows numbers that nobody has, and what was booked', async () => {
  const page = async () => (await fetch(`${sandbox.address}/`)).text();
  const number = cardNumber('visa', '02', '00', 1);
  const written = (text: string) => text.replace(/(\d{4})(?=\d)/g, '$1 ');
  expect(await page()).toContain(written(number));
  const virtualCard = await person.stored({ ...testCard('02'), number });
  expect(await sandbox.client().pay(payment(virtualCard, 12_345))).toMatchObject({ outcome: 'paid' });
  expect(await page()).not.toContain(written(number));
  expect(await page()).toContain(written(cardNumber('visa', '02', '00', 2)));
  expect(await page()).toContain('12.345 kr.');
});
