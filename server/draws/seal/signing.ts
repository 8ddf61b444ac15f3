/** Our own signatures: whoever could change book, tree and seal together lacks the key. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Draw, nameOf } from '#server/draws/draw.ts';
import { DrawHalted } from '#server/draws/halt.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { rulesHashOf } from './rules-hash.ts';
import type { DrawConfig, Seal } from './seal.ts';
import { sealText } from './signed-texts.ts';

type SigningSecrets = Pick<Secrets, 'signingKey' | 'retiredKeys'>;

export function signed(text: string, signingKey: string): { signature: Buffer; publicKey: Buffer } {
  const key = createPrivateKey(signingKey);
  return {
    signature: sign(null, Buffer.from(text), key),
    publicKey: exported(createPublicKey(key)),
  };
}

/** Throws `DrawHalted` when the seal is not as it was signed, or the rules are not those that were sealed. */
export function assertSigned(seal: Seal, draw: Draw, { secrets, kinds }: DrawConfig): void {
  const { coupons, rows, stakes, sealedAt, merkleRoot, bookHash, rulesHash, signature } = seal;
  if (rulesHash && !rulesHash.equals(rulesHashOf(kinds, draw))) {
    const message = `The rules ${draw.rulesId} are not those that were sealed for ${nameOf(draw)}.`;
    throw new DrawHalted('seal_altered', message, { rules: draw.rulesId });
  }
  const text = sealText({
    game: draw.game,
    number: draw.number,
    rulesId: draw.rulesId,
    rulesHash,
    coupons,
    rows,
    stakes,
    sealedAt: sealedAt.toISOString(),
    merkleRoot: merkleRoot.toString('hex'),
    bookHash: bookHash.toString('hex'),
  });
  if (keysOf(secrets).some((key) => verify(null, Buffer.from(text), key, signature))) return;
  throw new DrawHalted('seal_altered', `The seal of ${nameOf(draw)} is not as our key signed it.`, {});
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
