/** Speaks ValitorPay. Amounts become hundredths here and nowhere else; nothing of a card is kept or told. */
import { randomUUID } from 'node:crypto';
import { type BreakerOptions, createBreaker } from '../caller.ts';
import { readBookings } from './bookings.ts';
import { isNothingToReverse, isReversed, isUnknownCard, partial } from './codes.ts';
import { createExchange, type Exchange, type Unsuccessful } from './exchange.ts';
import type {
  Authentication,
  BeginAuthentication,
  CardGateway,
  CardReference,
  Payment,
  Reversal,
  StoreCard,
} from './face.ts';
import {
  answerSchema,
  paths,
  payAnswerSchema,
  storeAnswerSchema,
  verifyAnswerSchema,
  type WirePayStored,
  type WireRefund,
  type WireStore,
  type WireStoredCard,
  type WireVerificationData,
  type WireVerify,
} from './wire.ts';

export type CardGatewayOptions = {
  /** Without a slash at the end: `https://valitorpay.com`. */
  address: string;
  key: string;
  agreementNumber: string;
  /** Null where the key implies it. */
  terminalId?: string | null;
  /** Name and version of the product, parted by a space. */
  systemCalling: string;
  /** What issuers show as the one who asks. */
  displayName: string;
  now: () => Date;
  timeouts?: { verificationMs: number; paymentMs: number };
  breaker?: BreakerOptions;
  /** Before the one repeat that a call may have. */
  retryPauseMs?: number;
};

const unknown = { outcome: 'unknown' } as const;

export function createCardGateway(options: CardGatewayOptions): CardGateway {
  const { address, key, agreementNumber, terminalId, systemCalling, displayName, now } = options;
  const { verificationMs, paymentMs } = options.timeouts ?? { verificationMs: 30_000, paymentMs: 65_000 };
  const breaker = createBreaker(options.breaker ?? { silentMax: 5, restMs: 30_000 }, () => now().getTime());
  const exchange = createExchange({ address, key, breaker, retryPauseMs: options.retryPauseMs ?? 300 });
  const by = (correlationId: string): Common => {
    const terminal = terminalId == null ? {} : { terminalId };
    return { systemCalling, correlationId, agreementNumber, ...terminal };
  };
  const parts: Parts = { exchange, by, verificationMs, paymentMs };
  return {
    beginAuthentication: (asked) => beginAuthentication(parts, asked, displayName),
    storeCard: (asked) => storeCard(parts, asked),
    pay: (payment) => pay(parts, payment, now),
    reverse: (correlationId, sentAt) => reverse(parts, correlationId, sentAt, now()),
    forgetCard: (virtualCard) => forgetCard(parts, virtualCard),
    bookings: async (day) => readBookings(await exchange.text(`${paths.bookings}/${day}`, paymentMs)),
  };
}

type Common = {
  systemCalling: string;
  correlationId: string;
  agreementNumber: string;
  terminalId?: string;
};

type Parts = {
  exchange: Exchange;
  /** What every request begins with. */
  by: (correlationId: string) => Common;
  verificationMs: number;
  paymentMs: number;
};

/** Whole krónur on the wire, which has two decimals for every currency. */
function hundredths(amount: number): number {
  if (!Number.isSafeInteger(amount * 100) || !Number.isInteger(amount) || amount < 0)
    throw new RangeError(`not whole krónur: ${amount}`);
  return amount * 100;
}

async function beginAuthentication(parts: Parts, asked: BeginAuthentication, displayName: string) {
  const mandate = { threeDs2XGeneralExtrafields: { threeDsRequestorChallengeInd: challengeMandate } };
  const body: WireVerify = {
    ...parts.by(asked.correlationId),
    ...cardFields(asked.card),
    cardholderDeviceType: 'WWW',
    amount: hundredths(asked.amount),
    currency: 'ISK',
    authenticationUrl: asked.returnUrl,
    MD: asked.md,
    displayName,
    ...(asked.challenge && { threeDs20AdditionalParameters: mandate }),
  };
  const adding = 'typed' in asked.card;
  const told = await parts.exchange.post({
    path: paths.verify,
    body,
    schema: verifyAnswerSchema,
    limitMs: parts.verificationMs,
    purpose: { adding, authenticated: false },
  });
  if (told.outcome !== 'success') return settled(told);
  const { postUrl, verificationFields } = told.answer;
  if (!postUrl || !verificationFields?.length) return unknown;
  const fields = verificationFields.map(({ name, value }) => ({ name, value: value ?? '' }));
  return { outcome: 'begun', form: { postUrl, fields } } as const;
}

const challengeMandate = 'ChallengeRequested_Mandate';

function cardFields(card: CardReference) {
  if ('virtualCard' in card) return { virtualCard: card.virtualCard };
  const { number, month, year } = card.typed;
  return { cardNumber: number, expirationMonth: month, expirationYear: year };
}

function verificationData({ cavv, mdStatus, xid, dsTransId, eci }: Authentication): WireVerificationData {
  return {
    cavv,
    mdStatus,
    xid,
    ...(dsTransId !== undefined && { dsTransId }),
    ...(eci !== undefined && { eci }),
  };
}

async function storeCard(parts: Parts, { card, initiatedBy, authentication, correlationId }: StoreCard) {
  const body: WireStore = {
    ...parts.by(correlationId),
    cardNumber: card.number,
    expirationMonth: card.month,
    expirationYear: card.year,
    cvc: card.cvc,
    subsequentTransactionType:
      initiatedBy === 'cardholder' ? 'CardholderInitiatedCredentialOnFile' : 'MerchantInitiatedRecurring',
    cardVerificationData: verificationData(authentication),
    currency: 'ISK',
  };
  const told = await parts.exchange.post({
    path: paths.store,
    body,
    schema: storeAnswerSchema,
    limitMs: parts.paymentMs,
    purpose: { adding: true, authenticated: true },
  });
  if (told.outcome !== 'success') return settled(told);
  const { virtualCard } = told.answer;
  return virtualCard ? ({ outcome: 'stored', virtualCard } as const) : unknown;
}

async function pay(parts: Parts, payment: Payment, now: () => Date) {
  const { virtualCard, amount, correlationId, reference, authentication, initiatedBy } = payment;
  const isExempt = authentication === null && initiatedBy === 'cardholder';
  const body: WirePayStored = {
    ...parts.by(correlationId),
    operation: 'Sale',
    virtualCardNumber: virtualCard,
    amount: hundredths(amount),
    currency: 'ISK',
    scaExemption: isExempt ? 'Automatic' : 'None',
    virtualCardPaymentAdditionalData: { merchantReferenceData: reference },
    ...(authentication && { cardVerificationData: verificationData(authentication) }),
  };
  const sentAt = now();
  const told = await parts.exchange.post({
    path: paths.payStored,
    body,
    schema: payAnswerSchema,
    limitMs: parts.paymentMs,
    purpose: { adding: false, authenticated: authentication !== null },
  });
  if (told.outcome === 'refused' && told.responseCode === partial) {
    // A part was booked: only once it is given back is it true that nothing was done.
    return (await reverse(parts, correlationId, sentAt, now())) === 'reversed' ? told : unknown;
  }
  if (told.outcome !== 'success') return told;
  const { transactionID, authorizationCode } = told.answer;
  if (!transactionID || !authorizationCode) return unknown;
  return { outcome: 'paid', transactionId: transactionID, authorizationCode } as const;
}

/** Outside of payments nobody gives back what was approved in part. */
const settled = (told: Unsuccessful): Unsuccessful =>
  told.outcome === 'refused' && told.responseCode === partial ? unknown : told;

async function reverse(parts: Parts, correlationId: string, sentAt: Date, now: Date): Promise<Reversal> {
  for (const date of possibleDates(sentAt, now)) {
    const reversal = await reverseOn(parts, correlationId, date);
    if (reversal !== 'notFound') return reversal;
  }
  return 'notFound';
}

/**
 * The gateway asks for the date: that of sending first, then one of each day since on which it can have been
 * booked, then the day before, since their day may be another than ours.
 */
function possibleDates(sentAt: Date, now: Date): readonly Date[] {
  const dates = [sentAt];
  const last = new Date(Math.max(sentAt.getTime(), now.getTime()) + clockMarginMs);
  let next = dayAfter(sentAt);
  for (; dayOf(next) <= dayOf(last); next = dayAfter(next)) dates.push(next);
  return [...dates, new Date(sentAt.getTime() - dayMs)];
}

const dayMs = 86_400_000;
const dayAfter = (at: Date): Date => new Date(at.getTime() + dayMs);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Their clock may go before ours. */
const clockMarginMs = 10 * 60_000;

async function reverseOn(parts: Parts, correlationId: string, date: Date): Promise<Reversal> {
  const body: WireRefund = {
    ...parts.by(randomUUID()),
    originalCorrelationId: correlationId,
    originalTransactionDate: date.toISOString(),
  };
  const told = await parts.exchange.code({
    path: paths.refundByCorrelationId,
    body,
    schema: answerSchema,
    limitMs: parts.paymentMs,
  });
  if (told === null) return 'unknown';
  if (isReversed(told)) return 'reversed';
  return isNothingToReverse(told) ? 'notFound' : 'unknown';
}

async function forgetCard(parts: Parts, virtualCard: string): Promise<boolean> {
  const body: WireStoredCard = { ...parts.by(randomUUID()), virtualCard };
  const asked = { path: paths.forget, body, schema: answerSchema, limitMs: parts.verificationMs };
  const told = await parts.exchange.code(asked);
  return told !== null && (isReversed(told) || isUnknownCard(told));
}
