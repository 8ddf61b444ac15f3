/** What every way of payment needs. */
import type { Aur } from '#integrations/aur/face.ts';
import type { Bank } from '#integrations/bank/face.ts';
import type { CardGateway } from '#integrations/card-gateway/face.ts';
import type { Db } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { systemLimits } from '#server/players/limits/system-limits.ts';

export type PaymentParts = {
  db: Db;
  log: Log;
  cardGateway: CardGateway;
  aur: Aur;
  bank: Bank;
  /** Signs what comes back through the browser. */
  returnSecret: string;
  /** Of numbers of cards: the first makes new digests, the others know old ones. */
  fingerprintKeys: readonly string[];
  /** The product's own address, without a slash at the end. */
  siteUrl: string;
  /** How far one player may go in a day; tests that need more say so. */
  bounds?: Partial<PaymentBounds>;
};

export type PaymentBounds = {
  /** Deposits begun in 24 hours. */
  depositsADay: number;
  /** New cards that were tried in 24 hours, and how many of them may fail. */
  cardsADay: number;
  failedCardsADay: number;
  /** A new card deposit takes the place of one that waits for its holder. */
  oneWaiting: boolean;
  /** Deposits from so many krónur on ask the cardholder. */
  deposit3ds: number;
};

const usual: PaymentBounds = {
  ...{ depositsADay: 30, cardsADay: 8, failedCardsADay: 5, oneWaiting: true },
  deposit3ds: systemLimits.deposit3ds,
};

export const boundsOf = ({ bounds }: PaymentParts): PaymentBounds => ({ ...usual, ...bounds });

/** A payment call that has not been heard of for so long is looked for: its process is gone. */
export const lostAfterSeconds = 90;

/** For how long an issuer, or a phone, may take to answer. */
export const returnMinutes = 15;

/** After so long without an answer a payment counts toward no limit, and a person has to look at it. */
export const silenceSeconds = 86_400;

/** To the next look after so many: 5, 10, 20 … an hour at most. */
export const backOffSeconds = (looks: number): number => Math.min(3600, 5 * 2 ** Math.min(looks, 10));
