import { expect, test } from 'vitest';
import type { BrowserStore } from '#web/ui/browser-store.ts';
import { isSame, readSaved, savedMax, worthSaving, writeSaved } from './saved-rows.ts';
import { emptySlip, type Slip } from './slip.ts';

const matrix = {
  pick: 5,
  max: 50,
  bonus: { count: 2, max: 12 },
  systemSizes: [6, 7, 8],
  drawDays: ['sat' as const],
  rowsMax: 10,
};
const row = (first: number) => ({
  numbers: [0, 1, 2, 3, 4].map((n) => first + n),
  bonusNumbers: [4, 9],
  isQuickPick: false,
});
const slip: Slip = { ...emptySlip, rows: [row(1), row(11)], joker: [0, 1, 2, 3, 4] };

/** What a device keeps. */
function device(isFull = false): BrowserStore {
  const kept = new Map<string, string>();
  return {
    allKeys: () => [...kept.keys()],
    read: (key) => kept.get(key) ?? null,
    remove: (key) => void kept.delete(key),
    write: (key, value) => !isFull && kept.set(key, value).has(key),
  };
}

test('rows are read back as they were saved, each game its own', () => {
  const storage = device();
  expect(writeSaved(storage, 'eurojackpot', [slip])).toBe(true);
  expect(readSaved(storage, 'eurojackpot', matrix)).toEqual([slip]);
  expect(readSaved(storage, 'lotto', matrix)).toEqual([]);
  writeSaved(storage, 'eurojackpot', []);
  expect(storage.read('hending.saved.eurojackpot')).toBeNull();
});

test.each(['{', '7', '[{"rows":[]}]', JSON.stringify([{ ...slip, rows: [row(60)] }])])(
  '%s is no saved row',
  (kept) => {
    const storage = device();
    storage.write('hending.saved.eurojackpot', kept);
    expect(readSaved(storage, 'eurojackpot', matrix)).toEqual([]);
  },
);

test('a full device says so, and a long list ends', () => {
  expect(writeSaved(device(true), 'eurojackpot', [slip])).toBe(false);
  const storage = device();
  writeSaved(
    storage,
    'eurojackpot',
    Array.from({ length: savedMax + 5 }, () => slip),
  );
  expect(readSaved(storage, 'eurojackpot', matrix)).toHaveLength(savedMax);
});

test('half a Joker and rows that lack numbers are not kept', () => {
  const half = { ...slip, joker: [1, null, null, null, null], draws: 5 };
  expect(worthSaving(half, [row(1)])).toEqual({ ...emptySlip, rows: [row(1)] });
});

test('the same numbers are the same, whoever picked them', () => {
  expect(isSame(slip, { ...slip, rows: slip.rows.map((each) => ({ ...each, isQuickPick: true })) })).toBe(
    true,
  );
  expect(isSame(slip, { ...slip, joker: null })).toBe(false);
});
