/**
 * Ids of tickets and coupons: 128 random bits, `uuid` in the database, 26 letters and digits outside
 * (Crockford's base 32, lower case), so that they cannot be counted or guessed (checklist 64).
 */
import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 26;

const bytesPerId = 16;
/** Drawn for many ids at once: a purchase needs two, and asking the generator is most of their cost. */
const drawn = Buffer.alloc(256 * bytesPerId);
let used = drawn.length;

/** @returns a fresh id as the database writes it; no byte serves twice */
export function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += bytesPerId;
  return uuidText(drawn.toString('hex', used - bytesPerId, used));
}

/** What ten bits are written as. */
const pairs = Array.from(
  { length: 1024 },
  (_, bits) => alphabet.charAt(bits >> 5) + alphabet.charAt(bits & 31),
);
const pair = (bits: number) => pairs[bits] as string;

export function encodeId(uuid: string): string {
  const hex = uuid.replaceAll('-', '');
  let text = pair(Number.parseInt(hex.slice(0, 2), 16));
  for (let at = 2; at < hex.length; at += 5) {
    const bits = Number.parseInt(hex.slice(at, at + 5), 16);
    text += pair(bits >> 10) + pair(bits & 1023);
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

function uuidText(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
