import { createHash } from 'node:crypto';

/** Of what the app takes the digest: the bytes of the hash, or the base64 text that was sent. */
export type CodeFrom = 'decoded' | 'text';

/**
 * The four digits that the app shows for a hash: SHA-256, its last two bytes big-endian, modulo 10,000,
 * with leading zeros.
 *
 * @param hash base64 of 64 bytes
 */
export function securityCode(hash: string, from: CodeFrom): string {
  const digest = createHash('sha256')
    .update(from === 'decoded' ? Buffer.from(hash, 'base64') : hash)
    .digest();
  return String(digest.readUInt16BE(digest.length - 2) % 10_000).padStart(4, '0');
}
