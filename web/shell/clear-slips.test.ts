import { expect, test } from 'vitest';
import type { BrowserStore } from '#web/ui/browser-store.ts';
import { clearSlips } from './clear-slips.ts';

function storeOf(kept: Record<string, string>): BrowserStore {
  const all = new Map(Object.entries(kept));
  return {
    allKeys: () => [...all.keys()],
    read: (key) => all.get(key) ?? null,
    write: (key, value) => all.set(key, value).has(key),
    remove: (key) => void all.delete(key),
  };
}

const slip = (numbers: number[], joker: (number | null)[] | null = null) =>
  JSON.stringify({ rows: [{ numbers, isQuickPick: false }], active: 0, joker, draws: 1 });

test('slips of every game go, everything else stays', () => {
  const store = storeOf({
    'hending.slip.lotto': slip([1, 2, 3]),
    'hending.affiliate': '4711',
    'hending.slip.vikinglotto': slip([]),
  });
  expect(clearSlips(store)).toBe(true);
  expect(store.allKeys()).toEqual(['hending.affiliate']);
  expect(store.read('hending.affiliate')).toBe('4711');
});

test.each([
  ['an empty row', slip([]), false],
  ['a Joker without a digit', slip([], [null, null, null, null, null]), false],
  ['a digit of Joker', slip([], [null, 7, null, null, null]), true],
  ['what is no slip', '{', false],
])('%s: something was chosen: %s', (_, kept, wasChosen) => {
  expect(clearSlips(storeOf({ 'hending.slip.lotto': kept }))).toBe(wasChosen);
});
