import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Refusal } from '#server/platform/refusal.ts';
import { createChangeLimiter } from './change-limiter.ts';

function limiterAt() {
  const clock = { ms: 0 };
  const limitChange = createChangeLimiter(() => clock.ms);
  /** The result, or the seconds to wait. */
  const ask = (playerId: number, work: () => Promise<unknown> = async () => 'done') =>
    limitChange(playerId, work).catch((error: unknown) => {
      if (error instanceof Refusal && error.options.status === 429) return error.options.retryAfterSeconds;
      throw error;
    });
  return { clock, ask };
}

test('a player may change twenty things at once, one after the other, and then one a second', async () => {
  const { clock, ask } = limiterAt();
  for (let count = 0; count < 20; count += 1) expect(await ask(1)).toBe('done');
  expect(await ask(1)).toBe(1);
  expect(await ask(2)).toBe('done');
  clock.ms = 2_500;
  expect([await ask(1), await ask(1), await ask(1)]).toEqual(['done', 'done', 1]);
  clock.ms = 60_000;
  for (let count = 0; count < 20; count += 1) expect(await ask(1)).toBe('done');
  expect(await ask(1)).toBe(1);
});

test('one call of a player runs, three wait, more are turned away; nobody else waits', async () => {
  const { ask } = limiterAt();
  const running: (() => void)[] = [];
  const slow = () => new Promise((done) => running.push(() => done('done')));
  const asked = Array.from({ length: 4 }, () => ask(1, slow));
  expect(await ask(1, slow)).toBe(1);
  expect(await ask(2)).toBe('done');
  expect(running).toHaveLength(1);
  for (let count = 0; count < 4; count += 1) {
    running[count]?.();
    await turn();
  }
  expect(await Promise.all(asked)).toEqual(['done', 'done', 'done', 'done']);
});

test('a call that fails makes room like any other', async () => {
  const { ask } = limiterAt();
  const failing = () => Promise.reject(new Error('no'));
  for (let count = 0; count < 5; count += 1) await expect(ask(1, failing)).rejects.toThrow('no');
  expect(await ask(1)).toBe('done');
});
