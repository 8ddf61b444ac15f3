/**
 * Cards whose number says what happens: 400000 or 510000, two digits for 3-D Secure, two for payments, a free
 * serial of five, a check digit. The two that ValitorPay lists for its own test system are among them.
 */
import { type CardBrand, isCardNumber, luhnDigit } from '#rules/values/card-number.ts';

export const threeD = {
  '01': 'frictionless',
  '02': 'challenge',
  '04': 'attempt',
  '05': 'unavailable',
  '00': 'refused',
  '06': 'errorOnce',
  '07': 'mpiError',
  '10': 'unsupported',
  '11': 'neverReturns',
} as const;
export type ThreeD = (typeof threeD)[keyof typeof threeD];

export const authorisations = {
  '00': 'approved',
  '51': 'insufficientFunds',
  '54': 'expired',
  '05': 'doNotHonour',
  '43': 'stolen',
  '65': 'softDecline',
  '91': 'temporaryOnce',
  '96': 'bookedWithoutAnswer',
  '82': 'badAuthentication',
  '83': 'badSecurityCode',
} as const;
export type Authorisation = (typeof authorisations)[keyof typeof authorisations];

export type TestCard = { scheme: CardBrand; threeD: ThreeD; authorisation: Authorisation };

const schemes: Readonly<Record<string, CardBrand>> = { '400000': 'visa', '510000': 'mastercard' };

const listedByTheGateway: Readonly<Record<string, CardBrand>> = {
  [`${552683}${'0589243348'}`]: 'mastercard',
  [`${492181}${'0880068101'}`]: 'visa',
};
export const aliases: readonly string[] = Object.keys(listedByTheGateway);

const has = <Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> =>
  Object.hasOwn(table, key);

/** Null when it is none: no other card is taken or kept here. */
export function readTestCard(number: string): TestCard | null {
  if (!isCardNumber(number)) return null;
  const alias = listedByTheGateway[number];
  if (alias) return { scheme: alias, threeD: 'challenge', authorisation: 'approved' };
  const [, prefix = '', secure = '', payment = ''] = /^(\d{6})(\d\d)(\d\d)\d{6}$/.exec(number) ?? [];
  const scheme = schemes[prefix];
  if (!scheme || !has(threeD, secure) || !has(authorisations, payment)) return null;
  return { scheme, threeD: threeD[secure], authorisation: authorisations[payment] };
}

/** @param serial of at most five digits */
export function cardNumber(
  scheme: CardBrand,
  secure: keyof typeof threeD,
  payment: keyof typeof authorisations,
  serial: number,
): string {
  const prefix = scheme === 'visa' ? '400000' : '510000';
  const digits = `${prefix}${secure}${payment}${String(serial).padStart(5, '0')}`;
  return digits + luhnDigit(digits);
}

export const masked = (number: string): string =>
  `${number.slice(0, 6)}${'*'.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`;

/** In Iceland, whose time is UTC: `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
