/** Histories that were made before are kept: the next run begins with a copy. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildHistory, type Manifest, manifestFile } from './build.ts';
import { note } from './note.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.data/growth');
const sources = ['db/schema.sql', 'bench/growth/history'];

/** @returns a DATA_DIR that must not be changed; it is made, in up to an hour, when there is none yet */
export async function keptHistory(tickets: number): Promise<string> {
  const { fingerprint } = (await import(new URL('../../../tools/fingerprint.mjs', import.meta.url).href)) as {
    fingerprint(paths: readonly string[]): string;
  };
  const kept = join(folder, `${tickets}-${fingerprint(sources).slice(0, 12)}`);
  if (existsSync(kept)) return kept;
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (name.startsWith(`${tickets}-`)) rmSync(join(folder, name), { recursive: true });
  const unfinished = join(folder, `unfinished-${tickets}`);
  rmSync(unfinished, { recursive: true, force: true });
  note(`A history of ${tickets} tickets is made; it is kept in ${kept}.`);
  await buildHistory(unfinished, tickets);
  if (existsSync(join(unfinished, 'place.json')))
    throw new Error(`The account of the database cannot reach ${folder}, so the history cannot be copied.`);
  renameSync(unfinished, kept);
  return kept;
}

export const manifestOf = (dataDir: string): Manifest =>
  JSON.parse(readFileSync(join(dataDir, manifestFile), 'utf8')) as Manifest;

/** A copy that may be changed. Node's own copying would lose the owner of the database's files. */
export function copyHistory(kept: string, to: string): void {
  const { status } = spawnSync('cp', ['-a', '--reflink=auto', `${kept}/.`, to], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${kept} could not be copied`);
}
