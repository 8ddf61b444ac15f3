import { randomFillSync } from 'node:crypto';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { testedUint32 } from '#rules/values/random-health.ts';
import { ensureSandboxKey } from '../../sandbox-key.ts';
import { createApps } from './app.ts';
import { readOpening } from './carry.ts';
import { createPools } from './pools.ts';

/** The whole sandbox, with its key and its pools in DATA_DIR. */
export function organiserSandbox(dataDir: string): { app: Hono; control: Hono } {
  const folder = join(dataDir, 'organiser');
  const key = ensureSandboxKey(folder);
  const opening = (game: string) => readOpening(folder, game);
  const random = testedUint32(randomFillSync);
  return createApps(createPools({ key, file: join(folder, 'figures.jsonl'), opening, random }));
}
