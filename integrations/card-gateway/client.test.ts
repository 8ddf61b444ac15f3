/** What each answer of a gateway means to the product, whoever the gateway is. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBreaker } from '../caller.ts';
import { readBookings } from './bookings.ts';
import { type CardGatewayOptions, createCardGateway } from './client.ts';
import { bookingsHeader, paths } from './wire.ts';

type Asked = { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> };
type Answer = (asked: Asked, response: ServerResponse) => void;

const asked: Asked[] = [];
let answers: Answer[] = [];
/** Gives the answers in turn, the last one for ever. */
const server = createServer(async (request, response) => {
  const text = (await request.toArray()).join('');
  const one = { path: request.url ?? '', headers: request.headers, body: text ? JSON.parse(text) : {} };
  asked.push(one);
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(one, response);
});
let address = '';

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked.length = 0;
});

const at = new Date('2026-11-22T12:00:00Z');
const client = (over: Partial<CardGatewayOptions> = {}) =>
  createCardGateway({
    address,
    key: 'prefix.a2V5',
    agreementNumber: '123456',
    systemCalling: 'Hending 1.0',
    displayName: 'Hending',
    now: () => at,
    retryPauseMs: 1,
    ...over,
  });

const json =
  (more: object): Answer =>
  ({ body }, response) => {
    const base = { isSuccess: true, responseCode: '00', correlationID: body['correlationId'] };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...base, ...more }));
  };
const code = (responseCode: string, more: object = {}) => json({ isSuccess: false, responseCode, ...more });
const receipt = { transactionID: 't1', authorizationCode: '123456' };
const status =
  (statusCode: number, text = ''): Answer =>
  (_, response) => {
    response.statusCode = statusCode;
    response.end(text);
  };

const proof = { mdStatus: 1, xid: 'x', cavv: 'c', dsTransId: 'd', eci: '05' };
const card = { number: '4000000100000001', month: 12, year: 2028, cvc: '123' };
const payment = (over: object = {}) => ({
  virtualCard: 'card',
  amount: 1_234,
  correlationId: randomUUID(),
  reference: 'D1',
  authentication: null,
  initiatedBy: 'cardholder' as const,
  ...over,
});
const pay = (...said: Answer[]) => {
  answers = said;
  return client().pay(payment());
};
const store = (...said: Answer[]) => {
  answers = said;
  return client().storeCard({
    card,
    initiatedBy: 'cardholder',
    authentication: proof,
    correlationId: randomUUID(),
  });
};

describe('response codes of a payment', () => {
  const each = (codes: string) => codes.split(' ').map((one) => [one] as const);

  test.each(each('00 08 11 T2 T3 V1 B1 C1 00-I'))('%s is a payment', async (one) => {
    expect(await pay(json({ responseCode: one, ...receipt }))).toEqual({
      outcome: 'paid',
      transactionId: 't1',
      authorizationCode: '123456',
    });
  });

  const groups: [string, object][] = [
    ['51 61 N8 05 57 58 62 46 39 14 15 78 54 A6 05-X', { code: 'EC_CC_DECLINED' }],
    ['04 07 41 43 59 63 93', { code: 'EC_CC_DECLINED', event: 'security' }],
    ['64', { code: 'EC_CC_DECLINED', event: 'compliance' }],
    ['A5 AC AJ TA', { code: 'EC_CREDITCARD_INVALID_FORMAT' }],
    ['AE AF N7 82 AD AR Q4 V3 C2 C3 C4 C8', { code: 'EC_CREDITCARD_VALIDATE_FAILED' }],
    ['65 1A T8 T9 TB', { code: 'EC_CC_DECLINED', authenticate: true }],
    ['P1 B4', { code: 'EC_CC_ERROR' }],
    ['B2 B3', { code: 'EC_CREDITCARD_MISSING' }],
    ['AU AT AV AW 19 91 92 96 C5 V2', { code: 'EC_CC_ERROR' }],
    ['M0 ME 01 T0 94 Z9', { code: 'EC_CC_ERROR' }],
  ];
  const refused = groups.flatMap(([codes, told]) => codes.split(' ').map((one) => [one, told] as const));
  test.each(refused)('%s is %o', async (one, told) => {
    expect(await pay(code(one))).toEqual({ outcome: 'refused', responseCode: one.slice(0, 2), ...told });
  });

  test('who was asked is not to be asked again', async () => {
    answers = [code('65')];
    expect(await client().pay(payment({ authentication: proof }))).toEqual({
      outcome: 'refused',
      code: 'EC_CC_DECLINED',
      responseCode: '65',
    });
  });

  test('a card that is added with a wrong expiry was typed wrong', async () => {
    for (const one of ['54', 'A6']) {
      const told = { outcome: 'refused', code: 'EC_CREDITCARD_INVALID_FORMAT', responseCode: one };
      expect(await store(code(one))).toEqual(told);
    }
  });

  test.each(each('AU AT AV AW 19 91 92 96 C5 V2'))(
    '%s is asked again once, under the same id',
    async (one) => {
      expect(await pay(code(one), json(receipt))).toMatchObject({ outcome: 'paid' });
      expect(asked).toHaveLength(2);
      expect(asked[0]?.body).toEqual(asked[1]?.body);
      asked.length = 0;
      await pay(code(one));
      expect(asked).toHaveLength(2);
    },
  );

  test('a part is given back; when that is not certain, nothing is', async () => {
    expect(await pay(json({ responseCode: '10', ...receipt }), json({}))).toMatchObject({
      responseCode: '10',
    });
    expect(asked[1]).toMatchObject({
      path: paths.refundByCorrelationId,
      body: {
        originalCorrelationId: asked[0]?.body['correlationId'],
        originalTransactionDate: at.toISOString(),
      },
    });
    expect(await pay(json({ responseCode: '10', ...receipt }), code('T0'))).toEqual({ outcome: 'unknown' });
  });
});

describe('answers that cannot be believed', () => {
  const unclear: [string, Answer][] = [
    ['success that is none', code('00', receipt)],
    ['a refusal that succeeds', json({ responseCode: '51' })],
    ['an answer to somebody else', json({ ...receipt, correlationID: randomUUID() })],
    ['a payment without its number', json({})],
    ['a repeat without what was done', json({ responseCode: 'T3' })],
    ['another shape', status(200, '{"ok":true}')],
    ['JSON cut off', status(200, '{"isSuccess":tr')],
    ['a page', status(200, '<html>')],
    ['a redirect', status(302)],
    ['a fault', status(500, '{"title":"Error"}')],
    ['a fault of its own under 503', status(503, '{"title":"Error"}')],
    ['no answer in time', status(408)],
    ['a connection that is cut', (_, response) => response.destroy()],
    ['more than anybody says', status(200, `{"isSuccess":true,"x":"${'x'.repeat(1_100_000)}"}`)],
  ];
  test.each(unclear)('%s: the payment may have been made', async (_, answer) => {
    expect(await pay(answer)).toEqual({ outcome: 'unknown' });
    expect(asked).toHaveLength(1);
  });

  test('silence ends with the time limit', async () => {
    answers = [() => {}];
    const hasty = client({ timeouts: { verificationMs: 40, paymentMs: 60 } });
    expect(await hasty.pay(payment())).toEqual({ outcome: 'unknown' });
    const ask = {
      returnUrl: 'http://localhost:3000/',
      md: '',
      correlationId: randomUUID(),
      challenge: false,
    };
    expect(await hasty.beginAuthentication({ card: { virtualCard: 'c' }, amount: 1, ...ask })).toEqual({
      outcome: 'unknown',
    });
    expect(await hasty.reverse(randomUUID(), at)).toBe('unknown');
    expect(await hasty.bookings('2026-11-22')).toBeNull();
  });
});

describe('what is repeated', () => {
  const notDone = { outcome: 'refused', code: 'EC_CC_ERROR', responseCode: '' };
  test.each([429, 502, 503])('%i without words of the gateway, once', async (statusCode) => {
    expect(await pay(status(statusCode, '<html>'), json(receipt))).toMatchObject({ outcome: 'paid' });
    expect(asked[0]?.body).toEqual(asked[1]?.body);
    asked.length = 0;
    expect(await pay(status(statusCode))).toEqual(statusCode === 502 ? { outcome: 'unknown' } : notDone);
    expect(asked).toHaveLength(2);
  });

  test('what bounced stays unknown when the repeat was not worked on', async () => {
    expect(await pay(status(502), status(400, '{}'))).toEqual({ outcome: 'unknown' });
    expect(await pay(status(502), status(503))).toEqual({ outcome: 'unknown' });
  });

  test.each([400, 401, 403, 404, 422])('never %i: for certain nothing was done', async (statusCode) => {
    expect(await pay(status(statusCode, '{"title":"x","errors":{}}'))).toEqual(notDone);
    expect(asked).toHaveLength(1);
  });

  test('nobody there: for certain nothing was done', async () => {
    const absent = client({ address: 'http://127.0.0.1:2' });
    expect(await absent.pay(payment())).toEqual(notDone);
    expect(await absent.reverse(randomUUID(), at)).toBe('unknown');
    expect(await absent.forgetCard('card')).toBe(false);
    expect(await absent.bookings('2026-11-22')).toBeNull();
  });
});

test('what goes over the wire: key, version, hundredths, and who begins', async () => {
  answers = [json(receipt)];
  const own = payment();
  await client({ terminalId: '7' }).pay(own);
  expect(asked[0]?.headers).toMatchObject({
    authorization: 'APIKey prefix.a2V5',
    'valitorpay-api-version': '2.0',
    'content-type': 'application/json',
  });
  expect(asked[0]?.body).toEqual({
    systemCalling: 'Hending 1.0',
    correlationId: own.correlationId,
    agreementNumber: '123456',
    terminalId: '7',
    operation: 'Sale',
    virtualCardNumber: 'card',
    amount: 123_400,
    currency: 'ISK',
    scaExemption: 'Automatic',
    virtualCardPaymentAdditionalData: { merchantReferenceData: 'D1' },
  });
  await client().pay(payment({ authentication: proof }));
  expect(asked[1]?.body).toMatchObject({ scaExemption: 'None', cardVerificationData: proof });
  await client().pay(payment({ initiatedBy: 'merchant' }));
  expect(asked[2]?.body).toMatchObject({ scaExemption: 'None' });
  expect(asked[2]?.body).not.toHaveProperty('cardVerificationData');
  expect(asked[2]?.body).not.toHaveProperty('terminalId');
  await expect(client().pay(payment({ amount: 0.5 }))).rejects.toThrow(RangeError);
});

test('a form is for the browser as the gateway made it; without one there is nothing to begin', async () => {
  const ask = {
    card: { typed: card },
    amount: 0,
    returnUrl: 'http://localhost:3000/api/verify/credit-card',
    md: 'state',
    correlationId: randomUUID(),
    challenge: true,
  };
  const form = { postUrl: 'https://mpi.example/', verificationFields: [{ name: 'txid', value: null }] };
  answers = [json({ responseCode: 'C1', ...form })];
  expect(await client().beginAuthentication(ask)).toEqual({
    outcome: 'begun',
    form: { postUrl: 'https://mpi.example/', fields: [{ name: 'txid', value: '' }] },
  });
  expect(asked[0]?.body).toMatchObject({
    cardNumber: card.number,
    MD: 'state',
    amount: 0,
    threeDs20AdditionalParameters: {
      threeDs2XGeneralExtrafields: { threeDsRequestorChallengeInd: 'ChallengeRequested_Mandate' },
    },
  });
  expect(asked[0]?.body).not.toHaveProperty('cvc');
  answers = [json({ ...form, postUrl: 'javascript:alert(1)' })];
  expect(await client().beginAuthentication(ask)).toEqual({ outcome: 'unknown' });
});

test('a reversal is known when the gateway says what became of the payment', async () => {
  const reverse = (answer: Answer) => {
    answers = [answer];
    return client().reverse(randomUUID(), at);
  };
  expect(await reverse(json({}))).toBe('reversed');
  expect(await reverse(code('T3'))).toBe('reversed');
  for (const one of ['T0', '25', '76', 'TC']) expect(await reverse(code(one))).toBe('notFound');
  for (const one of ['91', 'M0', 'T1']) expect(await reverse(code(one))).toBe('unknown');
  expect(await reverse(json({ responseCode: 'T2' }))).toBe('unknown');
});

test('what was sent about midnight is looked for on both days', async () => {
  answers = [code('T0'), json({})];
  expect(await client().reverse(randomUUID(), new Date('2026-11-22T23:55:00Z'))).toBe('reversed');
  const days = () => asked.map(({ body }) => String(body['originalTransactionDate']).slice(0, 10));
  expect(days()).toEqual(['2026-11-22', '2026-11-23']);
  asked.length = 0;
  answers = [code('T0')];
  expect(await client().reverse(randomUUID(), new Date('2026-11-23T00:05:00Z'))).toBe('notFound');
  expect(days()).toEqual(['2026-11-23', '2026-11-22']);
});

test('what may have been booked long after it was sent is looked for on every day since', async () => {
  answers = [code('T0'), code('T0'), json({})];
  expect(await client().reverse(randomUUID(), new Date('2026-11-20T14:00:00Z'))).toBe('reversed');
  const days = asked.map(({ body }) => String(body['originalTransactionDate']).slice(0, 10));
  expect(days).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
});

test('what a gateway booked whose day is still the one before is found too', async () => {
  answers = [code('T0'), json({})];
  expect(await client().reverse(randomUUID(), new Date('2026-11-22T06:00:00Z'))).toBe('reversed');
  const days = asked.map(({ body }) => String(body['originalTransactionDate']).slice(0, 10));
  expect(days).toEqual(['2026-11-22', '2026-11-21']);
});

test('a daily file that is cut off or changed is no file', () => {
  const line = `sale;t1;${randomUUID()};123400;2026-11-22T12:00:00.000Z`;
  const file = (...lines: string[]) => `${lines.join('\n')}\n`;
  expect(readBookings(file(bookingsHeader, line, 'total;1;123400'))).toMatchObject([{ amount: 1_234, at }]);
  expect(readBookings(file(bookingsHeader, 'total;0;0'))).toEqual([]);
  const wrong = [
    null,
    '',
    file(bookingsHeader, line),
    file(bookingsHeader, line, 'total;2;123400'),
    file(bookingsHeader, line, 'total;1;123500'),
    file('kind;amount', line, 'total;1;123400'),
    file(bookingsHeader, line.replace('sale', 'gift'), 'total;1;123400'),
    file(bookingsHeader, line.replace('123400', '123450'), 'total;1;123450'),
    file(bookingsHeader, line.replace('2026', 'year'), 'total;1;123400'),
  ];
  for (const each of wrong) expect(readBookings(each)).toBeNull();
});

describe('the breaker', () => {
  test('pauses after several failures in a row, tries one call, and closes by an answer', () => {
    let nowMs = 0;
    const breaker = createBreaker({ silentMax: 3, restMs: 1_000 }, () => nowMs);
    const fail = () => breaker.note(false);
    fail();
    fail();
    breaker.note(true);
    fail();
    fail();
    expect(breaker.admits()).toBe(true);
    fail();
    expect(breaker.admits()).toBe(false);
    nowMs = 1_000;
    expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
    fail();
    nowMs = 1_999;
    expect(breaker.admits()).toBe(false);
    nowMs = 2_000;
    expect(breaker.admits()).toBe(true);
    breaker.note(true);
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true]);
  });

  test('spares people the wait, and nothing is sent then', async () => {
    answers = [status(500)];
    const own = client({ breaker: { silentMax: 2, restMs: 60_000 } });
    expect(await own.pay(payment())).toEqual({ outcome: 'unknown' });
    expect(await own.pay(payment())).toEqual({ outcome: 'unknown' });
    expect(await own.pay(payment())).toEqual({ outcome: 'refused', code: 'EC_CC_ERROR', responseCode: '' });
    expect(await own.reverse(randomUUID(), at)).toBe('unknown');
    expect(asked).toHaveLength(2);
  });
});
