import { expect, test } from 'vitest';
import { createConcurrencyLimiter, LimiterFull } from './concurrency-limiter.ts';

test('so many run, so many wait in order, the rest is turned away at once', async () => {
  const { run } = createConcurrencyLimiter(2, 3);
  const done: number[] = [];
  let running = 0;
  let most = 0;
  const work = (name: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    done.push(name);
  };
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((name) => run(work(name))));
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(outcomes[6]).toMatchObject({ reason: expect.any(LimiterFull) });
  expect([most, done]).toEqual([2, [1, 2, 3, 4, 5]]);
});

test('a work that fails gives its place back', async () => {
  const { run } = createConcurrencyLimiter(1, 0);
  for (let count = 0; count < 3; count += 1) {
    await expect(run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  }
  await expect(run(() => Promise.resolve('in'))).resolves.toBe('in');
});
