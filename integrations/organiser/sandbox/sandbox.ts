import { randomFillSync } from 'node:crypto';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { ensureSandboxKey } from '../../sandbox-key.ts';
import { createApps } from './app.ts';
import { readOpening } from './carry.ts';
import { createPools } from './pools.ts';

/** The whole sandbox, with its key and its pools in DATA_DIR. */
export function organiserSandbox(dataDir: string): { app: Hono; control: Hono } {
  const folder = join(dataDir, 'organiser');
  const key = ensureSandboxKey(folder);
  const opening = (game: string) => readOpening(folder, game);
  const random = () => randomFillSync(new Uint32Array(1))[0] ?? 0;
  return createApps(createPools({ key, file: join(folder, 'figures.jsonl'), opening, random }));
}
