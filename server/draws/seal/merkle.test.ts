import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildTree, hashBytes, pathOf, rootOf } from './merkle.ts';

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const leaf = (index: number) => sha256(Buffer.from(`leaf ${index}`));

/** RFC 6962, section 2.1, as it is written: split at the largest power of two below the count. */
function rootByDefinition(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (leaves.length === 1 && only) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)].map(rootByDefinition);
  if (!left || !right) throw new Error('nothing to hash');
  return sha256(Buffer.from([1]), left, right);
}

const counts = Array.from({ length: 70 }, (_, index) => index + 1);

test('the root is that of RFC 6962, for every number of leaves', () => {
  for (const count of counts) {
    const leaves = Array.from({ length: count }, (_, index) => leaf(index));
    expect(rootOf(buildTree(Buffer.concat(leaves))), `${count} leaves`).toEqual(rootByDefinition(leaves));
  }
  expect(rootOf(buildTree(Buffer.alloc(0))).toString('hex')).toMatch(/^e3b0c442/);
});

test('from every leaf the path leads to the root, through neighbours of the kept levels', () => {
  for (const count of counts) {
    const tree = buildTree(Buffer.concat(Array.from({ length: count }, (_, index) => leaf(index))));
    for (let index = 0; index < count; index += 1) {
      const found = pathOf(index, count).reduce((hash, { level, index: place, side }) => {
        const neighbour =
          tree[level]?.subarray(place * hashBytes, (place + 1) * hashBytes) ?? Buffer.alloc(0);
        return sha256(Buffer.from([1]), ...(side === 'left' ? [neighbour, hash] : [hash, neighbour]));
      }, leaf(index));
      expect(found).toEqual(rootOf(tree));
    }
  }
});
