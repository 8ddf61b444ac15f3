import { expect, test } from 'vitest';
import { sharedBuffers } from './settings.ts';

test('the database takes a quarter of the memory, within bounds', () => {
  const gigabyte = 2 ** 30;
  const sizes = [0.25, 2, 3, 24].map((size) => sharedBuffers(size * gigabyte));
  expect(sizes).toEqual(['128MB', '512MB', '768MB', '1024MB']);
  expect(sharedBuffers(Number.POSITIVE_INFINITY)).toBe('1024MB');
});
