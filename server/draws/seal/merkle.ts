/**
 * The tree over the leaves of a seal, as in RFC 6962: nodes pair up from the left, an odd last one moves up
 * as it is.
 */
import { hash } from 'node:crypto';

export const hashBytes = 32;

/** How many hashes of a level lie together in one row of `seal_hashes`. */
export const hashesPerPart = 4096;

/** Every level, level 0 the leaves, each as hashes one after another; the last level is the root. */
export type Tree = readonly Uint8Array[];

/** @param leaves hashes of the leaves one after another; none gives the root of RFC 6962's empty tree */
export function buildTree(leaves: Uint8Array): Tree {
  if (leaves.length === 0) return [hash('sha256', '', 'buffer')];
  const levels: Uint8Array[] = [leaves];
  for (let level = leaves; level.length > hashBytes; ) {
    level = levelAbove(level);
    levels.push(level);
  }
  return levels;
}

export function rootOf(tree: Tree): Buffer {
  return Buffer.from(tree.at(-1) ?? []);
}

function levelAbove(level: Uint8Array): Uint8Array {
  const count = level.length / hashBytes;
  const above = Buffer.alloc(Math.ceil(count / 2) * hashBytes);
  const pair = Buffer.alloc(1 + 2 * hashBytes);
  pair[0] = 1;
  for (let left = 0; left + 1 < count; left += 2) {
    pair.set(level.subarray(left * hashBytes, (left + 2) * hashBytes), 1);
    hashInto(pair, above, (left / 2) * hashBytes);
  }
  if (count % 2 === 1) above.set(level.subarray((count - 1) * hashBytes), above.length - hashBytes);
  return above;
}

/** As a string and not as a buffer: a million small buffers cost ten times the hashing. */
export function hashInto(bytes: Uint8Array, target: Buffer, at: number): void {
  target.write(hash('sha256', bytes, 'latin1'), at, hashBytes, 'latin1');
}

export type PathStep = { level: number; index: number; side: 'left' | 'right' };

/** Where the neighbours lie that lead from a leaf to the root of a tree of `count` leaves. */
export function pathOf(leaf: number, count: number): PathStep[] {
  const steps: PathStep[] = [];
  let index = leaf;
  for (let level = 0, width = count; width > 1; level += 1, width = Math.ceil(width / 2)) {
    const neighbour = index ^ 1;
    if (neighbour < width)
      steps.push({ level, index: neighbour, side: neighbour < index ? 'left' : 'right' });
    index >>= 1;
  }
  return steps;
}
