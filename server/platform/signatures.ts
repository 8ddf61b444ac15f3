/** Our own signatures (Ed25519). The key does not lie in the database, where the signed rows are. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Secrets } from './secrets.ts';

export type SigningSecrets = Pick<Secrets, 'signingKey' | 'retiredKeys'>;

export function signed(text: string, signingKey: string): { signature: Buffer; publicKey: Buffer } {
  const key = createPrivateKey(signingKey);
  return {
    signature: sign(null, Buffer.from(text), key),
    publicKey: exported(createPublicKey(key)),
  };
}

/** Whether the key that signs now signed it, or one that signed before it. */
export function isSigned(text: string, signature: Buffer, secrets: SigningSecrets): boolean {
  return keysOf(secrets).some((key) => verify(null, Buffer.from(text), key, signature));
}

/** The key that signs now, then those that signed before it: SPKI, DER, base64. */
export function publishedKeys(secrets: SigningSecrets): string[] {
  return keysOf(secrets).map((key) => exported(key).toString('base64'));
}

function keysOf({ signingKey, retiredKeys }: SigningSecrets): KeyObject[] {
  const retired = retiredKeys.map((key) =>
    createPublicKey({ key: Buffer.from(key, 'base64'), type: 'spki', format: 'der' }),
  );
  return [createPublicKey(signingKey), ...retired];
}

const exported = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
