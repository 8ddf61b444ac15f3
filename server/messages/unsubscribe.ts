/**
 * The address in a letter by which its reader stops such letters without signing in (RFC 8058). Its token
 * names player, kind and language under a signature. It does not expire and is good for nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const unsubscribePath = '/api/unsubscribe';

/** The choices of an account that a letter can take back, by their fields. */
const choices = ['drawLetters', 'mailList', 'drawReminders'] as const;
const locales = ['is', 'en'] as const;

export type Unsubscription = {
  playerId: number;
  choice: (typeof choices)[number];
  locale: (typeof locales)[number];
};

const signatureLength = 32;
const tokenShape = /^[0-2][01][\da-f]{12}[\da-f]{32}$/;

/** Hexadecimal survives mail transports that change case or punctuation. */
export function unsubscribeToken(secret: string, { playerId, choice, locale }: Unsubscription): string {
  const player = playerId.toString(16).padStart(12, '0');
  const payload = `${choices.indexOf(choice)}${locales.indexOf(locale)}${player}`;
  return payload + signatureOf(secret, payload);
}

/** Null for a token that we did not sign. */
export function readUnsubscribeToken(secret: string, typed: string): Unsubscription | null {
  const token = typed.toLowerCase();
  if (!tokenShape.test(token)) return null;
  const payload = token.slice(0, -signatureLength);
  const signature = Buffer.from(token.slice(-signatureLength));
  if (!timingSafeEqual(signature, Buffer.from(signatureOf(secret, payload)))) return null;
  const choice = choices[Number(payload[0])] ?? 'drawLetters';
  const locale = locales[Number(payload[1])] ?? 'is';
  return { playerId: Number.parseInt(payload.slice(2), 16), choice, locale };
}

function signatureOf(secret: string, payload: string): string {
  const signature = createHmac('sha256', secret).update(`unsubscribe ${payload}`).digest('hex');
  return signature.slice(0, signatureLength);
}
