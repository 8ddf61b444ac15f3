/** The stored seal against our own keys: whoever could change book, tree and seal together lacks the key. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Draw, nameOf } from './draw-store.ts';
import type { DrawConfig, Seal } from './seal.ts';
import { sealText } from './seal-text.ts';
import { DrawStop } from './stop.ts';

/** Throws `DrawStop` when the seal is not as it was signed. */
export function assertSigned(seal: Seal, draw: Draw, { secrets }: DrawConfig): void {
  const { game, number } = draw;
  const { coupons, rows, stakes, sealedAt, merkleRoot, signature } = seal;
  const text = sealText({
    ...{ game, number, coupons, rows, stakes },
    ...{ sealedAt: sealedAt.toISOString(), merkleRoot: merkleRoot.toString('hex') },
  });
  const { signingKey, retiredKeys } = secrets;
  const keys = [createPublicKey(signingKey), ...retiredKeys.map(publicKeyOf)];
  if (keys.some((key) => verify(null, Buffer.from(text), key, signature))) return;
  throw new DrawStop('seal_altered', `The seal of ${nameOf(draw)} is not as our key signed it.`, {});
}

/** @param published as the evidence of a draw shows it: SPKI, DER, base64 */
function publicKeyOf(published: string): KeyObject {
  return createPublicKey({ key: Buffer.from(published, 'base64'), type: 'spki', format: 'der' });
}
