/** Makes a sealed draw what it would be, had it been sealed before version 2 of the sales book. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Draw } from '#server/draws/draw.ts';
import { type Block, blockHead, bookHead, bookPath } from '#server/draws/seal/book.ts';
import { blockOfPlace } from '#server/draws/seal/read-block.ts';
import type { Seal } from '#server/draws/seal/seal.ts';
import { sealText } from '#server/draws/seal/signed-texts.ts';
import { signed } from '#server/platform/signatures.ts';
import type { TestDatabase } from './database.ts';
import type { drawFixture } from './draws.ts';

type Parts = { own: TestDatabase; at: ReturnType<typeof drawFixture> };

/**
 * The tree stays as it is: both versions write the same lines.
 *
 * @param version of the text that was signed; 3 did not hold the hash of the rules
 */
export async function sealByFirstBook({ own, at }: Parts, draw: Draw, seal: Seal, version: 3 | 4) {
  const found = await blockOfPlace(own.db, draw.drawId, 0);
  if (!found || found.block.coupons !== seal.coupons) throw new Error('not a book of one block');
  const bytes = firstBytes(found.block);
  const file = Buffer.concat([bookHead(draw.game, draw.number, null), blockHead(bytes), bytes]);
  writeFileSync(bookPath(own.config.dataDir, draw.game, draw.number), file);
  const bookHash = createHash('sha256').update(file).digest('hex');
  const rulesHash = version === 3 ? null : seal.rulesHash;
  const text = sealText({
    ...seal,
    game: draw.game,
    number: draw.number,
    rulesId: draw.rulesId,
    rulesHash,
    termsHash: null,
    sealedAt: seal.sealedAt.toISOString(),
    merkleRoot: seal.merkleRoot.toString('hex'),
    bookHash,
  });
  const signature = signed(text, own.config.secrets.signingKey).signature.toString('hex');
  const where = `WHERE draw_id = ${draw.drawId}`;
  await at.tamper('book_blocks', `UPDATE book_blocks SET bytes = '\\x${bytes.toString('hex')}' ${where}`);
  await at.tamper(
    'seals',
    `UPDATE seals SET row_words = NULL, signature = '\\x${signature}', book_hash = '\\x${bookHash}',
      rules_hash = ${rulesHash ? 'rules_hash' : 'NULL'} ${where}`,
  );
}

/** The columns of version 1, in their order. */
function firstBytes(block: Block): Buffer {
  const half = (place: number) =>
    Uint32Array.from({ length: block.rows }, (_, row) =>
      place < block.rowHalves ? (block.rowBits[row * block.rowHalves + place] as number) : 0,
    );
  return Buffer.concat(
    [
      Uint32Array.of(block.coupons, block.rows),
      ...[block.soldLow, block.soldHigh, block.stakes, block.sides],
      ...[0, 1, 2, 3].map(half),
      ...[block.couponIds, block.ticketIds, Uint8Array.from(block.systems), Uint8Array.from(block.rowCounts)],
    ].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}
