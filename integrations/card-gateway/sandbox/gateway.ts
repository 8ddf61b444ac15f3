/** The gateway's calls. What is malformed is a problem; what is refused is an answer. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { isExpired } from '#rules/values/card-number.ts';
import {
  apiVersion,
  authorization,
  paths,
  payStoredSchema,
  payTypedSchema,
  refundSchema,
  storedCardSchema,
  storeSchema,
  updateExpirySchema,
  verifySchema,
  versionHeader,
} from '../wire.ts';
import { base, bookingLines, fieldErrors, isSame, isSuccess, problem, type Reply } from './answers.ts';
import { type PayingCard, wrongSecurityCode } from './issuer.ts';
import type { Transaction } from './ledger.ts';
import type { GatewayParts } from './parts.ts';
import { createPayments, type Told } from './payments.ts';
import type { Proofs } from './proofs.ts';
import type { StoredCard } from './stored-cards.ts';
import { dayOf, masked, readTestCard } from './test-cards.ts';
import { verificationAnswer } from './verification.ts';

/** Of Node's server; not there when an app is asked without one. */
type Env = { Bindings: { incoming?: IncomingMessage } };

type Common = { correlationId: string; agreementNumber?: string | undefined };

/** Until the client has had enough, or the sandbox ends: then the connection does. */
async function silence(c: Context<Env>, stopped: AbortSignal): Promise<Response> {
  const signal = AbortSignal.any([c.req.raw.signal, stopped]);
  await sleep(600_000, undefined, { signal }).catch(() => {});
  c.env?.incoming?.socket.destroy();
  return new Response(null);
}

export function gatewayRoutes(parts: GatewayParts): Hono<Env> {
  const { key, agreementNumber, now, control } = parts;
  const app = new Hono<Env>();
  for (const path of Object.values(paths)) app.use(`${path}/*`, control.middleware);
  const guard = (c: Context<Env>): Response | null => {
    if (!isSame(c.req.header('authorization') ?? '', authorization(key))) return problem(401, 'Unauthorized');
    if (c.req.header(versionHeader) === apiVersion) return null;
    return problem(400, 'Bad Request', { [versionHeader]: [`must be ${apiVersion}`] });
  };

  function call<Schema extends z.ZodType<Common>>(
    path: string,
    schema: Schema,
    work: (asked: z.output<Schema>, wanted: string | undefined, c: Context<Env>) => Reply,
  ): void {
    app.post(path, async (c) => {
      const refused = guard(c);
      if (refused) return refused;
      const asked = schema.safeParse(await c.req.json().catch(() => null));
      if (!asked.success) {
        return problem(400, 'One or more validation errors occurred.', fieldErrors(asked.error));
      }
      const isOurs = (asked.data.agreementNumber ?? agreementNumber) === agreementNumber;
      const reply = isOurs ? work(asked.data, control.wanted(path), c) : { code: 'M0' };
      return reply.isSilent ? silence(c, parts.stopped) : c.json(base(asked.data, reply, now()));
    });
  }

  call(paths.verify, verifySchema, (asked, wanted, c) => verificationAnswer(parts, asked, wanted, c.req.url));
  cardCalls(parts, call);
  paymentCalls(parts, call);
  app.get(`${paths.bookings}/:day`, (c) => {
    const refused = guard(c);
    if (refused) return refused;
    const lines = bookingLines(parts.ledger.all(), c.req.param('day'));
    return c.body(lines, 200, { 'content-type': 'text/csv; charset=utf-8' });
  });
  return app;
}

type Call = <Schema extends z.ZodType<Common>>(
  path: string,
  schema: Schema,
  work: (asked: z.output<Schema>, wanted: string | undefined) => Reply,
) => void;

function cardCalls({ cards, proofs, ledger, now }: GatewayParts, call: Call): void {
  const isProved = (data: z.infer<typeof storeSchema>['cardVerificationData'], fingerprint: string) =>
    data !== undefined &&
    (data.mdStatus === 1 || data.mdStatus === 4) &&
    proofs.check(data, fingerprint, 0) === 'right' &&
    !ledger.isUsed(data.cavv) &&
    !cards.isUsed(data.cavv);

  call(paths.store, storeSchema, (asked, wanted) => {
    const { cardNumber, expirationMonth: month, expirationYear: year, correlationId } = asked;
    const earlier = cards.findByCorrelationId(correlationId);
    if (earlier) return { code: 'T3', more: { virtualCard: earlier.virtualCard } };
    const card = readTestCard(cardNumber);
    if (!card) return { code: 'A5' };
    if (isExpired({ month, year }, dayOf(now()))) return { code: 'A6' };
    if (asked.cvc === wrongSecurityCode) return { code: 'N7' };
    const fingerprint = proofs.fingerprint(cardNumber);
    if (!isProved(asked.cardVerificationData, fingerprint)) return { code: 'V3' };
    if (wanted !== undefined && !isSuccess(wanted)) return { code: wanted };
    const { virtualCard } = cards.add({
      ...card,
      fingerprint,
      masked: masked(cardNumber),
      month,
      year,
      initiator: asked.subsequentTransactionType,
      correlationId,
      cavv: asked.cardVerificationData?.cavv ?? null,
      at: now().toISOString(),
    });
    return { code: wanted ?? 'V1', more: { virtualCard } };
  });
  call(paths.storedCard, storedCardSchema, ({ virtualCard }) => {
    const card = cards.find(virtualCard);
    return card ? { code: 'B1', more: told(card) } : { code: 'B2' };
  });
  call(
    paths.updateExpiry,
    updateExpirySchema,
    ({ virtualCardNumber, expirationMonth: month, expirationYear: year }) => {
      const card = cards.find(virtualCardNumber);
      if (!card) return { code: 'B2' };
      if (isExpired({ month, year }, dayOf(now()))) return { code: 'A6' };
      cards.replace({ ...card, month, year });
      return { code: '00' };
    },
  );
  call(paths.forget, storedCardSchema, ({ virtualCard }, wanted) => {
    if (!cards.find(virtualCard)) return { code: 'B2' };
    if (wanted !== undefined && !isSuccess(wanted)) return { code: wanted };
    cards.forget(virtualCard);
    return { code: '00' };
  });
}

const told = (card: StoredCard) => ({
  maskedCardNumber: card.masked,
  expirationMonth: card.month,
  expirationYear: card.year,
  subsequentTransactionType: card.initiator,
});

function paymentCalls(parts: GatewayParts, call: Call): void {
  const { cards, proofs } = parts;
  const payments = createPayments(parts);
  const answer = ({ code, transaction, isSilent }: Told): Reply => ({
    code,
    ...(isSilent && { isSilent }),
    ...(transaction && { more: receipt(transaction) }),
  });
  call(paths.payStored, payStoredSchema, (asked, wanted) => {
    const reference = asked.virtualCardPaymentAdditionalData?.merchantReferenceData ?? '';
    const card = cards.find(asked.virtualCardNumber);
    if (!isPurchase(asked)) return answer(payments.follow({ ...asked, reference }, card?.fingerprint));
    return answer(payments.buy({ ...asked, reference }, card ?? null, wanted));
  });
  call(paths.payTyped, payTypedSchema, (asked, wanted) => {
    const reference = asked.cardPaymentAdditionalData?.merchantReferenceData ?? '';
    if (!isPurchase(asked)) {
      const purchase = parts.ledger.purchase(asked.acquirerReferenceNumber ?? '');
      const isOfCard = purchase?.masked === asked.maskedCardNumber;
      return answer(payments.follow({ ...asked, reference }, isOfCard ? purchase?.card : undefined));
    }
    const card = typedCard(asked, proofs);
    return card ? answer(payments.buy({ ...asked, reference }, card, wanted)) : { code: 'A5' };
  });
  call(paths.refundByCorrelationId, refundSchema, (asked, wanted) => {
    if (wanted !== undefined && !isSuccess(wanted)) return { code: wanted };
    const { originalCorrelationId: correlationId, originalTransactionDate } = asked;
    const day = originalTransactionDate.slice(0, 10);
    return answer(payments.undo(asked.correlationId, { correlationId, day }));
  });
}

const isPurchase = ({ operation }: { operation: string }) => operation === 'Sale' || operation === 'Auth';

function typedCard(asked: z.infer<typeof payTypedSchema>, proofs: Proofs): PayingCard | null {
  const { cardNumber = '', expirationMonth: month, expirationYear: year } = asked;
  const card = readTestCard(cardNumber);
  if (!card || month === undefined || year === undefined) return null;
  const fingerprint = proofs.fingerprint(cardNumber);
  return { ...card, fingerprint, masked: masked(cardNumber), month, year, initiator: null };
}

const receipt = (transaction: Transaction) => ({
  acquirerReferenceNumber: transaction.acquirerReferenceNumber,
  transactionID: transaction.transactionId,
  authorizationCode: transaction.authorizationCode,
  transactionLifecycleId: transaction.acquirerReferenceNumber.slice(0, 15),
  maskedCardNumber: transaction.masked,
  cardInformation: {
    cardScheme: transaction.masked.startsWith('4') ? 'V' : 'M',
    issuingCountry: 'IS',
    cardUsage: 'Credit',
    cardCategory: 'Consumer',
    outOfScaScope: false,
  },
});
