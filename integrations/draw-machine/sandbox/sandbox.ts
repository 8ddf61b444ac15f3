import { join } from 'node:path';
import type { Hono } from 'hono';
import { ensureSandboxKey } from '../../sandbox-key.ts';
import { createApps } from './app.ts';
import { createMachine } from './machine.ts';

/** The whole sandbox, with its key and its memory in DATA_DIR. */
export function drawMachineSandbox(dataDir: string): { app: Hono; control: Hono } {
  const folder = join(dataDir, 'draw-machine');
  return createApps(createMachine(ensureSandboxKey(folder), join(folder, 'draws.jsonl')));
}
