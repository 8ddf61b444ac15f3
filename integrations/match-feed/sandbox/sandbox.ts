import { join } from 'node:path';
import type { Hono } from 'hono';
import { ensureSandboxKey } from '../../sandbox-key.ts';
import { createApps } from './app.ts';
import { createSeason } from './season.ts';

/** The whole sandbox, with its key in DATA_DIR. */
export function matchFeedSandbox(dataDir: string): { app: Hono; control: Hono } {
  return createApps(ensureSandboxKey(join(dataDir, 'match-feed')), createSeason());
}
