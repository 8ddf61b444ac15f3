import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';
import * as hasher from './password-hasher.ts';

vi.unmock('./password-hasher.ts');

test('must-hold 9: a memory-hard function with salt, parameters written beside the hash', async () => {
  const [first, second] = await Promise.all([hashPassword('sandkassi1'), hashPassword('sandkassi1')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword('sandkassi1', first)).toBe(true);
  expect(await verifyPassword('sandkassi2', first)).toBe(false);
  expect(await verifyPassword('sandkassi1 ', first)).toBe(false);
});

test('must-hold 8: no character is lost, whatever way it is written', async () => {
  const long = 'þæðöáéíóú Ω𝄞 '.repeat(6);
  const hash = await hashPassword(long);
  expect(await verifyPassword(long.normalize('NFD'), hash)).toBe(true);
  expect(await verifyPassword(long.slice(0, -1), hash)).toBe(false);
});

test('must-hold 7: nobody’s password is never right, and costs as much as somebody’s', async () => {
  const hash = await hashPassword('sandkassi1');
  const derive = vi.spyOn(hasher, 'deriveKey');
  expect(await verifyPassword('rangt1234', hash)).toBe(false);
  expect(await verifyPassword('rangt1234', null)).toBe(false);
  const costs = derive.mock.calls.map(([{ memory, passes, parallelism, tagLength }]) => {
    return { memory, passes, parallelism, tagLength };
  });
  expect(costs).toHaveLength(2);
  expect(costs[1]).toEqual(costs[0]);
});
