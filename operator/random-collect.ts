import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { blockBytes, createHealthTest } from '#rules/values/random-health.ts';
import { rawRandom } from '#server/platform/random.ts';
import { type Command, UsageError, wholeNumber } from './command.ts';

const bytesMost = 1_000_000_000;

export const command = {
  words: 'random collect',
  usage: 'BYTES FILE',
  summary: 'Raw output of the random generator, before it is scaled, for a laboratory; the health tests too',
  args: [2, 2],
  options: {},
  role: 'draws',
  logged: true,
  async run({ progress }, { args: [count, name = ''] }) {
    const bytes = wholeNumber(count, 'BYTES', 1, bytesMost);
    const file = resolve(name);
    const isHealthy = collect(file, bytes, (done) => progress(`${done}/${bytes}`));
    const said = isHealthy ? 'The health tests found nothing.' : 'A HEALTH TEST FAILED.';
    return {
      json: { file, bytes, isHealthy },
      text: `Written to ${file}. ${said}`,
      ...(!isHealthy && { failed: true }),
    };
  },
} satisfies Command;

/** @returns whether the health tests passed; the last block is tested whole and written as far as asked */
function collect(file: string, bytes: number, progress: (done: number) => void): boolean {
  const block = new Uint8Array(blockBytes);
  const test = createHealthTest();
  let isHealthy = true;
  const to = openNew(file);
  try {
    for (let done = 0; done < bytes; done += block.length) {
      rawRandom(block);
      if (!test(block)) isHealthy = false;
      writeSync(to, block, 0, Math.min(block.length, bytes - done));
      if (done % (1 << 22) === 0) progress(done);
    }
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(to);
  }
  return isHealthy;
}

/** What lies there already stays. */
function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}
