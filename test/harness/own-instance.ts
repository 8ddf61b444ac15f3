import { afterAll, beforeAll } from 'vitest';
import { startInstance } from './instance.ts';
import type { Instance } from './product.ts';

/** Runs while the tests of the file do, and says where and how only then. */
export function ownInstance(settings: NodeJS.ProcessEnv = {}): Instance {
  const instance = {} as Instance;
  beforeAll(async () => {
    Object.assign(instance, await startInstance(settings));
  });
  afterAll(async () => instance.dispose?.());
  return instance;
}
