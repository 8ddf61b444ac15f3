import { expect, test } from 'vitest';
import type { BrowserStore } from '#web/ui/browser-store.ts';
import { clearSlips, hasChosenSlip, keepSlip, readKeptSlip } from './kept-slip.ts';

function storeOf(kept: Record<string, string>): BrowserStore {
  const all = new Map(Object.entries(kept));
  return {
    allKeys: () => [...all.keys()],
    read: (key) => all.get(key) ?? null,
    write: (key, value) => all.set(key, value).has(key),
    remove: (key) => void all.delete(key),
  };
}

test('each game has a slip of its own, of whatever form', () => {
  const store = storeOf({});
  keepSlip(store, 'lotto', { rows: [[1, 2, 3]] }, true);
  keepSlip(store, 'xg', { goals: '0123' }, false);
  expect(readKeptSlip(store, 'lotto')).toMatchObject({ rows: [[1, 2, 3]] });
  expect(readKeptSlip(store, 'xg')).toMatchObject({ goals: '0123' });
  expect(readKeptSlip(store, 'lengjan')).toBeNull();
});

test('slips of every game go, everything else stays', () => {
  const store = storeOf({ 'hending.affiliate': '4711' });
  keepSlip(store, 'lotto', { rows: [[1]] }, true);
  keepSlip(store, 'xg', { goals: '' }, false);
  expect(hasChosenSlip(store)).toBe(true);
  expect(clearSlips(store)).toBe(true);
  expect(hasChosenSlip(store)).toBe(false);
  expect(store.allKeys()).toEqual(['hending.affiliate']);
  expect(store.read('hending.affiliate')).toBe('4711');
});

test('nothing is told of a slip on which nothing was chosen, or of what is no slip', () => {
  const store = storeOf({ 'hending.slip.lotto': '{', 'hending.slip.vikinglotto': '7' });
  keepSlip(store, 'xg', { goals: '' }, false);
  expect(clearSlips(store)).toBe(false);
  expect(store.allKeys()).toEqual([]);
});
