/** What gateway and issuer say to a payment, and what is booked then. */
import type { z } from 'zod';
import type { payStoredSchema, payTypedSchema } from '../wire.ts';
import type { Ledger, Transaction } from './ledger.ts';
import type { Proofs } from './proofs.ts';
import type { StoredCard } from './stored-cards.ts';
import { type Authorisation, isExpired, type TestCard } from './test-cards.ts';

/** `isSilent`: it is done, and nobody hears of it. */
export type Told = { code: string; transaction?: Transaction; isSilent?: true };

type Asked = Omit<z.infer<typeof payStoredSchema>, 'virtualCardNumber' | 'virtualCardPaymentAdditionalData'> &
  Partial<Pick<z.infer<typeof payTypedSchema>, 'cvc'>> & { reference: string };

/** A card that pays: typed, or stored with who may begin payments. */
export type PayingCard = TestCard &
  Pick<StoredCard, 'fingerprint' | 'masked' | 'month' | 'year'> & {
    initiator: StoredCard['initiator'] | null;
  };

export type Payments = {
  /** A sale or an authorisation. @param card null when it is not known. @param wanted by a tester */
  buy(asked: Asked, card: PayingCard | null, wanted: string | undefined): Told;
  /** A capture or a refund. @param card fingerprint */
  follow(asked: Asked, card: string | undefined): Told;
  /** Undoes all that is left of a purchase. */
  undo(correlationId: string, original: { correlationId: string; day: string }): Told;
};

type Parts = { ledger: Ledger; proofs: Proofs; now: () => Date };

export function createPayments({ ledger, proofs, now }: Parts): Payments {
  /** Those to whom the issuer was unavailable once. */
  const putOff = new Set<string>();

  /** The same again is answered as the first time; something else under its id is not done. */
  function repeated(asked: Asked, card: string | undefined): Told | null {
    const earlier = ledger.find(asked.correlationId);
    if (!earlier) return null;
    const isSame = earlier.kind === kinds[asked.operation] && earlier.asked === asked.amount;
    return isSame && earlier.card === card ? { code: 'T3', transaction: earlier } : { code: '94' };
  }

  /** Null: approved. */
  function refusal(asked: Asked, card: PayingCard): string | null {
    const { cardVerificationData: data, scaExemption } = asked;
    const isMerchants = card.initiator?.startsWith('Merchant') ?? false;
    if (isMerchants && data) return 'P1';
    if (isMerchants && scaExemption === 'Automatic') return 'B4';
    // Without proof and without an exemption it is the merchant who begins.
    if (card.initiator && !isMerchants && !data && scaExemption === 'None') return 'B4';
    if (isExpired(card, now())) return '54';
    if (asked.cvc === wrongSecurityCode) return 'N7';
    if (data) {
      if (data.mdStatus !== 1 && data.mdStatus !== 4) return 'Q4';
      const found = proofs.check(data, card.fingerprint, asked.amount);
      if (found === 'otherAmount') return 'Q4';
      if (found === 'forged' || ledger.isUsed(data.cavv)) return 'AD';
    }
    return issuerRefuses(card.authorisation, data != null, asked.correlationId);
  }

  function issuerRefuses(
    authorisation: Authorisation,
    isProved: boolean,
    correlationId: string,
  ): string | null {
    if (authorisation === 'softDecline') return isProved ? null : '65';
    if (authorisation === 'temporaryOnce') {
      if (putOff.delete(correlationId)) return null;
      putOff.add(correlationId);
      return '91';
    }
    return refusals[authorisation] ?? null;
  }

  function bought(asked: Asked, card: PayingCard, wanted: string | undefined): Told {
    const { operation, amount, correlationId, cardVerificationData } = asked;
    const code = refusal(asked, card);
    if (code !== null) return { code };
    if (wanted !== undefined && !approvals.has(wanted.slice(0, 2))) return { code: wanted };
    const isPart = wanted?.startsWith('10') ?? false;
    const transaction = ledger.book({
      kind: operation === 'Sale' ? 'sale' : 'authorisation',
      correlationId,
      amount: isPart ? Math.floor(amount / 200) * 100 : amount,
      asked: amount,
      card: card.fingerprint,
      masked: card.masked,
      reference: asked.reference,
      cavv: cardVerificationData?.cavv ?? null,
      responseCode: wanted ?? '00',
    });
    const isSilent = card.authorisation === 'bookedWithoutAnswer';
    return { code: wanted ?? '00', transaction, ...(isSilent && { isSilent: true }) };
  }

  function followed(asked: Asked, card: string): Told {
    const { operation, amount, acquirerReferenceNumber = '', authorizationCode } = asked;
    const purchase = ledger.purchase(acquirerReferenceNumber);
    if (!purchase || purchase.card !== card) return { code: 'T0' };
    if (authorizationCode !== undefined && authorizationCode !== purchase.authorizationCode)
      return { code: 'AP' };
    const isCapture = operation === 'Capture';
    const left = isCapture ? ledger.open(purchase) : ledger.refundable(purchase);
    if (amount > left) return { code: isCapture ? 'N8' : 'A9' };
    if (amount === 0 && !(isCapture && asked.isFinalCapture && purchase.kind === 'authorisation'))
      return { code: 'A9' };
    return { code: '00', transaction: bookAfter(purchase, asked) };
  }

  function bookAfter(
    purchase: Transaction,
    asked: Pick<Asked, 'operation' | 'amount' | 'correlationId' | 'isFinalCapture'>,
  ) {
    const { acquirerReferenceNumber, authorizationCode, card, masked } = purchase;
    const { amount, correlationId } = asked;
    const same = {
      acquirerReferenceNumber,
      authorizationCode,
      card,
      masked,
      amount,
      asked: amount,
      correlationId,
    };
    const isCapture = asked.operation === 'Capture';
    return ledger.book({
      ...same,
      kind: isCapture ? 'capture' : 'refund',
      isFinal: asked.isFinalCapture ?? false,
    });
  }

  return {
    buy(asked, card, wanted) {
      return repeated(asked, card?.fingerprint) ?? (card ? bought(asked, card, wanted) : { code: 'B2' });
    },
    follow(asked, card) {
      return repeated(asked, card) ?? (card === undefined ? { code: 'B2' } : followed(asked, card));
    },
    undo(correlationId, original) {
      const purchase = ledger.find(original.correlationId);
      const isPurchase = purchase?.kind === 'sale' || purchase?.kind === 'authorisation';
      if (!isPurchase || purchase.at.slice(0, 10) !== original.day) return { code: 'T0' };
      const open = ledger.open(purchase);
      const refundable = ledger.refundable(purchase);
      if (open === 0 && refundable === 0) return { code: 'T3' };
      const id = { correlationId };
      const release = { ...id, operation: 'Capture', amount: 0, isFinalCapture: true } as const;
      const released = open > 0 ? bookAfter(purchase, release) : null;
      if (refundable === 0) return { code: '00', ...(released && { transaction: released }) };
      return {
        code: '00',
        transaction: bookAfter(purchase, { ...id, operation: 'Refund', amount: refundable }),
      };
    },
  };
}

export const wrongSecurityCode = '999';

const approvals: ReadonlySet<string> = new Set(['00', '08', '11', '10']);

const refusals: Partial<Record<Authorisation, string>> = {
  insufficientFunds: '51',
  expired: '54',
  doNotHonour: '05',
  stolen: '43',
  badAuthentication: 'AD',
  badSecurityCode: 'N7',
};

const kinds = {
  Sale: 'sale',
  Auth: 'authorisation',
  Capture: 'capture',
  Refund: 'refund',
  CaptureRefund: 'refund',
};
