/** What the gateway's response codes mean to the product. The first two characters decide. */
import type { CardRefusal } from './face.ts';

/** Where a call stands: a card that is added is told from one that pays. */
export type Purpose = { adding: boolean; authenticated: boolean };

const listed = (codes: string): ReadonlySet<string> => new Set(codes.split(' '));

const successes = listed('00 08 11 T2 T3 V1 B1 C1');
const declined = listed('51 61 N8 05 57 58 62 46 39 14 15 78');
const security = listed('04 07 41 43 59 63 93');
const compliance = listed('64');
const expired = listed('54 A6');
const badCard = listed('A5 AC AJ TA');
const badCode = listed('AE AF N7 82');
const authenticate = listed('65 1A T8 T9 TB');
const badAuthentication = listed('AD AR Q4 V3 C2 C3 C4 C8');
const notFound = listed('B2 B3');
const temporary = listed('AU AT AV AW 19 91 92 96 C5 V2');

/** Nothing of that correlation id is booked: it is not known, or it was declined. */
const nothingToReverse = listed('T0 25 76 TC');

/** Only a part of the amount was approved. */
export const partial = '10';
/** The same request again: the answer is that of the first. */
export const duplicate = 'T3';
/** Nothing was done because all was done before; by what, the gateway does not say. */
const finalised = 'T2';

export const codeOf = (responseCode: string): string => responseCode.slice(0, 2).toUpperCase();
export const isSuccessCode = (code: string): boolean => successes.has(code);
export const isTemporary = (code: string): boolean => temporary.has(code);
export const isReversed = (code: string): boolean => successes.has(code) && code !== finalised;
export const isNothingToReverse = (code: string): boolean => nothingToReverse.has(code);
/** The gateway knows no such card. */
export const isUnknownCard = (code: string): boolean => code === 'B2';

export function refusalOf(code: string, { adding, authenticated }: Purpose): CardRefusal {
  const refused = (as: CardRefusal['code'], more: Partial<CardRefusal> = {}): CardRefusal => ({
    outcome: 'refused',
    code: as,
    responseCode: code,
    ...more,
  });
  if (declined.has(code) || code === partial) return refused('EC_CC_DECLINED');
  if (security.has(code)) return refused('EC_CC_DECLINED', { event: 'security' });
  if (compliance.has(code)) return refused('EC_CC_DECLINED', { event: 'compliance' });
  if (expired.has(code)) return refused(adding ? 'EC_CREDITCARD_INVALID_FORMAT' : 'EC_CC_DECLINED');
  if (badCard.has(code)) return refused('EC_CREDITCARD_INVALID_FORMAT');
  if (badCode.has(code) || badAuthentication.has(code)) return refused('EC_CREDITCARD_VALIDATE_FAILED');
  // Whoever was asked already is not asked in a circle.
  if (authenticate.has(code)) return refused('EC_CC_DECLINED', authenticated ? {} : { authenticate: true });
  if (notFound.has(code)) return refused('EC_CREDITCARD_MISSING');
  return refused('EC_CC_ERROR');
}

/** Nothing was said, and for certain nothing was done. */
export const notReached: CardRefusal = { outcome: 'refused', code: 'EC_CC_ERROR', responseCode: '' };
