/** What gateway and issuer say to a purchase before it is booked. */
import type { z } from 'zod';
import { isExpired } from '#rules/values/card-number.ts';
import type { payStoredSchema, payTypedSchema } from '../wire.ts';
import type { Ledger } from './ledger.ts';
import type { Proofs } from './proofs.ts';
import type { StoredCard } from './stored-cards.ts';
import { type Authorisation, dayOf, type TestCard } from './test-cards.ts';

export type AskedPayment = Omit<
  z.infer<typeof payStoredSchema>,
  'virtualCardNumber' | 'virtualCardPaymentAdditionalData'
> &
  Partial<Pick<z.infer<typeof payTypedSchema>, 'cvc'>> & { reference: string };

/** A card that pays: typed, or stored with who may begin payments. */
export type PayingCard = TestCard &
  Pick<StoredCard, 'fingerprint' | 'masked' | 'month' | 'year'> & {
    initiator: StoredCard['initiator'] | null;
  };

/** The response code of a refusal; null: approved. */
export type Issuer = (asked: AskedPayment, card: PayingCard) => string | null;

type Parts = { ledger: Ledger; proofs: Proofs; now: () => Date };

export function createIssuer({ ledger, proofs, now }: Parts): Issuer {
  /** Payments that were told to come again, until they do. */
  const putOff = new Set<string>();

  function proofRefusal(asked: AskedPayment, card: PayingCard): string | null {
    const { cardVerificationData: data, amount } = asked;
    if (!data) return null;
    if (data.mdStatus !== 1 && data.mdStatus !== 4) return 'Q4';
    const found = proofs.check(data, card.fingerprint, amount);
    if (found === 'otherAmount') return 'Q4';
    return found === 'forged' || ledger.isUsed(data.cavv) ? 'AD' : null;
  }

  function ownWord(authorisation: Authorisation, asked: AskedPayment): string | null {
    if (authorisation === 'softDecline') return asked.cardVerificationData ? null : '65';
    if (authorisation !== 'temporaryOnce') return refusals[authorisation] ?? null;
    if (putOff.delete(asked.correlationId)) return null;
    putOff.add(asked.correlationId);
    return '91';
  }

  return (asked, card) => {
    const initiation = initiationRefusal(asked, card);
    if (initiation !== null) return initiation;
    if (isExpired(card, dayOf(now()))) return '54';
    if (asked.cvc === wrongSecurityCode) return 'N7';
    return proofRefusal(asked, card) ?? ownWord(card.authorisation, asked);
  };
}

export const wrongSecurityCode = '999';

/** Without proof and without an exemption it is the merchant who begins a payment. */
function initiationRefusal(
  { cardVerificationData: data, scaExemption }: AskedPayment,
  { initiator }: PayingCard,
): string | null {
  if (initiator === null) return null;
  if (!initiator.startsWith('Merchant')) return !data && scaExemption === 'None' ? 'B4' : null;
  if (data) return 'P1';
  return scaExemption === 'Automatic' ? 'B4' : null;
}

const refusals: Partial<Record<Authorisation, string>> = {
  insufficientFunds: '51',
  expired: '54',
  doNotHonour: '05',
  stolen: '43',
  badAuthentication: 'AD',
  badSecurityCode: 'N7',
};
