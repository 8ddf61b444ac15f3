/**
 * Argon2id with a hundredth of its cost, in the process of the test: what is tested is who may do what. The
 * real cost stays in the tests of passwords and in every instance; a test has it back by `vi.unmock`.
 */
import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import type * as hasher from '#server/players/passwords/password-hasher.ts';

vi.mock('#server/players/passwords/password-hasher.ts', (): typeof hasher => {
  const derive = promisify(argon2);
  return {
    deriveKey: (parameters) => derive('argon2id', { ...parameters, memory: 64, passes: 1 }),
    refuseWhenFull: () => {},
    positionOf: () => null,
  };
});
