import { expect, test } from 'vitest';
import { createFairQueue, type QueueEntry } from './fair-queue.ts';
import type { Refusal } from './refusal.ts';

/** Runs one at a time; `served`: the keys in the order of service. */
function testQueue(waitingMax = 10) {
  const queue = createFairQueue({ runningMax: 1, waitingMax });
  const served: string[] = [];
  const done: (() => void)[] = [];
  const ask = (entry: QueueEntry & { key: string }) => {
    const whole = { group: 'home', waitingId: entry.key, ...entry };
    const asked = queue.run(whole, () => {
      served.push(entry.key);
      return new Promise<void>((resolve) => done.push(resolve));
    });
    return asked.then(
      () => 'served',
      (error: Error & { code?: string }) => (error.name === 'AbortError' ? 'gone' : error.code),
    );
  };
  const serve = async (count: number) => {
    for (let nth = 0; nth < count; nth++) {
      await new Promise((resolve) => setImmediate(resolve));
      done.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ...queue, ask, serve, served };
}

test('priority comes first, and within a priority the groups take turns', async () => {
  const { ask, serve, served, positionOf } = testQueue();
  for (const key of ['now', 'a1', 'a2', 'a3']) void ask({ key, group: 'a' });
  void ask({ key: 'b1', group: 'b' });
  void ask({ key: 'c1', group: 'c', hasPriority: true });
  expect(['c1', 'a1', 'b1', 'a2', 'a3', 'now', 'nobody'].map(positionOf)).toEqual([
    1,
    2,
    3,
    4,
    5,
    null,
    null,
  ]);
  await serve(1);
  expect(['c1', 'a1'].map(positionOf)).toEqual([null, 1]);
  void ask({ key: 'd1', group: 'd' });
  await serve(6);
  expect(served).toEqual(['now', 'c1', 'a1', 'b1', 'd1', 'a2', 'a3']);
});

test('an entry of a quiet group does not wait for all entries of a loud one', async () => {
  const { ask, serve, served } = testQueue();
  for (const key of ['now', '1', '2', '3', '4']) void ask({ key, group: 'loud' });
  await serve(2);
  void ask({ key: 'quiet', group: 'quiet' });
  await serve(4);
  expect(served.slice(0, 5)).toEqual(['now', '1', '2', 'quiet', '3']);
});

test('a full queue refuses the last entry of the loudest group, or one that would be last', async () => {
  const { ask, serve, served } = testQueue(3);
  const asked = ['now', '1', '2', '3'].map((key) => ask({ key, group: 'loud' }));
  expect(await ask({ key: '4', group: 'loud' })).toBe('EC_SYSTEM_CLOSED');
  void ask({ key: 'quiet', group: 'quiet' });
  expect(await asked[3]).toBe('EC_SYSTEM_CLOSED');
  void ask({ key: 'known', group: 'loud', hasPriority: true });
  expect(await asked[2]).toBe('EC_SYSTEM_CLOSED');
  await serve(4);
  expect(served).toEqual(['now', 'known', '1', 'quiet']);
});

test('a key waits once: a repeat of its group takes its place, one of another group is refused', async () => {
  const { ask, serve, served, positionOf } = testQueue();
  void ask({ key: 'now' });
  const first = ask({ key: 'sigga', waitingId: 'first' });
  void ask({ key: 'jon' });
  void ask({ key: 'sigga', waitingId: 'second' });
  expect(await first).toBe('EC_ACTION_NOT_ALLOWED');
  expect([positionOf('first'), positionOf('second'), positionOf('jon')]).toEqual([null, 1, 2]);
  expect(await ask({ key: 'sigga', group: 'elsewhere' })).toBe('EC_ACTION_NOT_ALLOWED');
  void ask({ key: 'sigga', group: 'elsewhere', hasPriority: true, waitingId: 'own browser' });
  expect(positionOf('own browser')).toBe(1);
  await serve(4);
  expect(served).toEqual(['now', 'sigga', 'sigga', 'jon']);
});

test('an aborted entry leaves the queue and is never run', async () => {
  const { ask, serve, served, positionOf } = testQueue();
  const leaving = new AbortController();
  void ask({ key: 'now' });
  const gone = ask({ key: 'gone', signal: leaving.signal });
  void ask({ key: 'next' });
  leaving.abort();
  expect(await gone).toBe('gone');
  expect(positionOf('next')).toBe(1);
  await serve(2);
  expect(served).toEqual(['now', 'next']);
});

test('entries without a key wait in the order they came; the rest is refused at once', async () => {
  const { run, hasRoom, isIdle } = createFairQueue({ runningMax: 2, waitingMax: 3 });
  const done: number[] = [];
  let running = 0;
  let most = 0;
  const task = (name: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    done.push(name);
  };
  expect([hasRoom({}), isIdle()]).toEqual([true, true]);
  const outcomes = [1, 2, 3, 4, 5, 6, 7].map((name) =>
    run({}, task(name)).then(
      () => 'done',
      (error: Refusal) => error.code,
    ),
  );
  expect([hasRoom({}), hasRoom({ hasPriority: true }), isIdle()]).toEqual([false, true, false]);
  expect(await Promise.all(outcomes)).toEqual([
    ...['done', 'done', 'done', 'done', 'done'],
    ...['EC_SYSTEM_CLOSED', 'EC_SYSTEM_CLOSED'],
  ]);
  expect([most, done, isIdle()]).toEqual([2, [1, 2, 3, 4, 5], true]);
});

test('a task that fails frees its slot; with no waiting allowed a free slot is still used', async () => {
  const { run } = createFairQueue({ runningMax: 1, waitingMax: 0 });
  for (let count = 0; count < 3; count += 1) {
    await expect(run({}, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  }
  expect(await run({}, async () => 'next')).toBe('next');
});
