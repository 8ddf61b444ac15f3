import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { hasherPid, read, statusOf } from '#test/harness/hasher.ts';
import { deriveKey } from './password-hasher.ts';

vi.unmock('./password-hasher.ts');

const small = { nonce: randomBytes(16), memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
const derive = (word: string) => deriveKey({ ...small, message: Buffer.from(word) });

test('a storm is turned away at once, and who was let in is served', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, (_, index) => derive(`${index}`)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(300 - 2 - 240);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'EC_SYSTEM_CLOSED' });
  expect(await derive('0')).toEqual(await derive('0'));
});

describe.runIf(process.platform === 'linux')('the hashing process', () => {
  test('stands behind everything else', async () => {
    await derive('one');
    const threads = readdirSync(`/proc/${hasherPid()}/task`).map((thread) => `${hasherPid()}/task/${thread}`);
    const hashing = threads.filter((thread) => read(`/proc/${thread}/comm`).startsWith('libuv'));
    expect(hashing.length).toBeGreaterThan(0);
    for (const thread of hashing) expect(statusOf(thread)[16]).toBe('10');
  });

  const long = { ...small, message: Buffer.from('long'), memory: 65_536, passes: 20 };

  test('costs nobody anything when it dies: another is asked what it had in hand', async () => {
    const expected = await deriveKey(long);
    const asked = deriveKey(long);
    await sleep(300);
    const killed = hasherPid();
    process.kill(killed, 'SIGKILL');
    expect(await asked).toEqual(expected);
    expect(hasherPid()).not.toBe(killed);
  });

  test('that dies again is not asked for ever, and the next who comes is served', async () => {
    const lost = expect(deriveKey(long)).rejects.toThrow('SIGKILL');
    let killed = 0;
    for (let deaths = 0; deaths < 2; deaths += 1) {
      await expect.poll(() => hasherPid() !== killed && hasherPid() > 0).toBe(true);
      await sleep(300);
      killed = hasherPid();
      process.kill(killed, 'SIGKILL');
    }
    await lost;
    expect(await derive('after')).toHaveLength(32);
  });
});

test('a failure costs only itself', async () => {
  const impossible = deriveKey({ ...small, message: Buffer.from('x'), passes: 0 });
  await expect(impossible).rejects.toThrow(/passes/);
  expect(await derive('after')).toHaveLength(32);
});
