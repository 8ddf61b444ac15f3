/**
 * ValitorPay, version 2.0: JSON posted to one path a call. Amounts are whole hundredths, also of krónur. What
 * is refused for business is answered with 200 and `isSuccess: false`; what is malformed, with a problem.
 * Two calls are assumptions of ours, since no public client shows one: `forget` and `bookings`.
 */
import { z } from 'zod';

export const paths = {
  verify: '/CardVerification',
  store: '/VirtualCard/CreateVirtualCard',
  updateExpiry: '/VirtualCard/UpdateExpirationDate',
  storedCard: '/VirtualCard/GetVirtualCardData',
  /** Assumed: `{virtualCard}` is let go of. */
  forget: '/VirtualCard/DeleteVirtualCard',
  payStored: '/Payment/VirtualCardPayment',
  payTyped: '/Payment/CardPayment',
  refundByCorrelationId: '/Payment/RefundWithCorrelationId',
  /** Assumed: `GET` of `/Bookings/YYYY-MM-DD`, the day in Iceland. */
  bookings: '/Bookings',
} as const;

export const versionHeader = 'valitorpay-api-version';
export const apiVersion = '2.0';

export const authorization = (key: string): string => `APIKey ${key}`;

/** A króna has no hundredths of its own. */
const amount = z.int().min(0).max(100_000_000_000).multipleOf(100);
const month = z.int().min(1).max(12);
const year = z.int().min(2000).max(2099);
const currency = z.union([z.literal('ISK'), z.literal(352), z.literal('352')]);
const cvc = z.string().regex(/^\d{3,4}$/);

/** In every request. */
const common = {
  systemCalling: z.string().min(1).max(100),
  correlationId: z.uuid(),
  agreementNumber: z.string().optional(),
  terminalId: z.string().optional(),
};

/** What the cardholder's issuer said, as it came back through the browser. */
const cardVerificationDataSchema = z.object({
  cavv: z.string().max(40),
  mdStatus: z.coerce.number().int(),
  xid: z.string().max(40),
  dsTransId: z.string().optional(),
  eci: z.string().optional(),
});
export type WireVerificationData = z.infer<typeof cardVerificationDataSchema>;

const initiatorSchema = z.enum([
  ...(['CardholderInitiatedCredentialOnFile', 'MerchantInitiatedCredentialOnFile'] as const),
  ...(['MerchantInitiatedRecurring', 'MerchantInitiatedInstallment'] as const),
]);
export type WireInitiator = z.infer<typeof initiatorSchema>;

export const verifySchema = z
  .object({
    ...common,
    cardNumber: z.string().optional(),
    expirationMonth: month.optional(),
    expirationYear: year.optional(),
    virtualCard: z.string().optional(),
    cardholderDeviceType: z.literal('WWW'),
    amount,
    currency,
    authenticationUrl: z.url({ protocol: /^https?$/ }),
    MD: z.string().max(254).optional(),
    displayName: z.string().max(100).optional(),
    threeDs20AdditionalParameters: z
      .object({
        threeDs2XGeneralExtrafields: z.object({ threeDsRequestorChallengeInd: z.string().optional() }),
      })
      .optional(),
  })
  .refine((asked) => (asked.virtualCard === undefined) !== (asked.cardNumber === undefined), {
    path: ['cardNumber'],
    message: 'either a card or a virtual card',
  })
  .refine(
    ({ cardNumber, expirationMonth, expirationYear }) =>
      cardNumber === undefined || (expirationMonth !== undefined && expirationYear !== undefined),
    { path: ['expirationMonth'], message: 'a card has an expiry' },
  );
export type WireVerify = z.input<typeof verifySchema>;

export const storeSchema = z.object({
  ...common,
  cardNumber: z.string(),
  expirationMonth: month,
  expirationYear: year,
  cvc,
  subsequentTransactionType: initiatorSchema,
  cardVerificationData: cardVerificationDataSchema.optional(),
  currency,
});
export type WireStore = z.input<typeof storeSchema>;

export const storedCardSchema = z.object({ ...common, virtualCard: z.string() });
export type WireStoredCard = z.input<typeof storedCardSchema>;

export const updateExpirySchema = z.object({
  ...common,
  virtualCardNumber: z.string(),
  expirationMonth: month,
  expirationYear: year,
});

const additionalData = z
  .object({
    merchantReferenceData: z
      .string()
      .regex(/^[A-Za-z0-9]*$/)
      .max(60)
      .optional(),
  })
  .optional();

const payment = {
  ...common,
  operation: z.enum(['Sale', 'Auth', 'Capture', 'Refund', 'CaptureRefund']),
  amount,
  currency,
  cardVerificationData: cardVerificationDataSchema.nullish(),
  scaExemption: z.enum(['None', 'Automatic']).default('None'),
  /** Of the purchase, for what captures or refunds it. */
  acquirerReferenceNumber: z.string().optional(),
  authorizationCode: z.string().optional(),
  isFinalCapture: z.boolean().optional(),
};

export const payStoredSchema = z.object({
  ...payment,
  virtualCardNumber: z.string(),
  virtualCardPaymentAdditionalData: additionalData,
});
export type WirePayStored = z.input<typeof payStoredSchema>;

export const payTypedSchema = z.object({
  ...payment,
  transactionType: z.literal('ECommerce'),
  cardNumber: z.string().optional(),
  maskedCardNumber: z.string().optional(),
  expirationMonth: month.optional(),
  expirationYear: year.optional(),
  cvc: cvc.optional(),
  firstTransactionData: z
    .object({ initiationReason: z.enum(['CredentialOnFile', 'Recurring', 'Installment']) })
    .optional(),
  cardPaymentAdditionalData: additionalData,
});

export const refundSchema = z.object({
  ...common,
  originalCorrelationId: z.uuid(),
  originalTransactionDate: z.iso.datetime(),
});
export type WireRefund = z.input<typeof refundSchema>;

/** Two characters say what happened; a suffix may follow (`00-I`). */
const answer = {
  isSuccess: z.boolean(),
  responseCode: z.string().min(2),
  responseDescription: z.string().nullish(),
  responseTime: z.string().nullish(),
  correlationID: z.string().nullish(),
};

export const answerSchema = z.object(answer);
export type WireAnswer = z.infer<typeof answerSchema>;

export const verifyAnswerSchema = z.object({
  ...answer,
  cardVerificationRawResponse: z.string().nullish(),
  postUrl: z.url({ protocol: /^https?$/ }).nullish(),
  verificationFields: z.array(z.object({ name: z.string(), value: z.string().nullable() })).nullish(),
});

export const storeAnswerSchema = z.object({ ...answer, virtualCard: z.string().nullish() });

export const payAnswerSchema = z.object({
  ...answer,
  acquirerReferenceNumber: z.string().nullish(),
  transactionID: z.string().nullish(),
  authorizationCode: z.string().nullish(),
  transactionLifecycleId: z.string().nullish(),
  maskedCardNumber: z.string().nullish(),
});
export type WirePayAnswer = z.infer<typeof payAnswerSchema>;

/**
 * A line of the daily file: `kind;transactionId;correlationId;amount;bookedAt`. After the last line comes
 * `total;LINES;SUM`, so that a file cut off is known. A refund and a chargeback name the correlation id of
 * the sale and have a negative amount. A chargeback may be of a part; one that the bank gave back, since the
 * dispute was won, is a `chargebackReversal` with a positive amount.
 */
export const bookingKinds = ['sale', 'capture', 'refund', 'chargeback', 'chargebackReversal'] as const;
export const bookingsHeader = 'kind;transactionId;correlationId;amount;bookedAt';
