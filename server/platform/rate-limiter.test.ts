import { expect, test } from 'vitest';
import { createBucketLimiter, createWindowLimiter } from './rate-limiter.ts';
import { Refusal } from './refusal.ts';

/** What the limiter returns, or the seconds to wait as `wait N`. */
function attempt<Result>(limit: () => Result): Result | string {
  try {
    return limit();
  } catch (error) {
    if (!(error instanceof Refusal) || error.options.status !== 429) throw error;
    return `wait ${error.options.retryAfterSeconds}`;
  }
}

test('a window limits each key and all keys together, and begins anew after a minute', () => {
  const clock = { ms: 500 };
  const limit = createWindowLimiter(() => clock.ms, { perKey: 2, ofAllKeys: 3 });
  const ask = (key: string) => attempt(() => limit(key));
  expect([ask('a'), ask('a'), ask('a')]).toEqual([0, 1, 'wait 60']);
  clock.ms = 20_500;
  expect([ask('b'), ask('c')]).toEqual([0, 'wait 40']);
  clock.ms = 60_499;
  expect(ask('b')).toBe('wait 1');
  clock.ms = 60_500;
  expect([ask('a'), ask('b'), ask('c'), ask('d')]).toEqual([0, 0, 0, 'wait 60']);
});

test('a bucket lets a burst pass and then so many a second, for each key', () => {
  const clock = { ms: 0 };
  const limit = createBucketLimiter(() => clock.ms, { burst: 3, perSecond: 0.5 });
  const ask = (key: number) => attempt(() => limit(key));
  expect([ask(1), ask(1), ask(1), ask(1)]).toEqual([undefined, undefined, undefined, 'wait 2']);
  expect(ask(2)).toBeUndefined();
  clock.ms = 1_500;
  expect(ask(1)).toBe('wait 1');
  clock.ms = 2_000;
  expect([ask(1), ask(1)]).toEqual([undefined, 'wait 2']);
});

test('memory stays bounded: of ever more keys the least recently used is forgotten', () => {
  const windows = createWindowLimiter(() => 0, { perKey: 2 });
  const buckets = createBucketLimiter(() => 0, { burst: 1, perSecond: 1 });
  windows('idle');
  buckets(-1);
  expect(attempt(() => buckets(-1))).toBe('wait 1');
  windows('active');
  for (let key = 0; key < 10_000; key += 1) {
    windows(`network ${key}`);
    buckets(key);
    if (key === 5_000) expect(windows('active')).toBe(1);
    if (key > 5_000 && key % 1_000 === 0) expect(attempt(() => windows('active'))).toBe('wait 60');
  }
  expect(windows('idle')).toBe(0);
  expect(attempt(() => buckets(-1))).toBeUndefined();
  expect(attempt(() => windows('active'))).toBe('wait 60');
});
