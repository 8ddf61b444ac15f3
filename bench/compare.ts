/**
 * `bench compare NAME --against COMMIT`: two builds run side by side on this machine. The same load measures
 * them in turns, which are short, so that both meet the same machine.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import { buildOf, commitId } from './build-of.ts';
import { type Comparable, comparable } from './comparable.ts';
import { compareTurns, type Turn } from './compare-turns.ts';
import { stepBack } from './load.ts';
import { timesOf } from './processor-time.ts';

/** The longest wait for rest before a turn. */
const restSeconds = 30;
/** The most processor time that two builds at rest use in a second. */
const restingMs = 100;

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
    const afterRest = (turn: Turn) => async () => {
      await untilAtRest([ours, theirs]);
      return turn();
    };
    const newBuild = afterRest(await prepare(ours));
    const oldBuild = afterRest(await prepare(theirs));
    const comparison = await compareTurns(newBuild, oldBuild);
    return { ...comparison, unit: 'speed of this build ÷ the other', generatorPolicy, verified: true };
  } finally {
    await ours.dispose();
    await theirs.dispose();
  }
}

/**
 * What a build still writes after its turn would slow down the next turn of the other: receipts, and pages
 * that PostgreSQL and the disk put off. A build that never rests is measured all the same.
 */
async function untilAtRest(instances: readonly Instance[]): Promise<void> {
  const spentMs = () =>
    instances.map(timesOf).reduce((sum, { web, worker, postgres }) => sum + web + worker + postgres, 0);
  for (let seconds = 0; seconds < restSeconds; seconds++) {
    const before = spentMs();
    await sleep(1000);
    if (spentMs() - before < restingMs) return;
  }
}

async function started(from: string) {
  const instance = await newInstance({ AUTO_DRAW: '0' }, undefined, from);
  await instance.start();
  return instance;
}
