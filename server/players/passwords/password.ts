/**
 * Passwords as Argon2id (must-hold 9): 19 MiB, two passes, one lane, in the PHC text form.
 * Source: OWASP's minimum.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { QueueEntry } from '#server/platform/fair-queue.ts';
import { deriveKey } from './password-hasher.ts';

type Parameters = { memory: number; passes: number; parallelism: number };

/** `memory` in KiB. */
const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`, both in base64 without padding. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await tagOf(password, salt, current, tagBytes);
  const { memory, passes, parallelism } = current;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/**
 * A null hash (no password, unknown name) takes the same time and is never right (must-hold 7).
 * @param entry as `deriveKey`
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  entry?: QueueEntry,
): Promise<boolean> {
  const parsed = hash === null ? null : parse(hash);
  const { salt, tag, ...parameters } = parsed ?? nobody;
  const computed = await tagOf(password, salt, parameters, tag.length, entry);
  return timingSafeEqual(computed, tag) && parsed !== null;
}

type Parsed = Parameters & { salt: Buffer; tag: Buffer };

const nobody: Parsed = { ...current, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) };

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function parse(hash: string): Parsed {
  const [, memory, passes, parallelism, salt = '', tag = ''] = shape.exec(hash) ?? [];
  if (!tag) throw new Error('a stored password hash cannot be read');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Argon2id with salt `nonce`. Throws EC_SYSTEM_CLOSED while too many wait. @param entry as `deriveKey` */
export function tagOf(
  password: string,
  nonce: Buffer,
  parameters: Parameters,
  tagLength: number,
  entry?: QueueEntry,
): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  return deriveKey({ message, nonce, ...parameters, tagLength }, entry);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
