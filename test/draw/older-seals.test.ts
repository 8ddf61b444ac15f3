/** Draws that were sealed before the hash of the rules was part of a seal. */
import { beforeAll, expect, test } from 'vitest';
import { sealText } from '#server/draws/seal/signed-texts.ts';
import { signed } from '#server/platform/signatures.ts';
import { verifyDraw } from '#test/harness/outside-tools.ts';
import { ownDraws } from '#test/harness/own-draws.ts';
import { publishedOf, recompute } from '#test/harness/recompute.ts';

const { own, at } = ownDraws();
let playerId: number;
beforeAll(async () => {
  playerId = await at.player(100_000);
});

async function sealedDraw() {
  const draw = await at.onSale();
  await at.buy({ playerId, rows: [[1, 2, 3, 4, 5]], joker: '01239' });
  return { draw, seal: await at.seal(draw) };
}

test('a draw sealed by the older text is settled, and its rules are signed with the settlement', async () => {
  const { draw, seal } = await sealedDraw();
  const text = sealText({
    ...{ game: draw.game, number: draw.number, rulesId: draw.rulesId, rulesHash: null },
    ...{ coupons: seal.coupons, rows: seal.rows, stakes: seal.stakes, sealedAt: seal.sealedAt.toISOString() },
    ...{ merkleRoot: seal.merkleRoot.toString('hex'), bookHash: seal.bookHash.toString('hex') },
  });
  const { signature } = signed(text, own.config.secrets.signingKey);
  const hex = signature.toString('hex');
  await at.tamper(
    'seals',
    `UPDATE seals SET rules_hash = NULL, signature = '\\x${hex}' WHERE draw_id = ${draw.drawId}`,
  );
  await at.result(draw.drawId, [1, 2, 3, 40, 41], 6, '01234');
  await at.settle(draw.drawId);
  const published = await publishedOf(own, draw);
  expect(published.evidence).not.toHaveProperty('rulesHash');
  expect(published.evidence.settlement?.rulesHash).toMatch(/^[0-9a-f]{64}$/);
  expect(recompute(own, published)).toEqual([]);
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
