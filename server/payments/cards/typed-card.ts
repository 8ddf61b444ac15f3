/**
 * What was typed of a card, from the call until its holder comes back: the one place that holds a number
 * (docs/rules/payments.md, Card data). It lies encrypted under a key that is nowhere but in the token that
 * the browser brings back, is read once, and is gone after fifteen minutes.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { TypedCard } from '#integrations/card-gateway/face.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { returnMinutes } from '../parts.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** @returns the key, which is kept by nobody here */
export async function hideCard(tx: Tx, verificationId: string, card: TypedCard): Promise<Buffer> {
  const key = randomBytes(32);
  const nonce = randomBytes(nonceBytes);
  const encrypt = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(verificationId));
  const hidden = Buffer.concat([encrypt.update(JSON.stringify(card)), encrypt.final()]);
  const sealed = Buffer.concat([nonce, encrypt.getAuthTag(), hidden]);
  await sql`
    INSERT INTO typed_cards (verification_id, expires_at, sealed)
    VALUES (${verificationId}, domain_now() + make_interval(mins => ${returnMinutes}), ${sealed})`.execute(
    tx,
  );
  return key;
}

/** Null when it is gone: too late, taken, or lost with a crash of the database. */
export async function takeCard(tx: Tx, verificationId: string, key: Buffer): Promise<TypedCard | null> {
  const { rows } = await sql<{ sealed: Buffer }>`
    DELETE FROM typed_cards WHERE verification_id = ${verificationId} RETURNING sealed`.execute(tx);
  const [row] = rows;
  if (!row || key.length !== 32) return null;
  const { sealed } = row;
  const decrypt = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(verificationId))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([decrypt.update(sealed.subarray(nonceBytes + tagBytes)), decrypt.final()]);
  return JSON.parse(text.toString()) as TypedCard;
}

export async function wipeCard(tx: Tx, verificationId: string): Promise<void> {
  await sql`DELETE FROM typed_cards WHERE verification_id = ${verificationId}`.execute(tx);
}

/** @returns how many were too old */
export async function wipeOldCards(db: Db): Promise<number> {
  const { rowCount } = await sql`DELETE FROM typed_cards WHERE expires_at <= domain_now()`.execute(db);
  return rowCount ?? 0;
}

/** A number's keyed digests: the first is how it is known from now on, the others how it may be known. */
export function fingerprintsOf(number: string, keys: readonly string[]): [Buffer, ...Buffer[]] {
  const [first = '', ...retired] = keys;
  const digest = (key: string) => createHmac('sha256', key).update(number).digest();
  return [digest(first), ...retired.map(digest)];
}
