import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

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

test('must-hold 7: nobody’s password is never right, and takes as long as somebody’s', async () => {
  const hash = await hashPassword('sandkassi1');
  // The quickest of some runs: what else the machine does only makes a run slower.
  const quickest = async (known: string | null) => {
    let least = Number.POSITIVE_INFINITY;
    for (let count = 0; count < 5; count += 1) {
      const began = performance.now();
      expect(await verifyPassword('rangt1234', known)).toBe(false);
      least = Math.min(least, performance.now() - began);
    }
    return least;
  };
  const [somebody, nobody] = [await quickest(hash), await quickest(null)];
  expect(Math.max(somebody, nobody) / Math.min(somebody, nobody)).toBeLessThan(2);
});
