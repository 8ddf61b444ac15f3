import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { leafHash, type Proof, proofHolds } from './verify-proof.ts';

const sha = (...parts: (Buffer | string)[]) => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest();
};
const leaf = 'coupon=1 ticket=2 rows=1-2-3-4-5 stake=150';
const salt = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const hidden = sha(Buffer.from(salt, 'hex'), 'coupon=1 ticket=2');
const own = sha(Buffer.of(0), hidden, 'rows=1-2-3-4-5 stake=150');
const left = sha('left');
const right = sha('right');
const root = sha(Buffer.of(1), sha(Buffer.of(1), left, own), right).toString('hex');
const proof: Proof = {
  leaf,
  salt,
  path: [
    { side: 'left', hash: left.toString('hex') },
    { side: 'right', hash: right.toString('hex') },
  ],
  root,
};
const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

test('must-hold 74: line, salt and path lead to the published root', async () => {
  expect(await proofHolds(proof, root)).toBe(true);
  expect(await leafHash(proof)).toBe(own.toString('hex'));
});

test('anything changed breaks it', async () => {
  const [first, second] = proof.path;
  const broken: Proof[] = [
    { ...proof, leaf: `${leaf} ` },
    { ...proof, salt: flip(salt) },
    { ...proof, path: [{ side: 'right', hash: first?.hash ?? '' }, ...proof.path.slice(1)] },
    { ...proof, path: [...proof.path.slice(0, 1), { side: 'right', hash: flip(second?.hash ?? '') }] },
    { ...proof, root: flip(root) },
  ];
  for (const one of broken) expect(await proofHolds(one, root)).toBe(false);
  expect(await proofHolds(proof, flip(root))).toBe(false);
});
