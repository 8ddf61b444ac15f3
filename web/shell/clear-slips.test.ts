import { expect, test } from 'vitest';
import { clearSlips } from './clear-slips.ts';

/** What the browser keeps, in its order. */
function storageOf(kept: Record<string, string>): Storage {
  const all = new Map(Object.entries(kept));
  return {
    get length() {
      return all.size;
    },
    key: (place: number) => [...all.keys()][place] ?? null,
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
    clear: () => all.clear(),
  };
}

const slip = (numbers: number[], joker: (number | null)[] | null = null) =>
  JSON.stringify({ rows: [{ numbers, isQuickPick: false }], active: 0, joker, draws: 1 });

test('slips of every game go, everything else stays', () => {
  const storage = storageOf({
    'hending.slip.lotto': slip([1, 2, 3]),
    'hending.affiliate': '4711',
    'hending.slip.vikinglotto': slip([]),
  });
  expect(clearSlips(storage)).toBe(true);
  expect(storage.length).toBe(1);
  expect(storage.getItem('hending.affiliate')).toBe('4711');
});

test.each([
  ['an empty row', slip([]), false],
  ['a Joker without a digit', slip([], [null, null, null, null, null]), false],
  ['a digit of Joker', slip([], [null, 7, null, null, null]), true],
  ['what is no slip', '{', false],
])('%s: something was chosen: %s', (_, kept, wasChosen) => {
  expect(clearSlips(storageOf({ 'hending.slip.lotto': kept }))).toBe(wasChosen);
});
