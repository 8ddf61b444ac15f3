import { type Draw, nameOf } from '#server/draws/draw.ts';
import { DrawHalted } from '#server/draws/halt.ts';
import { isSigned } from '#server/platform/signatures.ts';
import { rulesHashOf } from './rules-hash.ts';
import type { DrawConfig, Seal } from './seal.ts';
import { sealText } from './signed-texts.ts';

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
    termsHash: draw.termsHash,
    coupons,
    rows,
    stakes,
    sealedAt: sealedAt.toISOString(),
    merkleRoot: merkleRoot.toString('hex'),
    bookHash: bookHash.toString('hex'),
  });
  if (isSigned(text, signature, secrets)) return;
  throw new DrawHalted('seal_altered', `The seal of ${nameOf(draw)} is not as our key signed it.`, {});
}
