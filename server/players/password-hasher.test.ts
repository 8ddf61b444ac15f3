import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { GateFull } from './gate.ts';
import { deriveKey } from './password-hasher.ts';

vi.unmock('./password-hasher.ts');

const small = { nonce: randomBytes(16), memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
const derive = (word: string) => deriveKey({ ...small, message: Buffer.from(word) });

/** The hashing process that this one started. */
function hasherPid(): number {
  const isOurs = (pid: string) =>
    read(`/proc/${pid}/cmdline`).includes('password-hasher') && statusOf(pid)[1] === String(process.pid);
  return Number(readdirSync('/proc').find((name) => /^\d+$/.test(name) && isOurs(name)));
}

/** What the kernel says of a process or thread: state, parent and on, from the third field. */
function statusOf(path: number | string): string[] {
  const line = read(`/proc/${path}/stat`);
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

/** Empty when the process is gone meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

test('a storm is turned away at once, and who was let in is served', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, (_, index) => derive(`${index}`)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused.length).toBeGreaterThan(200);
  for (const reason of refused) expect(reason).toBeInstanceOf(GateFull);
  expect(await derive('0')).toEqual(await derive('0'));
});

describe.runIf(process.platform === 'linux')('the hashing process', () => {
  test('stands back behind everything else', async () => {
    await derive('one');
    const threads = readdirSync(`/proc/${hasherPid()}/task`).map((thread) => `${hasherPid()}/task/${thread}`);
    const hashing = threads.filter((thread) => read(`/proc/${thread}/comm`).startsWith('libuv'));
    expect(hashing.length).toBeGreaterThan(0);
    for (const thread of hashing) expect(statusOf(thread)[16]).toBe('19');
  });

  test('costs what it had in hand when it dies, and is replaced', async () => {
    await derive('before');
    const lost = deriveKey({ ...small, message: Buffer.from('lost'), memory: 65_536, passes: 20 });
    const outcome = expect(lost).rejects.toThrow('SIGKILL');
    await sleep(300);
    process.kill(hasherPid(), 'SIGKILL');
    await outcome;
    expect(await derive('after')).toHaveLength(32);
  });
});

test('a failure costs only itself', async () => {
  const impossible = deriveKey({ ...small, message: Buffer.from('x'), passes: 0 });
  await expect(impossible).rejects.toThrow();
  expect(await derive('after')).toHaveLength(32);
});
