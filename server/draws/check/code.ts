/**
 * The code on a ticket by which anybody who holds it can ask whether it won: which player and which ticket,
 * masked, under a signature that the server alone can make. No index of tickets is needed to read it: the
 * player and the first bits of the ticket's id are a range of the primary key (docs/decisions/043).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readTyped } from '#rules/values/typed.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';

const signatureBits = 44n;
const playerBits = 32n;
const prefixBits = 24n;
const payloadBits = playerBits + prefixBits;
const letters = 20;
/** A number of 100 bits is written with six letters more, as ids are; these are zeros and left out. */
const idLetters = 26;

export type CheckedTicket = { playerId: number; ticketId: string };

/** Five groups of four letters and digits. */
export function checkCode(secret: string, ticket: CheckedTicket): string {
  if (BigInt(ticket.playerId) >> playerBits !== 0n) throw new RangeError('no code holds so large a player');
  const signature = signatureOf(secret, ticket);
  const payload = (BigInt(ticket.playerId) << prefixBits) | prefixOf(ticket.ticketId);
  const bits = (signature << payloadBits) | (payload ^ maskOf(secret, signature));
  const hex = bits.toString(16).padStart(32, '0');
  return (encodeId(hex).slice(-letters).toUpperCase().match(/.{4}/g) ?? []).join('-');
}

export type ReadCode = { playerId: number; first: string; last: string; isOf: (ticketId: string) => boolean };

/**
 * Whose ticket it may be, and between what ids; `isOf` says whether it is a ticket's own code. Blanks, dashes
 * and case do not matter, and O, I and L are read as the digits they look like. Null for what is no code.
 */
export function readCheckCode(secret: string, typed: string): ReadCode | null {
  const text = readTyped(typed)
    .replaceAll(/[\s\-.]/g, '')
    .toLowerCase()
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  const uuid = text.length === letters ? decodeId(text.padStart(idLetters, '0')) : null;
  if (uuid === null) return null;
  const bits = BigInt(`0x${uuid.replaceAll('-', '')}`);
  const signature = bits >> payloadBits;
  const payload = (bits & ((1n << payloadBits) - 1n)) ^ maskOf(secret, signature);
  const playerId = Number(payload >> prefixBits);
  const prefix = (payload & ((1n << prefixBits) - 1n)).toString(16).padStart(6, '0');
  return {
    playerId,
    first: idFrom(prefix.padEnd(32, '0')),
    last: idFrom(prefix.padEnd(32, 'f')),
    isOf: (ticketId) => isSame(signature, signatureOf(secret, { playerId, ticketId })),
  };
}

function signatureOf(secret: string, { playerId, ticketId }: CheckedTicket): bigint {
  return bitsOf(secret, `check ${playerId} ${ticketId}`, signatureBits);
}

/** Who the player is stands in no code for those who lack the secret. */
function maskOf(secret: string, signature: bigint): bigint {
  return bitsOf(secret, `check mask ${signature}`, payloadBits);
}

function bitsOf(secret: string, text: string, bits: bigint): bigint {
  const hex = createHmac('sha256', secret).update(text).digest('hex').slice(0, 16);
  return BigInt(`0x${hex}`) >> (64n - bits);
}

function prefixOf(ticketId: string): bigint {
  return BigInt(`0x${ticketId.replaceAll('-', '').slice(0, Number(prefixBits) / 4)}`);
}

function idFrom(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function isSame(a: bigint, b: bigint): boolean {
  const bytes = (value: bigint) => Buffer.from(value.toString(16).padStart(12, '0'), 'hex');
  return timingSafeEqual(bytes(a), bytes(b));
}
