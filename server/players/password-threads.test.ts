import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GateFull } from './gate.ts';
import { deriveKey } from './password-threads.ts';

const small = { nonce: randomBytes(16), memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
const derive = (word: string) => deriveKey({ ...small, message: Buffer.from(word) });

/** The priorities of all threads of this process, as the kernel has them. */
function niceness(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

test('a storm is turned away at once, and who was let in is served', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, (_, index) => derive(`${index}`)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused.length).toBeGreaterThan(200);
  for (const reason of refused) expect(reason).toBeInstanceOf(GateFull);
  expect(await derive('0')).toEqual(await derive('0'));
});

test.runIf(process.platform === 'linux')('hashing alone stands back behind everything else', async () => {
  const before = niceness().filter((nice) => nice > 0).length;
  await derive('one');
  const after = niceness();
  expect(after.filter((nice) => nice > 0).length).toBeGreaterThanOrEqual(Math.max(1, before));
  expect(after.filter((nice) => nice === 0).length).toBeGreaterThan(1);
});

test('a failure costs only itself', async () => {
  const impossible = deriveKey({ ...small, message: Buffer.from('x'), passes: 0 });
  await expect(impossible).rejects.toThrow();
  expect(await derive('after')).toHaveLength(32);
});
