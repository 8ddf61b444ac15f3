import { join } from 'node:path';
import type { Hono } from 'hono';
import { createApps } from './app.ts';
import { ensureMachineKey, machineFolder } from './key.ts';
import { createMachine } from './machine.ts';

/** The whole sandbox, with its key and its memory in DATA_DIR. */
export function drawMachineSandbox(dataDir: string): { app: Hono; control: Hono } {
  const key = ensureMachineKey(dataDir);
  return createApps(createMachine(key, join(machineFolder(dataDir), 'draws.jsonl')));
}
