import { expect, test } from 'vitest';
import { maxWalSize, settingArguments, sharedBuffers } from './settings.ts';

const gigabyte = 2 ** 30;

test('the database takes a quarter of the memory, and 128 MB at least', () => {
  const sizes = [0.25, 1, 3, 24, 256].map((size) => sharedBuffers(size * gigabyte));
  expect(sizes).toEqual(['128MB', '256MB', '768MB', '6144MB', '65536MB']);
});

test('its log takes a tenth of the free disk, from 1 to 16 GB', () => {
  const sizes = [0, 5, 40, 160, 4000].map((size) => maxWalSize(size * gigabyte));
  expect(sizes).toEqual(['1024MB', '1024MB', '4096MB', '16384MB', '16384MB']);
});

test('pages are read back after a restart where PostgreSQL has the library for it', () => {
  const machine = { memoryBytes: gigabyte, freeDiskBytes: gigabyte };
  const preload = 'shared_preload_libraries=pg_prewarm';
  expect(settingArguments({ ...machine, hasPrewarm: true }, 5432)).toContain(preload);
  expect(settingArguments({ ...machine, hasPrewarm: false }, 5432)).not.toContain(preload);
});
