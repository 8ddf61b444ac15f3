/** Sealed books of version 1, kept as the program of then wrote them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rulesOf } from '#rules/numbers/games.ts';
import { BookError, bookHead } from '#server/draws/seal/book.ts';
import { viewAnyBlock } from '#server/draws/seal/first-book.ts';
import { linesOf } from '#server/draws/seal/kind-lines.ts';
import { createLeafHasher, createPublicWriter, leafOf } from '#server/draws/seal/leaf.ts';
import { buildTree, rootOf } from '#server/draws/seal/merkle.ts';
import { numbers } from '#server/games/numbers/kind.ts';
import type { PublishedDraw } from '#test/harness/published-draws.ts';

type Kept = Pick<PublishedDraw, 'evidence' | 'book' | 'proof'> & {
  sealed: { bytes: string; drawSecret: string };
};

describe.each(['first', 'lotto', 'vikinglotto', 'eurojackpot'])('%s', (name) => {
  const file = new URL(`../../tools/fixtures/book-1/${name}.json`, import.meta.url);
  const { evidence, book, proof, sealed } = JSON.parse(readFileSync(file, 'utf8')) as Kept;
  const secret = Buffer.from(sealed.drawSecret, 'hex');
  const bytes = new Uint8Array(Buffer.from(sealed.bytes, 'base64'));
  const { gameId: game, rulesId, draw } = evidence;
  const lines = () => linesOf({ module: numbers.book.module.href, own: numbers.book.own({ game, rulesId }) });
  /** A single block, behind the head and its length. */
  const block = () => viewAnyBlock(bytes.slice(68), null);

  test('the head is that of version 1', () => {
    expect(Buffer.from(bytes.slice(0, 64))).toEqual(bookHead(game, draw, null));
    expect(rulesOf({ rulesId }).id).toBe(rulesId);
  });

  test('its leaves lead to the root that was published', async () => {
    const leaves = createLeafHasher(secret, await lines())(block());
    expect(rootOf(buildTree(leaves)).toString('hex')).toBe(evidence.merkleRoot);
  });

  test('it is published as it was, and proves as it did', async () => {
    const published = createPublicWriter(secret, await lines())(block());
    expect(published).toBe(book.slice(book.indexOf('\n') + 1));
    const places = Array.from({ length: block().coupons }, (_, index) => index);
    const kindLines = await lines();
    const proofs = places.map((place) => leafOf(block(), place, secret, kindLines));
    const found = proofs.find(({ line }) => line === proof.leaf);
    expect(found?.salt.toString('hex')).toBe(proof.salt);
    expect(found?.rows).toBeNull();
  });

  test('every bit belongs to a leaf, or the block cannot be read', async () => {
    const hashLeaves = createLeafHasher(secret, await lines());
    const good = hashLeaves(block());
    for (let bit = 0; bit < (bytes.length - 68) * 8; bit += 1) {
      const altered = bytes.slice(68);
      altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
      let found: Buffer | null = null;
      try {
        found = hashLeaves(viewAnyBlock(altered, null));
      } catch (error) {
        if (!(error instanceof BookError)) throw error;
      }
      expect(found?.equals(good) ?? false, `bit ${bit}`).toBe(false);
    }
  });
});
