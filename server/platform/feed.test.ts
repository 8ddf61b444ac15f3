import { expect, test } from 'vitest';
import { createFeed } from './feed.ts';
import type { Timers } from './timers.ts';

function handTimers() {
  const later: (() => void)[] = [];
  const timers: Timers = {
    every: () => () => {},
    after: (_, act) => {
      later.push(act);
      return () => {};
    },
  };
  return { timers, later };
}

function feedOf(read: () => Promise<unknown>) {
  const { timers, later } = handTimers();
  const errors: unknown[] = [];
  const feed = createFeed({ read, timers, onError: (error) => errors.push(error) });
  const told: unknown[] = [];
  feed.follow(({ data }) => told.push(data));
  return { feed, told, errors, later };
}

test('followers are told what changed, and nothing where nothing did', async () => {
  let value = 1;
  const { feed, told } = feedOf(async () => value);
  await feed.ready();
  feed.refresh();
  await expect.poll(() => told).toEqual([1]);
  value = 2;
  feed.refresh();
  await expect.poll(() => told).toEqual([1, 2]);
  expect(feed.latest().data).toBe(2);
});

test('the same data has the same id in every process', async () => {
  const [one, other] = [feedOf(async () => ({ draw: 1 })), feedOf(async () => ({ draw: 1 }))];
  await Promise.all([one.feed.ready(), other.feed.ready()]);
  expect(one.feed.latest().id).toBe(other.feed.latest().id);
  expect(one.feed.latest().id).toMatch(/^[\w-]{16}$/);
});

test('a change while it is read is read too', async () => {
  let value = 1;
  const gates: (() => void)[] = [];
  const { feed, told } = feedOf(async () => {
    const read = value;
    await new Promise<void>((done) => gates.push(done));
    return read;
  });
  feed.refresh();
  await expect.poll(() => gates.length).toBe(1);
  value = 2;
  feed.refresh();
  gates[0]?.();
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.();
  await expect.poll(() => told.at(-1)).toBe(2);
});

test('what could not be read is read again', async () => {
  let isAway = true;
  const { feed, told, errors, later } = feedOf(async () => {
    if (isAway) throw new Error('away');
    return 'there';
  });
  await expect(feed.ready()).rejects.toThrow('away');
  feed.refresh();
  await expect.poll(() => later.length).toBe(1);
  expect(errors).toHaveLength(1);
  isAway = false;
  later[0]?.();
  await expect.poll(() => told).toEqual(['there']);
});
