import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CardGatewayForTests, cardGatewayForTests } from '#test/harness/card-gateway.ts';
import { authenticationOf, type Deed, walkAuthentication } from '#test/harness/cardholder.ts';
import type { Authentication, CardReference, TypedCard } from './face.ts';
import { cardNumber } from './sandbox/test-cards.ts';

const at = Date.parse('2026-11-22T12:00:00Z');
const now = () => new Date(at);
let sandbox: CardGatewayForTests;

beforeAll(async () => {
  sandbox = await cardGatewayForTests(now);
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.control({ clear: true }));

type Secure = Parameters<typeof cardNumber>[1];
type Pays = Parameters<typeof cardNumber>[2];
let serial = 1000;

function typed(secure: Secure, pays: Pays = '00', over: Partial<TypedCard> = {}): TypedCard {
  serial += 1;
  return { number: cardNumber('visa', secure, pays, serial), month: 12, year: 2028, cvc: '123', ...over };
}

const returnUrl = 'http://localhost:3000/api/verify/deposit';

async function begin(card: CardReference, amount: number) {
  const md = Buffer.from(`proof ${randomUUID()}`).toString('base64');
  const correlationId = randomUUID();
  return sandbox
    .client()
    .beginAuthentication({ card, amount, returnUrl, md, correlationId, challenge: amount === 0 });
}

async function returned(card: CardReference, amount: number, deed: Deed = 'approve') {
  const begun = await begin(card, amount);
  if (begun.outcome !== 'begun') throw new Error(JSON.stringify(begun));
  const back = await walkAuthentication(begun.form, deed);
  if (!back) throw new Error('the browser did not return');
  return back;
}

async function authenticated(card: CardReference, amount: number): Promise<Authentication> {
  return authenticationOf(await returned(card, amount));
}

async function stored(
  card: TypedCard,
  initiatedBy: 'cardholder' | 'merchant' = 'cardholder',
): Promise<string> {
  const authentication = await authenticated({ typed: card }, 0);
  const told = await sandbox
    .client()
    .storeCard({ card, initiatedBy, authentication, correlationId: randomUUID() });
  if (told.outcome !== 'stored') throw new Error(JSON.stringify(told));
  return told.virtualCard;
}

const payment = (virtualCard: string, amount: number, authentication: Authentication | null = null) => ({
  virtualCard,
  amount,
  correlationId: randomUUID(),
  reference: 'D1',
  authentication,
  initiatedBy: 'cardholder' as const,
});

test('a card is asked for by its bank, stored, pays what was confirmed, and is given back', async () => {
  const card = typed('02');
  const virtualCard = await stored(card);
  const authentication = await authenticated({ virtualCard }, 5_000);
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
