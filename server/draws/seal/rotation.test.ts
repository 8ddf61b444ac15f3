/** Secrets of sealed books can be changed at any time (must-hold 144). */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { encodeId } from '#server/platform/ids.ts';
import { ownDraws } from '#test/harness/own-draws.ts';
import { proofOf } from './evidence.ts';

const { own, at } = ownDraws();

const numbers = [1, 2, 3, 4, 5];

async function sealedDraw() {
  const draw = await at.onSale();
  const playerId = await at.player(10_000);
  const { ticketId, couponIds } = await at.buy({ playerId, rows: [numbers] });
  await at.seal(draw);
  await at.result(draw.drawId, numbers, 6);
  const ids = { ticketId: encodeId(ticketId), couponId: encodeId(couponIds[0] ?? '') };
  return { draw, proof: () => proofOf(own.db, own.config.kinds, playerId, ids) };
}

/** The configuration after a change of both secrets. */
function rotated(retiredKeys: readonly string[]) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const seal = 'another secret of books, 32 long';
  return { ...own.config, secrets: { ...own.config.secrets, seal, signingKey, retiredKeys } };
}

test('a draw sealed with former secrets is settled once its key is named; its proofs stay', async () => {
  const { draw, proof } = await sealedDraw();
  const before = await proof();
  const published = createPublicKey(own.config.secrets.signingKey).export({ type: 'spki', format: 'der' });

  await expect(settleDraw(own.db, rotated([]), draw.drawId)).rejects.toThrow('not as our key signed');
  await settleDraw(own.db, rotated([published.toString('base64')]), draw.drawId);
  expect(await proof()).toEqual(before);
});
