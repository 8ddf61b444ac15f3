/** The card gateway as the product sees it. Amounts are whole krónur; the wire's hundredths stay inside. */

/** A card as it was typed: it goes to the gateway and is kept nowhere. `month` 1–12, `year` in full. */
export type TypedCard = { number: string; month: number; year: number; cvc: string };

/** The card of one request: typed just now, or kept at the gateway under a name of its own. */
export type CardReference = { typed: TypedCard } | { virtualCard: string };

/** What the browser is to post, and where, so that the issuer asks the cardholder. */
export type AuthenticationForm = {
  postUrl: string;
  fields: readonly { name: string; value: string }[];
};

/** What came back through the browser: claims, until a payment that carries them succeeds. */
export type Authentication = {
  mdStatus: number;
  xid: string;
  cavv: string;
  dsTransId?: string;
  eci?: string;
};

export type BeginAuthentication = {
  card: CardReference;
  /** 0 to keep a card. */
  amount: number;
  /** Where the browser is posted afterwards. */
  returnUrl: string;
  /** Comes back unchanged; at most 254 characters. */
  md: string;
  /** A UUID of ours. */
  correlationId: string;
  /** The issuer must ask a person: when a card is kept. */
  challenge: boolean;
};

export type StoreCard = {
  card: TypedCard;
  /** Who begins the payments to come: the cardholder, or we ourselves month after month. */
  initiatedBy: 'cardholder' | 'merchant';
  authentication: Authentication;
  correlationId: string;
};

export type Payment = {
  virtualCard: string;
  amount: number;
  /** Of this attempt alone: by it the payment is found again. */
  correlationId: string;
  /** Letters and digits. */
  reference: string;
  /** Without it the issuer is asked to do without the cardholder, or the merchant begins it. */
  authentication: Authentication | null;
  initiatedBy: 'cardholder' | 'merchant';
};

/**
 * Why nothing was done, for certain. `code` is what the player is told; `event`: somebody must be told too.
 * `authenticate`: the issuer wants the cardholder asked first.
 */
export type CardRefusal = {
  outcome: 'refused';
  code:
    | 'EC_CC_DECLINED'
    | 'EC_CC_ERROR'
    | 'EC_CREDITCARD_INVALID_FORMAT'
    | 'EC_CREDITCARD_MISSING'
    | 'EC_CREDITCARD_VALIDATE_FAILED';
  /** The gateway's own, two characters; empty when it was not reached. */
  responseCode: string;
  event?: 'security' | 'compliance';
  authenticate?: true;
};

/** `unknown`: no answer that could be understood; it may have happened. */
export type CardUnknown = { outcome: 'unknown' };

export type Paid = {
  outcome: 'paid';
  transactionId: string;
  authorizationCode: string;
};

/** `notFound`: the gateway knows of no payment under that id now; it may still book one. */
export type Reversal = 'reversed' | 'notFound' | 'unknown';

/**
 * A line of the gateway's daily file. Refunds and chargebacks have a negative amount and the
 * correlation id of the original payment. A chargeback that the bank returned after a dispute has
 * a positive amount.
 */
export type CardBooking = {
  correlationId: string;
  transactionId: string;
  amount: number;
  at: Date;
  chargeback?: true;
};

/** Nothing throws for what is outside; each call ends within its time limit. */
export type CardGateway = {
  beginAuthentication(
    ask: BeginAuthentication,
  ): Promise<{ outcome: 'begun'; form: AuthenticationForm } | CardRefusal | CardUnknown>;
  storeCard(ask: StoreCard): Promise<{ outcome: 'stored'; virtualCard: string } | CardRefusal | CardUnknown>;
  pay(payment: Payment): Promise<Paid | CardRefusal | CardUnknown>;
  /** Undoes a payment by its correlation id, on whatever day since it was booked. Safe to repeat. */
  reverse(correlationId: string, sentAt: Date): Promise<Reversal>;
  /** Whether the gateway has let go of the card. */
  forgetCard(virtualCard: string): Promise<boolean>;
  /** What the gateway booked on a day (`YYYY-MM-DD`); null when it could not be asked. */
  bookings(day: string): Promise<readonly CardBooking[] | null>;
};

/** `mdStatus` values with which a payment may go on: full, attempt with proof, low risk. */
export const mayContinue: readonly number[] = [1, 4, 88];
