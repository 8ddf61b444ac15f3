/**
 * The lint rules that the house style rests on are switched on: each is broken once. Biome runs them
 * over the project.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/source/tree.ts';

const broken = `
import fs from 'fs';
import { Kind } from './kind.ts';
import { other } from './other';
import stranger from 'stranger';
export { z } from 'zod';
export * from 'hono';
export async function work(): Promise<void> {
  await Promise.resolve([fs, other, stranger]);
}
export function start(list: any[], kind: Kind): unknown {
  work();
  list.forEach(async () => { await work(); });
  return list[0]!.of(kind);
}
enum Size { Small }
export class Box { constructor(private readonly size: Size) {} }
export default Box;
`;

const rules = [
  'correctness/noUndeclaredDependencies',
  'correctness/useImportExtensions',
  'nursery/noFloatingPromises',
  'nursery/noMisusedPromises',
  'performance/noBarrelFile',
  'performance/noReExportAll',
  'style/noDefaultExport',
  'style/noEnum',
  'style/noNonNullAssertion',
  'style/noParameterProperties',
  'style/useImportType',
  'style/useNodejsImportProtocol',
  'suspicious/noExplicitAny',
];

test('every lint rule of the house finds its fault', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  try {
    const { vcs: _, ...config } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
    writeFileSync(
      join(folder, 'package.json'),
      '{ "type": "module", "dependencies": { "zod": "4", "hono": "4" } }',
    );
    mkdirSync(join(folder, 'server'));
    writeFileSync(join(folder, 'server/kind.ts'), 'export type Kind = string;\n');
    writeFileSync(join(folder, 'server/other.ts'), 'export const other = 1;\n');
    writeFileSync(join(folder, 'server/broken.ts'), broken);
    const biome = join(root, 'node_modules/.bin/biome');
    const args = [biome, 'lint', '--colors=off', '--reporter=json', '--max-diagnostics=none'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const missed = rules.filter((rule) => !stdout.includes(`"lint/${rule}"`));
    expect(missed).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
