import { beforeEach, expect, test } from 'vitest';
import { type Copy, contentLimits, createCache } from './cache.ts';

/** A source that a test steers; time is advanced by hand, real waiting is short. */
let now: number;
let text: string;
let trouble: Error | null;
let hang: Promise<void> | null;
let loads: number;
let copies: Map<string, Copy>;

beforeEach(() => {
  [now, text, loads] = [0, 'a', 0];
  [trouble, hang, copies] = [null, null, new Map()];
});

function cache(limits = {}) {
  return createCache<string>({
    async load(_, knownText) {
      loads += 1;
      const said = text;
      await hang;
      if (trouble) throw trouble;
      return said === knownText ? null : { value: { said }, text: said };
    },
    fallback: async (question) => copies.get(question) ?? null,
    isAway: (error) => (error as Error).message === 'away',
    failed: () => {},
    monotonicMs: () => now,
    limits: {
      ...contentLimits,
      patienceMs: 200,
      patienceWhenKnownMs: 100,
      patienceWhenAwayMs: 20,
      ...limits,
    },
  });
}
const read = (own: ReturnType<typeof cache>, id = 'q') => own.read(id, id);
const said = async (own: ReturnType<typeof cache>) => ((await read(own))?.value as { said: string })?.said;
const settled = () => new Promise((done) => setTimeout(done, 5));

test('many readers at once are one question, and for a minute nobody asks again', async () => {
  const own = cache();
  const answers = await Promise.all(Array.from({ length: 50 }, () => read(own)));
  expect(new Set(answers.map((each) => each?.value)).size).toBe(1);
  now = 59_999;
  await read(own);
  expect(loads).toBe(1);
});

test('after a minute the old answer is shown while the new one is fetched', async () => {
  const own = cache();
  expect(await said(own)).toBe('a');
  text = 'b';
  now = 60_000;
  expect(await said(own)).toBe('a');
  await settled();
  expect(await said(own)).toBe('b');
  expect(loads).toBe(2);
});

test('an answer that did not change stays the same object', async () => {
  const own = cache();
  const first = await read(own);
  now = 60_000;
  await read(own);
  await settled();
  expect((await read(own))?.value).toBe(first?.value);
  expect(loads).toBe(2);
});

test('a source that is away: the old answer without delay, one try after each pause, then news', async () => {
  const own = cache();
  await read(own);
  trouble = new Error('away');
  now = 3_600_000;
  for (let turn = 0; turn < 20; turn++) expect(await said(own)).toBe('a');
  await settled();
  expect(loads).toBe(2);
  now += 500;
  for (let turn = 0; turn < 20; turn++) await read(own);
  await settled();
  expect(loads).toBe(3);
  [trouble, text] = [null, 'b'];
  now += 5_000;
  await read(own);
  await settled();
  expect(await said(own)).toBe('b');
});

test('questions that fail together make one pause: who comes late is soon asked again', async () => {
  const own = cache();
  trouble = new Error('away');
  await Promise.all(['q', 'r', 's', 't'].map((id) => read(own, id)));
  expect(loads).toBe(4);
  trouble = null;
  now = contentLimits.pauseMs[0];
  expect(await said(own)).toBe('a');
  expect(own.isAway()).toBe(false);
});

test('after a day one waits for the source, and gets the old answer when it does not come', async () => {
  const own = cache();
  await read(own);
  text = 'b';
  now = 24 * 3_600_000 + 1;
  expect(await said(own)).toBe('b');
  now += 24 * 3_600_000 + 1;
  trouble = new Error('away');
  expect(await said(own)).toBe('b');
});

test('a source that hangs costs the first reader his patience and the others nothing', async () => {
  const own = cache({ patienceMs: 50 });
  copies.set('q', { value: { said: 'copy' }, text: 'copy' });
  const { promise, resolve } = Promise.withResolvers<void>();
  hang = promise;
  expect(await said(own)).toBe('copy');
  trouble = new Error('away');
  resolve();
  await settled();
  hang = new Promise(() => {});
  now += 500;
  const since = performance.now();
  for (let turn = 0; turn < 10; turn++) expect(await said(own)).toBe('copy');
  expect(performance.now() - since).toBeLessThan(20);
});

test('what changed is news for the next reader, also when the old answer is still on its way', async () => {
  const own = cache();
  const { promise, resolve } = Promise.withResolvers<void>();
  hang = promise;
  const early = read(own); // asked while it says "a"
  await settled();
  text = 'b';
  own.invalidate(() => true);
  hang = null;
  expect(await said(own)).toBe('b');
  resolve();
  await early;
  await settled();
  expect(await said(own)).toBe('b');
});

test('what changed while the source is away is shown as it was, and asked for when it is back', async () => {
  const own = cache();
  await read(own);
  trouble = new Error('away');
  own.invalidate(() => true);
  expect(await said(own)).toBe('a');
  [trouble, text] = [null, 'b'];
  now += 500;
  await read(own);
  await settled();
  expect(await said(own)).toBe('b');
});

test('a question that fails alone does not make the source away', async () => {
  const own = cache();
  trouble = new Error('broken');
  expect(await read(own, 'broken')).toBeNull();
  expect(own.isAway()).toBe(false);
  trouble = null;
  expect(await said(own)).toBe('a');
  await read(own, 'broken');
  expect(loads).toBe(2); // the broken one waits for its pause
  now += contentLimits.pauseMs[1];
  expect(await read(own, 'broken')).not.toBeNull();
});

test('a peek never waits, and asks for what is missing', async () => {
  const own = cache();
  expect(own.peek('q', 'q')).toBeNull();
  await expect.poll(() => own.peek('q', 'q')?.value).toEqual({ said: 'a' });
});

test('the answer that nobody asked for longest makes room', async () => {
  const own = cache({ entriesMax: 2 });
  await read(own, 'frame');
  for (const id of ['x', 'y', 'z']) {
    await read(own, id);
    await read(own, 'frame');
  }
  expect(loads).toBe(4);
});
