/**
 * `bench compare NAME --against COMMIT`: two builds run side by side on this machine. The same load measures
 * them in turns, which are short, so that both meet the same machine.
 */
import { resolve } from 'node:path';
import { newInstance } from '#test/harness/instance.ts';
import { buildOf, commitId } from './build-of.ts';
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
