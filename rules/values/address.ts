/** A home as somebody types it. */

const lengthMax = 100;

/** Trimmed and with single blanks; null when it is none: nothing, too long, without a letter, with signs. */
export function parseAddress(text: string): string | null {
  const address = text.normalize('NFC').trim().replace(/ {2,}/g, ' ');
  const isText = /^[\p{L}\p{M}\p{N}\p{P} ]+$/u.test(address) && /\p{L}/u.test(address);
  return isText && address.length <= lengthMax ? address : null;
}
