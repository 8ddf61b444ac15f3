/**
 * `bench compare NAME --against COMMIT`: two builds run side by side on this machine. The same load measures
 * them in turns, which are short, so that both meet the same machine.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newInstance } from '#test/harness/instance.ts';
import { type Comparable, comparable } from './comparable.ts';
import { compareTurns } from './compare-turns.ts';
import { stepBack } from './load.ts';

const root = resolve(import.meta.dirname, '..');

export async function run(): Promise<object> {
  const [name = '', flag, commit = ''] = process.argv.slice(3);
  const load = Object.hasOwn(comparable, name) ? comparable[name] : undefined;
  if (!load || flag !== '--against' || !commit) {
    console.error(`Usage: npm run bench -- compare ${Object.keys(comparable).join(' | ')} --against COMMIT`);
    process.exit(2);
  }
  const against = commitId(commit);
  const otherRoot = buildOf(against);
  return { bench: name, against, ...(await compareBuilds(await load(), otherRoot)) };
}

async function compareBuilds(prepare: Comparable, otherRoot: string): Promise<object> {
  const [ours, theirs] = [await started(root), await started(otherRoot)];
  try {
    const generatorPolicy = stepBack();
    const newBuild = await prepare(ours);
    const oldBuild = await prepare(theirs);
    const comparison = await compareTurns(newBuild, oldBuild);
    return { ...comparison, unit: 'speed of this build ÷ the other', generatorPolicy, verified: true };
  } finally {
    await ours.dispose();
    await theirs.dispose();
  }
}

async function started(from: string) {
  const instance = await newInstance({ AUTO_DRAW: '0' }, undefined, from);
  await instance.start();
  return instance;
}

function commitId(commit: string): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', `${commit}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) return stdout.trim();
  console.error(`There is no commit ${commit}.`);
  process.exit(2);
}

/** The source of a commit, installed and built; kept, so that the next comparison finds it. */
function buildOf(commit: string): string {
  const folder = join(root, 'build/against', commit);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    const { stdout } = spawnSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 29 });
    const { status } = spawnSync('tar', ['-x', '-C', folder], { input: stdout });
    if (status !== 0) throw new Error(`${commit} could not be unpacked`);
  }
  const prepare = `
    import { ensureInstalled } from './tools/install.mjs';
    import { buildWeb } from './tools/build-web.mjs';
    ensureInstalled();
    process.exit(buildWeb() === false ? 1 : 0);`;
  const { status } = spawnSync('node', ['--input-type=module', '--eval', prepare], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`${commit} could not be built; the reason is above`);
  return folder;
}
