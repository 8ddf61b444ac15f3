/**
 * drand's HTTP: `GET /CHAIN/public/ROUND` is answered `{ round, randomness, signature }` in hexadecimal, or
 * 404 before the time of the round. Of unchained rounds the BLS signature, a point of G1, is over the SHA-256
 * of the round as eight bytes; the key is a point of G2, and the randomness the SHA-256 of the signature.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const roundPath = (chain: string, round: number | string) => `/${chain}/public/${round}`;

export const roundSchema = z.object({
  round: z.int(),
  randomness: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^[0-9a-f]{96}$/),
});
export type WireRound = z.infer<typeof roundSchema>;

/** How messages become points: scheme `bls-unchained-g1-rfc9380`. */
export const domainTag = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

export function messageOf(round: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(round));
  return sha256(bytes);
}

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export type Chain = {
  /** Names the chain in addresses. */
  hash: string;
  /** 192 hexadecimal digits. */
  publicKey: string;
};

/** The chain quicknet of the League of Entropy: its key never changes. */
export const quicknet: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c' +
    '8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb' +
    '5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
};

/** The hash of the sandbox's own chain. */
export const sandboxChain = 'sandbox';
