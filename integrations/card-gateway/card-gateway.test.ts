import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardGatewayForTests, cardGatewayForTests } from '#test/harness/card-gateway.ts';
import { type Outcome, payingBy, payment, testCard } from '#test/harness/paying.ts';
import type { Authentication, Payment, TypedCard } from './face.ts';
import { cardNumber } from './sandbox/test-cards.ts';
import { paths } from './wire.ts';

let at = Date.parse('2026-11-22T12:00:00Z');
const now = () => new Date(at);
let sandbox: CardGatewayForTests;
let person: ReturnType<typeof payingBy>;
const demo = {
  virtualCard: '00000000-0000-4000-8000-0000000c0009',
  number: cardNumber('visa', '01', '00', 9),
  month: 12,
  year: 2029,
  initiatedBy: 'cardholder',
} as const;
/** How much was booked before a test began. */
let before = 0;

beforeAll(async () => {
  sandbox = await cardGatewayForTests(now, [demo]);
  person = payingBy(sandbox);
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control({});
  before = (await sandbox.shown()).transactions.length;
});

const booked = async () => (await sandbox.shown()).transactions.slice(before);
const paid = { outcome: 'paid' };

test('a card is asked for by its bank, stored, pays what was confirmed, and is given back', async () => {
  const card = testCard('02');
  const virtualCard = await person.stored(card);
  const authentication = await person.authenticated({ virtualCard }, 5_000);
  expect(authentication).toMatchObject({ mdStatus: 1, eci: '05' });
  const paid = payment(virtualCard, 5_000, authentication);
  expect(await sandbox.client().pay(paid)).toEqual({
    outcome: 'paid',
    transactionId: expect.any(String),
    authorizationCode: expect.stringMatching(/^\d{6}$/),
  });
  expect(await sandbox.client().reverse(paid.correlationId, now())).toBe('reversed');
  expect(await sandbox.client().reverse(paid.correlationId, now())).toBe('reversed');
  expect(await sandbox.client().reverse(randomUUID(), now())).toBe('notFound');
});

describe('payments by the card', () => {
  const refused: [Outcome, string, object][] = [
    ['51', '51', { code: 'EC_CC_DECLINED' }],
    ['54', '54', { code: 'EC_CC_DECLINED' }],
    ['05', '05', { code: 'EC_CC_DECLINED' }],
    ['43', '43', { code: 'EC_CC_DECLINED', event: 'security' }],
    ['82', 'AD', { code: 'EC_CREDITCARD_VALIDATE_FAILED' }],
    ['83', 'N7', { code: 'EC_CREDITCARD_VALIDATE_FAILED' }],
    ['65', '65', { code: 'EC_CC_DECLINED', authenticate: true }],
  ];
  test.each(refused)('%s is stored, and then refused with %s', async (pays, responseCode, told) => {
    const virtualCard = await person.stored(testCard('01', pays));
    const answer = await sandbox.client().pay(payment(virtualCard, 2_500));
    expect(answer).toEqual({ outcome: 'refused', responseCode, ...told });
  });

  test('65 is approved once the person was asked, 91 when it is asked again', async () => {
    const soft = await person.stored(testCard('01', '65'));
    const authentication = await person.authenticated({ virtualCard: soft }, 2_500);
    expect(await sandbox.client().pay(payment(soft, 2_500, authentication))).toMatchObject(paid);
    const late = await person.stored(testCard('01', '91'));
    expect(await sandbox.client().pay(payment(late, 2_500))).toMatchObject(paid);
    expect((await booked()).filter(({ kind }) => kind === 'sale')).toHaveLength(2);
  });

  test('96 is booked and never answered: unknown, and it can be given back', async () => {
    const virtualCard = await person.stored(testCard('01', '96'));
    const asked = payment(virtualCard, 2_500);
    const hasty = sandbox.client({ timeouts: { verificationMs: 1_000, paymentMs: 200 } });
    expect(await hasty.pay(asked)).toEqual({ outcome: 'unknown' });
    expect(await booked()).toMatchObject([
      { kind: 'sale', correlationId: asked.correlationId, amount: 250_000 },
    ]);
    expect(await sandbox.client().reverse(asked.correlationId, now())).toBe('reversed');
  });

  test('the same payment again is the same payment; another under its id is none', async () => {
    const virtualCard = await person.stored(testCard('01'));
    const asked = payment(virtualCard, 2_500);
    const first = await sandbox.client().pay(asked);
    expect(first).toMatchObject(paid);
    expect(await sandbox.client().pay(asked)).toEqual(first);
    expect(await sandbox.client().pay({ ...asked, amount: 2_600 })).toMatchObject({ responseCode: '94' });
    expect(await booked()).toHaveLength(1);
  });

  test('a part that is approved is given back, and the payment refused', async () => {
    const virtualCard = await person.stored(testCard('01'));
    await sandbox.control({ on: paths.payStored, responseCode: '10' });
    const told = { outcome: 'refused', code: 'EC_CC_DECLINED', responseCode: '10' };
    expect(await sandbox.client().pay(payment(virtualCard, 2_501))).toEqual(told);
    expect((await booked()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['sale', 125_000],
      ['refund', 125_000],
    ]);
  });
});

describe('the proof', () => {
  test('is good for its card, its amount, and once', async () => {
    const virtualCard = await person.stored(testCard('02'));
    const other = await person.stored(testCard('02'));
    const proof = await person.authenticated({ virtualCard }, 2_500);
    const code = async (card: string, amount: number, authentication: Authentication) => {
      const told = await sandbox.client().pay(payment(card, amount, authentication));
      return told.outcome === 'refused' ? told.responseCode : told.outcome;
    };
    expect(await code(virtualCard, 2_600, proof)).toBe('Q4');
    expect(await code(other, 2_500, proof)).toBe('AD');
    expect(await code(virtualCard, 2_500, { ...proof, cavv: Buffer.alloc(20).toString('base64') })).toBe(
      'AD',
    );
    expect(await code(virtualCard, 2_500, { ...proof, mdStatus: 4 })).toBe('AD');
    expect(await code(virtualCard, 2_500, { ...proof, mdStatus: 0 })).toBe('Q4');
    expect(await code(virtualCard, 2_500, { ...proof, xid: Buffer.alloc(20).toString('base64') })).toBe('AD');
    expect(await code(virtualCard, 2_500, proof)).toBe('paid');
    expect(await code(virtualCard, 2_500, proof)).toBe('AD');
    expect((await booked()).length).toBe(1);
  });

  test('is needed to store a card, for nothing and once', async () => {
    const card = testCard('02');
    const { client } = sandbox;
    const store = async (authentication: Authentication, over: Partial<TypedCard> = {}) => {
      const told = await client().storeCard({
        card: { ...card, ...over },
        initiatedBy: 'cardholder',
        authentication,
        correlationId: randomUUID(),
      });
      return told.outcome === 'refused' ? [told.code, told.responseCode] : told.outcome;
    };
    const failed = (code: string) => ['EC_CREDITCARD_VALIDATE_FAILED', code];
    const malformed = (code: string) => ['EC_CREDITCARD_INVALID_FORMAT', code];
    const proof = await person.authenticated({ typed: card }, 0);
    expect(await store({ mdStatus: 1, xid: 'x', cavv: 'x' })).toEqual(failed('V3'));
    expect(await store({ ...proof, mdStatus: 0 })).toEqual(failed('V3'));
    expect(await store(await person.authenticated({ typed: card }, 100))).toEqual(failed('V3'));
    expect(await store(proof, { cvc: '999' })).toEqual(failed('N7'));
    expect(await store(proof, { month: 10, year: 2026 })).toEqual(malformed('A6'));
    expect(await store(proof, { number: '4111'.padEnd(16, '0') })).toEqual(malformed('A5'));
    expect(
      await store(proof, { number: `${card.number.slice(0, -1)}${(Number(card.number.at(-1)) + 1) % 10}` }),
    ).toEqual(malformed('A5'));
    expect(await store(proof)).toBe('stored');
    expect(await store(proof)).toEqual(failed('V3'));
  });
});

describe('stored cards', () => {
  test('are charged by whoever may begin', async () => {
    const ours = await person.stored(testCard('01'), 'merchant');
    const theirs = await person.stored(testCard('01'));
    const code = async (over: Partial<Payment> & { virtualCard: string }) => {
      const told = await sandbox.client().pay({ ...payment(over.virtualCard, 900), ...over });
      return told.outcome === 'refused' ? [told.code, told.responseCode] : told.outcome;
    };
    const proof = await person.authenticated({ virtualCard: ours }, 900);
    expect(await code({ virtualCard: ours, initiatedBy: 'merchant' })).toBe('paid');
    expect(await code({ virtualCard: ours, authentication: proof })).toEqual(['EC_CC_ERROR', 'P1']);
    expect(await code({ virtualCard: ours })).toEqual(['EC_CC_ERROR', 'B4']);
    expect(await code({ virtualCard: theirs, initiatedBy: 'merchant' })).toEqual(['EC_CC_ERROR', 'B4']);
    expect(await code({ virtualCard: randomUUID() })).toEqual(['EC_CREDITCARD_MISSING', 'B2']);
  });

  test('are forgotten, and outlive the sandbox until then', async () => {
    const virtualCard = await person.stored(testCard('01'));
    const asked = payment(virtualCard, 900);
    expect(await sandbox.client().pay(asked)).toMatchObject(paid);
    sandbox.restart();
    expect(await sandbox.client().pay(asked)).toMatchObject(paid);
    expect(await sandbox.client().forgetCard(virtualCard)).toBe(true);
    expect(await sandbox.client().forgetCard(virtualCard)).toBe(true);
    sandbox.restart();
    expect(await sandbox.client().pay(payment(virtualCard, 900))).toMatchObject({ responseCode: 'B2' });
    expect(await sandbox.client({ address: `${sandbox.address}/nowhere` }).forgetCard(virtualCard)).toBe(
      false,
    );
  });

  test('of demo players are known from the start', async () => {
    expect(await sandbox.client().pay(payment(demo.virtualCard, 900))).toMatchObject(paid);
  });
});

test('the daily file tells what was booked, given back, and taken back by the bank', async () => {
  at = Date.parse('2026-11-24T23:59:00Z');
  const virtualCard = await person.stored(testCard('01'));
  const [first, second] = [payment(virtualCard, 2_500), payment(virtualCard, 700)];
  for (const each of [first, second]) expect(await sandbox.client().pay(each)).toMatchObject(paid);
  const soldAt = now();
  at += 120_000;
  expect(await sandbox.client().reverse(first.correlationId, soldAt)).toBe('reversed');
  await sandbox.control({ chargeback: { correlationId: second.correlationId } });
  await expect(sandbox.control({ chargeback: { correlationId: first.correlationId } })).rejects.toThrow(
    '409',
  );
  expect(await sandbox.client().bookings('2026-11-24')).toMatchObject([
    { correlationId: first.correlationId, amount: 2_500, at: soldAt },
    { correlationId: second.correlationId, amount: 700, at: soldAt },
  ]);
  expect(await sandbox.client().bookings('2026-11-25')).toEqual([
    { correlationId: first.correlationId, transactionId: expect.any(String), amount: -2_500, at: now() },
    {
      correlationId: second.correlationId,
      transactionId: expect.any(String),
      amount: -700,
      at: now(),
      chargeback: true,
    },
  ]);
  expect(await sandbox.client().bookings('2026-11-26')).toEqual([]);
});

describe('when the gateway is out of order', () => {
  const of = (over: object) => sandbox.control({ on: paths.payStored, ...over });
  const nothing = { outcome: 'refused', code: 'EC_CC_ERROR', responseCode: '' };

  test.each(['unavailable', 'busy', 'badGateway'])('%s once is asked again', async (fault) => {
    const virtualCard = await person.stored(testCard('01'));
    await of({ fault });
    expect(await sandbox.client().pay(payment(virtualCard, 900))).toMatchObject(paid);
  });

  test.each([
    ['unavailable', 'before', nothing],
    ['busy', 'before', nothing],
    ['badGateway', 'before', { outcome: 'unknown' }],
    ['error', 'before', { outcome: 'unknown' }],
    ['reset', 'before', { outcome: 'unknown' }],
    ['garbage', 'after', { outcome: 'unknown' }],
    ['error', 'after', { outcome: 'unknown' }],
    ['reset', 'after', { outcome: 'unknown' }],
  ] as const)('%s, %s it is worked on', async (fault, when, told) => {
    const asked = payment(await person.stored(testCard('01')), 900);
    await of({ fault, done: when === 'after', times: 2 });
    expect(await sandbox.client().pay(asked)).toEqual(told);
    await sandbox.control({});
    const isBooked = when === 'after';
    expect(await sandbox.client().reverse(asked.correlationId, now())).toBe(
      isBooked ? 'reversed' : 'notFound',
    );
  });

  test('what a tester wants is said in place of the card', async () => {
    const virtualCard = await person.stored(testCard('01'));
    await of({ responseCode: '64-X' });
    expect(await sandbox.client().pay(payment(virtualCard, 900))).toEqual({
      outcome: 'refused',
      code: 'EC_CC_DECLINED',
      responseCode: '64',
      event: 'compliance',
    });
  });
});
