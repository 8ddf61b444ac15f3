import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { leafHash, lineInBook, type Proof, proofHolds } from './verify-proof.ts';

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

test.each([1, 2, 3, 7, 8, 1000])('each of %i lines is found by the sides of its path', (lines) => {
  // As the server walks up: nodes pair up from the left, an odd last one moves up as it is.
  const pathFrom = (line: number): Proof['path'] => {
    const path: Proof['path'] = [];
    for (let index = line - 1, width = lines; width > 1; index >>= 1, width = Math.ceil(width / 2))
      if ((index ^ 1) < width) path.push({ side: index % 2 === 1 ? 'left' : 'right', hash: '' });
    return path;
  };
  for (let line = 1; line <= lines; line += 1) expect(lineInBook(pathFrom(line), lines)).toBe(line);
  expect(lineInBook([...pathFrom(1), { side: 'left', hash: '' }], lines)).toBeNull();
});
