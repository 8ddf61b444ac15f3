import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { solve } from './proof-of-work.ts';

const target = (number: number) => createHash('sha256').update(`salt.1800000000.${number}`).digest('hex');
const challenge = (number: number) => ({
  salt: 'salt',
  ends: 1_800_000_000,
  target: target(number),
  numberMax: 1500,
  signature: 'signed',
});

test.each([0, 1, 499, 500, 1234, 1500])('finds %i', async (number) => {
  expect(await solve(challenge(number))).toEqual({ proof: `salt.1800000000.${number}.signed` });
});

test('looks no further than told', async () => {
  expect(await solve(challenge(90_000))).toEqual({});
});
