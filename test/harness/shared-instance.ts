/** One product runs for all browser files that leave nothing behind (`sharedInstance`). */
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startInstance } from './instance.ts';
import type { Instance, RunningInstance } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sharedInstance: RunningInstance;
  }
}

let shared: Instance | undefined;

/** Before all browser files of a run. */
export async function setup(project: TestProject): Promise<void> {
  shared = await startInstance({ CATALOGUE: '1' });
  const { url, sandboxUrl, dataDir } = shared;
  project.provide('sharedInstance', { url, sandboxUrl, dataDir });
}

export async function teardown(): Promise<void> {
  await shared?.dispose();
}

/**
 * For files that only read, or whose players are their own: no clock is moved there, nothing is stopped, and
 * the demo players stay as they are.
 */
export function sharedInstance(): RunningInstance {
  return inject('sharedInstance');
}
