/** Purchases and what follows them, as they are booked. */
import { type AskedPayment, createIssuer, type PayingCard } from './issuer.ts';
import type { Ledger, Transaction } from './ledger.ts';
import type { Proofs } from './proofs.ts';

/** `isSilent`: it is done, and nobody hears of it. */
export type Told = { code: string; transaction?: Transaction; isSilent?: true };

export type Payments = {
  /** A sale or an authorisation. @param card null when it is not known. @param wanted by a tester */
  buy(asked: AskedPayment, card: PayingCard | null, wanted: string | undefined): Told;
  /** A capture or a refund. @param card fingerprint */
  follow(asked: AskedPayment, card: string | undefined): Told;
  /** Undoes all that is left of a purchase. */
  undo(correlationId: string, original: { correlationId: string; day: string }): Told;
};

export function createPayments(parts: { ledger: Ledger; proofs: Proofs; now: () => Date }): Payments {
  const { ledger } = parts;
  const issuer = createIssuer(parts);
  return {
    buy(asked, card, wanted) {
      const repeated = earlier(ledger, asked, card?.fingerprint);
      if (repeated) return repeated;
      if (!card) return { code: 'B2' };
      const code = issuer(asked, card) ?? wanted ?? '00';
      return approvals.has(code.slice(0, 2)) ? bought(ledger, asked, card, code) : { code };
    },
    follow(asked, card) {
      const repeated = earlier(ledger, asked, card);
      if (repeated) return repeated;
      return card === undefined ? { code: 'B2' } : followed(ledger, asked, card);
    },
    undo: (correlationId, original) => undone(ledger, correlationId, original),
  };
}

const approvals: ReadonlySet<string> = new Set(['00', '08', '10', '11']);

const kinds = {
  Sale: 'sale',
  Auth: 'authorisation',
  Capture: 'capture',
  Refund: 'refund',
  CaptureRefund: 'refund',
} as const;

/** The same again is answered as the first time; something else under its id is not done. */
function earlier(ledger: Ledger, asked: AskedPayment, card: string | undefined): Told | null {
  const transaction = ledger.find(asked.correlationId);
  if (!transaction) return null;
  const isSame = transaction.kind === kinds[asked.operation] && transaction.asked === asked.amount;
  return isSame && transaction.card === card ? { code: 'T3', transaction } : { code: '94' };
}

function bought(ledger: Ledger, asked: AskedPayment, card: PayingCard, code: string): Told {
  const { operation, amount, correlationId, reference, cardVerificationData } = asked;
  const transaction = ledger.book({
    kind: kinds[operation],
    correlationId,
    amount: code.startsWith('10') ? Math.floor(amount / 200) * 100 : amount,
    asked: amount,
    card: card.fingerprint,
    masked: card.masked,
    reference,
    cavv: cardVerificationData?.cavv ?? null,
    responseCode: code,
  });
  return { code, transaction, ...(card.authorisation === 'bookedWithoutAnswer' && { isSilent: true }) };
}

function followed(ledger: Ledger, asked: AskedPayment, card: string): Told {
  const {
    operation,
    amount,
    acquirerReferenceNumber = '',
    authorizationCode,
    isFinalCapture = false,
  } = asked;
  const purchase = ledger.purchase(acquirerReferenceNumber);
  if (!purchase || purchase.card !== card) return { code: 'T0' };
  if ((authorizationCode ?? purchase.authorizationCode) !== purchase.authorizationCode) return { code: 'AP' };
  const isCapture = operation === 'Capture';
  const left = isCapture ? ledger.open(purchase) : ledger.refundable(purchase);
  if (amount > left) return { code: isCapture ? 'N8' : 'A9' };
  const isRelease = isCapture && isFinalCapture && left > 0;
  if (amount === 0 && !isRelease) return { code: 'A9' };
  return { code: '00', transaction: bookAfter(ledger, purchase, { ...asked, isFinalCapture }) };
}

type Following = Pick<AskedPayment, 'operation' | 'amount' | 'correlationId'> & { isFinalCapture: boolean };

function bookAfter(ledger: Ledger, purchase: Transaction, following: Following): Transaction {
  const { acquirerReferenceNumber, authorizationCode, card, masked } = purchase;
  const { operation, amount, correlationId, isFinalCapture: isFinal } = following;
  const same = { acquirerReferenceNumber, authorizationCode, card, masked };
  return ledger.book({ ...same, kind: kinds[operation], amount, asked: amount, correlationId, isFinal });
}

/** An authorisation is released, and what was captured or sold is given back. */
function undone(
  ledger: Ledger,
  correlationId: string,
  original: { correlationId: string; day: string },
): Told {
  const purchase = ledger.find(original.correlationId);
  const isPurchase = purchase?.kind === 'sale' || purchase?.kind === 'authorisation';
  if (!isPurchase || purchase.at.slice(0, 10) !== original.day) return { code: 'T0' };
  const refundable = ledger.refundable(purchase);
  const isOpen = ledger.open(purchase) > 0;
  if (!isOpen && refundable === 0) return { code: 'T3' };
  const release = { correlationId, operation: 'Capture', amount: 0, isFinalCapture: true } as const;
  const refund = { correlationId, operation: 'Refund', amount: refundable, isFinalCapture: false } as const;
  const released = isOpen ? bookAfter(ledger, purchase, release) : purchase;
  return { code: '00', transaction: refundable > 0 ? bookAfter(ledger, purchase, refund) : released };
}
