/** The stored seal against our own key: whoever could change book, tree and seal together lacks the key. */
import { createPublicKey, verify } from 'node:crypto';
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
  if (verify(null, Buffer.from(text), createPublicKey(secrets.signingKey), signature)) return;
  throw new DrawStop('seal_altered', `The seal of ${nameOf(draw)} is not as our key signed it.`, {});
}
