/** Draws that were sealed by the first sales book, also before the hash of the rules was part of a seal. */
import { rmSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { bookPath } from '#server/draws/seal/book.ts';
import { proofOf } from '#server/draws/seal/evidence.ts';
import { encodeId } from '#server/platform/ids.ts';
import { publishedKeys } from '#server/platform/signatures.ts';
import { sealByFirstBook } from '#test/harness/first-book.ts';
import { checkProof, failing, verifyDraw } from '#test/harness/outside-tools.ts';
import { ownDraws } from '#test/harness/own-draws.ts';
import { publishedOf, recompute } from '#test/harness/recompute.ts';

const { own, at } = ownDraws();
let playerId: number;
beforeAll(async () => {
  playerId = await at.player(100_000);
});

async function sealedDraw() {
  const draw = await at.onSale();
  const bought = await at.buy({ playerId, rows: [[1, 2, 3, 4, 5]], joker: '01239' });
  return { draw, bought, seal: await at.seal(draw) };
}

test.each([3, 4] as const)(
  'a draw of the first book is settled after the upgrade, with seal %i',
  async (version) => {
    const { draw, seal, bought } = await sealedDraw();
    const ids = { ticketId: encodeId(bought.ticketId), couponId: encodeId(bought.couponIds[0] ?? '') };
    const proof = await proofOf(own.db, own.config.kinds, playerId, ids);
    await sealByFirstBook({ own, at }, draw, seal, version);
    expect(await proofOf(own.db, own.config.kinds, playerId, ids)).toEqual(proof);
    rmSync(bookPath(own.config.dataDir, draw.game, draw.number));
    await at.result(draw.drawId, [1, 2, 3, 40, 41], 6, '01234');
    expect(await at.settle(draw.drawId)).toMatchObject({ winningCoupons: 1 });
    const published = await publishedOf(own, draw);
    expect(recompute(own, published)).toEqual([]);
    const key = publishedKeys(own.config.secrets);
    expect(failing(() => checkProof.check(published.evidence, proof, key))).toEqual([]);
  },
);

test('a seal that did not hold the hash of the rules has them signed with the settlement', async () => {
  const { draw, seal } = await sealedDraw();
  await sealByFirstBook({ own, at }, draw, seal, 3);
  await at.result(draw.drawId, [1, 2, 3, 40, 41], 6, '01234');
  await at.settle(draw.drawId);
  const published = await publishedOf(own, draw);
  expect(published.evidence).not.toHaveProperty('rulesHash');
  expect(published.evidence.settlement?.rulesHash).toMatch(/^[0-9a-f]{64}$/);
  expect(verifyDraw.unproven(published.evidence).join()).toContain(
    'signed with the settlement, not with the seal',
  );
  const rules = { ...published.rules, matrix: '5/46' };
  expect(recompute(own, { ...published, rules })).toEqual(['the rules are those of the draw']);
});

test('a draw whose rules are not those that were sealed is not settled', async () => {
  const { draw, seal } = await sealedDraw();
  const setHash = (hash: Buffer | null) =>
    at.tamper(
      'seals',
      `UPDATE seals SET rules_hash = '\\x${hash?.toString('hex')}' WHERE draw_id = ${draw.drawId}`,
    );
  await at.result(draw.drawId, [1, 2, 3, 40, 41], 6, '01234');
  await setHash(Buffer.alloc(32, 1));
  await expect(at.settle(draw.drawId)).rejects.toMatchObject({ haltCode: 'seal_altered' });
  await setHash(seal.rulesHash);
  await at.settle(draw.drawId);
  const { evidence } = await publishedOf(own, draw);
  expect(evidence.settlement?.before?.draw).toBe(draw.number - 1);
});
