/** A home as somebody types it. */

import { readTyped } from './typed.ts';

const lengthMax = 100;

/** Trimmed and with single blanks; null when it is none: nothing, too long, without a letter, with signs. */
export function parseAddress(text: string): string | null {
  const address = readTyped(text).replace(/ {2,}/g, ' ');
  const isText = /^[\p{L}\p{M}\p{N}\p{P} ]+$/u.test(address) && /\p{L}/u.test(address);
  return isText && address.length <= lengthMax ? address : null;
}

/** Digits alone, or null: other countries have longer ones. */
export function parsePostalCode(text: string): string | null {
  const code = readTyped(text);
  return /^\d{1,10}$/.test(code) ? code : null;
}
