import { expect, test } from 'vitest';
import type { BrowserStore } from '#web/ui/browser-store.ts';
import { readSaved, savedMax, writeSaved } from './saved-slips.ts';

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

type Slip = { marks: string };

const read = (kept: unknown): Slip | null => (/^[1X2]+$/.test((kept as Slip).marks) ? (kept as Slip) : null);
const slip = { marks: '1X2' };

test('slips are read back as they were saved, each game its own', () => {
  const storage = device();
  expect(writeSaved(storage, 'totoeng', [slip])).toBe(true);
  expect(readSaved(storage, 'totoeng', read)).toEqual([slip]);
  expect(readSaved(storage, 'xg', read)).toEqual([]);
  writeSaved(storage, 'totoeng', []);
  expect(storage.read('hending.saved.totoeng')).toBeNull();
});

test.each(['{', '7', '[{"marks":"9"}]'])('%s is no saved slip', (kept) => {
  const storage = device();
  storage.write('hending.saved.totoeng', kept);
  expect(readSaved(storage, 'totoeng', read)).toEqual([]);
});

test('a full device says so, and a long list ends', () => {
  expect(writeSaved(device(true), 'totoeng', [slip])).toBe(false);
  const storage = device();
  const many = Array.from({ length: savedMax + 5 }, () => slip);
  writeSaved(storage, 'totoeng', many);
  expect(readSaved(storage, 'totoeng', read)).toHaveLength(savedMax);
});
