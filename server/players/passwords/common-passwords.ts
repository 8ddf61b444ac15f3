/**
 * Passwords that are guessed first: the most frequent ones of breaches, words of this house and country, and
 * what a finger draws on a keyboard (must-hold 8).
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { localWords } from './local-words.ts';

/**
 * The first four bytes of the SHA-256 of each, ascending: one in forty thousand others is taken for one of
 * them. Written by tools/common-passwords.ts, which says where the list is from.
 */
const file = new URL('./common-passwords.bin', import.meta.url);
let marks: Uint32Array | null = null;

export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFC').toLowerCase();
  return isRepetitive(plain) || isRun(plain) || isLocal(plain) || isListed(plain);
}

/** What stands for a password in the list. */
export function markOf(plain: string): number {
  return hash('sha256', plain, 'buffer').readUInt32BE();
}

function isListed(plain: string): boolean {
  marks ??= readMarks();
  const sought = markOf(plain);
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks[middle] ?? 0) < sought) low = middle + 1;
    else high = middle;
  }
  return marks[low] === sought;
}

function readMarks(): Uint32Array {
  const bytes = readFileSync(file);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4));
}

/** One, two, three or four signs again and again. */
function isRepetitive(plain: string): boolean {
  return /^(.{1,4})\1+$/su.test(plain);
}

const keyboard = [
  'qwertyuiopðåasdfghjklæ´zxcvbnmþ',
  'aábdðeéfghiíjklmnoóprstuúvxyýþæö',
  'abcdefghijklmnopqrstuvwxyz',
];
const digits = '01234567890123456789';

/** A stretch of the keyboard, the alphabet or the digits, either way. */
function isRun(plain: string): boolean {
  const backwards = [...plain].reverse().join('');
  return [...keyboard, digits].some((row) => row.includes(plain) || row.includes(backwards));
}

/** A word that everybody here thinks of, with digits or signs before and behind, Icelandic letters or not. */
function isLocal(plain: string): boolean {
  const word = withoutAccents(plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));
  return localWords.has(word);
}

function withoutAccents(plain: string): string {
  const bare = plain.replaceAll('ð', 'd').replaceAll('þ', 'th').replaceAll('æ', 'ae');
  return bare.normalize('NFD').replace(/\p{M}/gu, '');
}
