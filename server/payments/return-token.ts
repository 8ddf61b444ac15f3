/**
 * `MD`: what goes to the issuer with the browser and comes back with it, and is the only proof of the return
 * (docs/rules/payments.md, Return). It names one card or deposit and its round, is signed, and is good once,
 * since the row it names leaves its state with it. For a new card it also carries the key of what was typed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const purposes = ['creditCard', 'subscriptionCard', 'deposit'] as const;
export type Purpose = (typeof purposes)[number];

export type ReturnToken = {
  purpose: Purpose;
  /** Of the payment or the card verification. */
  id: string;
  round: number;
  /** 32 bytes for a new card, none otherwise. */
  key: Buffer;
};

const idBytes = 16;
const keyBytes = 32;
const headBytes = 2 + idBytes;
const tagBytes = 32;

/** In hexadecimal: letters that forms, addresses and other servers carry unchanged. */
export function writeReturnToken(secret: string, { purpose, id, round, key }: ReturnToken): string {
  const head = Buffer.from([purposes.indexOf(purpose), round]);
  const body = Buffer.concat([head, Buffer.from(id.replaceAll('-', ''), 'hex'), key]);
  return Buffer.concat([body, tagOf(secret, body)]).toString('hex');
}

/** Null for anything that was not written here. Tokens in base64 are from before an update. */
export function readReturnToken(secret: string, text: string): ReturnToken | null {
  const encoding = /^[\da-f]+$/.test(text) ? 'hex' : 'base64';
  const bytes = Buffer.from(text, encoding);
  const body = bytes.subarray(0, -tagBytes);
  if (body.length !== headBytes && body.length !== headBytes + keyBytes) return null;
  if (bytes.toString(encoding) !== text) return null;
  if (!timingSafeEqual(bytes.subarray(-tagBytes), tagOf(secret, body))) return null;
  const purpose = purposes[body[0] ?? purposes.length];
  if (purpose === undefined) return null;
  const hex = body.toString('hex', 2, headBytes);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { purpose, id, round: body[1] ?? 0, key: Buffer.from(body.subarray(headBytes)) };
}

function tagOf(secret: string, body: Buffer): Buffer {
  return createHmac('sha256', secret).update('return').update(body).digest();
}
