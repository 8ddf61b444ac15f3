import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

type Batch = { items: string[]; answer: () => void; fail: (error: Error) => void };

/** A batcher whose batches wait until the test lets them come back. */
function slowBatcher(inFlightMax: number, itemsMax = 100) {
  const left: Batch[] = [];
  const submit = createBatcher<string, string>({
    itemsMax,
    inFlightMax,
    keyOf: (item) => item.split(':')[1] ?? null,
    run: (items) =>
      new Promise((resolve, reject) => {
        left.push({ items, answer: () => resolve(items.map((item) => `done ${item}`)), fail: reject });
      }),
  });
  return { left, submit, sizes: () => left.map(({ items }) => items.length) };
}

const all = (submit: (item: string) => Promise<string>, count: number, name = 'a') =>
  Array.from({ length: count }, (_, index) => submit(`${name}${index}`));

test('a lone item leaves at once, what comes meanwhile leaves together', async () => {
  const { left, submit, sizes } = slowBatcher(1);
  const first = submit('first');
  await turn();
  const others = all(submit, 5);
  await turn();
  expect(sizes()).toEqual([1]);
  left[0]?.answer();
  expect(await first).toBe('done first');
  await turn();
  expect(sizes()).toEqual([1, 5]);
  left[1]?.answer();
  expect(await Promise.all(others)).toEqual([0, 1, 2, 3, 4].map((index) => `done a${index}`));
});

test('a batch ends before what would make it too heavy, and what is heavier leaves alone', async () => {
  const batches: number[][] = [];
  const submit = createBatcher<number, number>({
    itemsMax: 4,
    weight: { of: (item) => item, max: 10 },
    run: async (items) => {
      batches.push(items);
      return items;
    },
  });
  const items = [1, 9, 1, 25, 10, 2, 2, 2, 2, 2];
  expect(await Promise.all(items.map(submit))).toEqual(items);
  expect(batches).toEqual([[1, 9], [1], [25], [10], [2, 2, 2, 2], [2]]);
});

test('a second batch follows the first when it is as large, a third waits', async () => {
  const { left, submit, sizes } = slowBatcher(2);
  const answers = all(submit, 4);
  await turn();
  answers.push(...all(submit, 3, 'b'));
  await turn();
  expect(sizes()).toEqual([4]);
  answers.push(submit('c'));
  await turn();
  expect(sizes()).toEqual([4, 4]);
  answers.push(...all(submit, 9, 'd'));
  await turn();
  expect(sizes()).toEqual([4, 4]);
  left[0]?.answer();
  await turn();
  expect(sizes()).toEqual([4, 4, 9]);
  left[1]?.answer();
  left[2]?.answer();
  expect(await Promise.all(answers)).toHaveLength(17);
});

test('a rush is shared, so that one batch is decided while the other is answered', async () => {
  const { left, submit, sizes } = slowBatcher(2);
  const answers = all(submit, 64);
  await turn();
  expect(sizes()).toEqual([32, 32]);
  left[0]?.answer();
  await Promise.all(answers.slice(0, 32));
  answers.push(...all(submit, 20, 'b'));
  await turn();
  expect(sizes()).toEqual([32, 32]);
  left[1]?.answer();
  await turn();
  // Sixteen are worth a batch, four are not worth a second one.
  expect(sizes()).toEqual([32, 32, 16]);
  left[2]?.answer();
  await turn();
  expect(sizes()).toEqual([32, 32, 16, 4]);
  left[3]?.answer();
  expect(await Promise.all(answers)).toHaveLength(84);
});

test('what is too little for a second batch leaves when the first is back', async () => {
  const { left, submit, sizes } = slowBatcher(2);
  const answers = all(submit, 4);
  await turn();
  answers.push(submit('b'));
  await turn();
  left[0]?.answer();
  await turn();
  expect(sizes()).toEqual([4, 1]);
  left[1]?.answer();
  await Promise.all(answers);
});

test('no batch is larger than it may be, and items of one key go one after the other', async () => {
  const { left, submit, sizes } = slowBatcher(1, 3);
  const answers = [submit('a:one'), submit('b:one'), submit('c:two'), submit('d'), submit('e')];
  await turn();
  expect(left[0]?.items).toEqual(['a:one', 'c:two', 'd']);
  left[0]?.answer();
  await turn();
  expect(left[1]?.items).toEqual(['e', 'b:one']);
  left[1]?.answer();
  expect(await Promise.all(answers)).toHaveLength(5);
  expect(sizes()).toEqual([3, 2]);
});

test('an item of a key that is under way waits for it, though a second batch may leave', async () => {
  const { left, submit } = slowBatcher(2);
  const answers = [submit('a:one')];
  await turn();
  answers.push(submit('b:one'), submit('c:two'), submit('d:one'));
  await turn();
  expect(left.map(({ items }) => items)).toEqual([['a:one'], ['c:two']]);
  left[0]?.fail(new Error('lost'));
  await expect(answers[0]).rejects.toThrow('lost');
  expect(left[2]?.items).toEqual(['b:one']);
  left[2]?.answer();
  await answers[1];
  expect(left[3]?.items).toEqual(['d:one']);
  left[1]?.answer();
  left[3]?.answer();
  expect(await Promise.all(answers.slice(1))).toHaveLength(3);
});

test('an item that has to come again keeps back its own key alone, and its place there', async () => {
  const refused = new Set(['a:one']);
  const ran: string[][] = [];
  const submit = createBatcher<string, string>({
    itemsMax: 10,
    keyOf: (item) => item.split(':')[1] ?? null,
    run: async (items) => {
      ran.push(items);
      return items.map((item) => (refused.has(item) ? 'busy' : `done ${item}`));
    },
    again: { when: (result) => result === 'busy', pauseMs: 1, patienceMs: 60_000 },
  });
  const first = [submit('a:one'), submit('b:one')];
  expect(await Promise.all([submit('c:two'), submit('d')])).toEqual(['done c:two', 'done d']);
  expect(await submit('e:two')).toBe('done e:two');
  const isTried = () => ran.filter((items) => items.includes('a:one')).length > 2;
  await expect.poll(isTried).toBe(true);
  expect(ran.flat()).not.toContain('b:one');
  refused.clear();
  expect(await Promise.all(first)).toEqual(['done a:one', 'done b:one']);
  expect(ran.flat().indexOf('b:one')).toBeGreaterThan(ran.flat().lastIndexOf('a:one'));
});

test('patience over, the result stands', async () => {
  const submit = createBatcher<string, string>({
    itemsMax: 10,
    run: async (items) => items.map(() => 'busy'),
    again: { when: (result) => result === 'busy', pauseMs: 1, patienceMs: 0 },
  });
  expect(await submit('a')).toBe('busy');
});

test('a batch that fails costs nobody else', async () => {
  const { left, submit } = slowBatcher(2);
  const lost = all(submit, 2);
  await turn();
  const kept = all(submit, 2, 'b');
  await turn();
  left[0]?.fail(new Error('lost'));
  left[1]?.answer();
  expect((await Promise.allSettled(lost)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all(kept)).toEqual(['done b0', 'done b1']);
});
