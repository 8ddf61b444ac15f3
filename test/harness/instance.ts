/** Starts the product for a test: in a run of tests as a copy of the template, elsewhere from nothing. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instanceTemplate } from './instance-template.ts';
import { createProduct, type Instance } from './product.ts';

const ownRoot = join(import.meta.dirname, '../..');

/** @param program another than the product's own, with other kinds of games */
export async function startInstance(overrides: NodeJS.ProcessEnv = {}, program?: string): Promise<Instance> {
  const instance = await newInstance(overrides, program);
  await instance.start();
  return instance;
}

/** Not started yet. @param root the source tree to run, e.g. of another commit: that makes its own data */
export async function newInstance(
  overrides: NodeJS.ProcessEnv = {},
  program = 'embedded/main.ts',
  root = ownRoot,
): Promise<Instance> {
  const isCopy = process.env.VITEST !== undefined && root === ownRoot;
  const dataDir = overrides.DATA_DIR ?? newDataDir(isCopy ? await instanceTemplate() : null);
  return createProduct(dataDir, overrides, program, root);
}

/** A new DATA_DIR. @param template its contents are copied; null: empty */
export function newDataDir(template: string | null): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-instance-'));
  if (template !== null) copy(template, dataDir);
  chmodSync(dataDir, 0o755);
  return dataDir;
}

/** `cp` keeps the owner of the database's files, which Node's own copying does not. */
function copy(from: string, to: string): void {
  const { status } = spawnSync('cp', ['-a', `${from}/.`, to], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === 0) return;
  rmSync(to, { recursive: true, force: true });
  throw new Error(`${from} could not be copied`);
}
