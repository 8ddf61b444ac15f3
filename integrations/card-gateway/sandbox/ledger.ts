/** What is booked, kept in DATA_DIR: sales and authorisations, and what captures, refunds or charges back. */
import { randomInt, randomUUID } from 'node:crypto';
import { openRecord } from '../../sandbox-record.ts';

export type Transaction = {
  kind: 'sale' | 'authorisation' | 'capture' | 'refund' | 'chargeback' | 'chargebackReversal';
  transactionId: string;
  correlationId: string;
  /** Of the purchase, for all that follows it too. */
  acquirerReferenceNumber: string;
  authorizationCode: string;
  /** Hundredths. */
  amount: number;
  /** What was asked for: more, when it was approved in part. */
  asked: number;
  /** Fingerprint. */
  card: string;
  masked: string;
  responseCode: string;
  reference: string;
  cavv: string | null;
  /** A capture after which nothing more is captured. */
  isFinal: boolean;
  at: string;
};

export type Booking = Pick<Transaction, 'kind' | 'correlationId' | 'amount' | 'asked' | 'card' | 'masked'> &
  Partial<Transaction>;

export type Ledger = {
  all(): readonly Transaction[];
  /** The one that was booked under an id. */
  find(correlationId: string): Transaction | undefined;
  /** The sale or authorisation. */
  purchase(acquirerReferenceNumber: string): Transaction | undefined;
  isUsed(cavv: string): boolean;
  book(booking: Booking): Transaction;
  /** What may still be captured of an authorisation. */
  open(purchase: Transaction): number;
  /** What may still be given back. */
  refundable(purchase: Transaction): number;
  /** Amount of the purchase that is held back by chargebacks. */
  chargedBack(purchase: Transaction): number;
};

export function openLedger(file: string, now: () => Date): Ledger {
  const record = openRecord<Transaction>(file, { flush: false });
  const byId = new Map<string, Transaction>();
  const purchases = new Map<string, Transaction[]>();
  const used = new Set<string>();
  const take = (transaction: Transaction) => {
    byId.set(transaction.correlationId, transaction);
    const { acquirerReferenceNumber: number, cavv } = transaction;
    purchases.set(number, [...(purchases.get(number) ?? []), transaction]);
    if (cavv !== null) used.add(cavv);
  };
  for (const transaction of record.entries) take(transaction);
  const following = ({ acquirerReferenceNumber }: Transaction, kinds: readonly Transaction['kind'][]) =>
    (purchases.get(acquirerReferenceNumber) ?? []).filter(({ kind }) => kinds.includes(kind));
  const sum = (transactions: readonly Transaction[]) =>
    transactions.reduce((total, { amount }) => total + amount, 0);
  const chargedBack = (purchase: Transaction) =>
    sum(following(purchase, ['chargeback'])) - sum(following(purchase, ['chargebackReversal']));
  return {
    chargedBack,
    all: () => record.entries,
    find: (correlationId) => byId.get(correlationId),
    purchase: (number) => purchases.get(number)?.[0],
    isUsed: (cavv) => used.has(cavv),
    book(booking) {
      const transaction: Transaction = {
        transactionId: randomUUID(),
        acquirerReferenceNumber: digits(23),
        authorizationCode: digits(6),
        responseCode: '00',
        reference: '',
        cavv: null,
        isFinal: false,
        at: now().toISOString(),
        ...booking,
      };
      record.add(transaction);
      take(transaction);
      return transaction;
    },
    open(purchase) {
      const captures = following(purchase, ['capture']);
      if (purchase.kind !== 'authorisation' || captures.some(({ isFinal }) => isFinal)) return 0;
      return purchase.amount - sum(captures);
    },
    refundable(purchase) {
      const taken = purchase.kind === 'sale' ? purchase.amount : sum(following(purchase, ['capture']));
      return taken - sum(following(purchase, ['refund'])) - chargedBack(purchase);
    },
  };
}

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
