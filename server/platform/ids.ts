/**
 * Ids of tickets and coupons: 128 random bits, `uuid` in the database, 26 letters and digits outside
 * (Crockford's base 32, lower case), so that they cannot be counted or guessed (must-hold 64). Those of
 * tickets that are bought with an idempotency key are made of it (docs/decisions/060).
 */
import { hash, randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 26;

const bytesPerId = 16;
const hexPerId = 2 * bytesPerId;
/** Drawn for many ids at once: a purchase needs two, and asking the generator is most of their cost. */
let drawn = '';
let used = 0;

/** @returns a fresh id as the database writes it; no digit serves twice */
export function newId(): string {
  if (used === drawn.length) {
    drawn = randomBytes(256 * bytesPerId).toString('hex');
    used = 0;
  }
  used += hexPerId;
  return uuidText(drawn.slice(used - hexPerId, used));
}

/** @returns the uuid of a name (RFC 9562, version 8): equal names have equal uuids */
export function uuidOfName(name: string): string {
  const hex = hash('sha256', name, 'hex');
  return uuidText(`${hex.slice(0, 12)}8${hex.slice(12, 15)}8${hex.slice(15, 30)}`);
}

/** What ten bits are written as. */
const pairs = Array.from(
  { length: 1024 },
  (_, bits) => alphabet.charAt(bits >> 5) + alphabet.charAt(bits & 31),
);

const dash = '-'.charCodeAt(0);
const digit0 = '0'.charCodeAt(0);
const letterA = 'a'.charCodeAt(0);

export function encodeId(uuid: string): string {
  let text = '';
  // 130 bits in 26 letters: two zero bits come first.
  let bits = 0;
  let count = 2;
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    if (code === dash) continue;
    bits = (bits << 4) | (code < letterA ? code - digit0 : code - letterA + 10);
    count += 4;
    if (count < 10) continue;
    count -= 10;
    text += pairs[bits >> count] as string;
    bits &= (1 << count) - 1;
  }
  return text;
}

/** @returns the uuid, or null when the text is no id */
export function decodeId(text: string): string | null {
  if (text.length !== length) return null;
  let value = 0n;
  for (const letter of text.toLowerCase()) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) return null;
    value = (value << 5n) | BigInt(digit);
  }
  return value >> 128n === 0n ? uuidText(value.toString(16).padStart(32, '0')) : null;
}

/** @returns the uuid of an id as players see it or as the table holds it, or null when the text is neither */
export function readId(text: string): string | null {
  return isUuid(text) ? text : decodeId(text);
}

/** @returns the first and the last id that begin so, or null when none does */
export function idsBeginning(text: string): [first: string, last: string] | null {
  const [first, last] = [decodeId(text.padEnd(length, '0')), decodeId(text.padEnd(length, 'z'))];
  return first !== null && last !== null ? [first, last] : null;
}

/** @param hex 32 digits */
export function uuidText(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
