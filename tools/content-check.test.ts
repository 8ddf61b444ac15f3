import { expect, test } from 'vitest';
import { checkContent } from './content-check.ts';

test('all of content/ loads, and every question is answered in the shape of the contract', async () => {
  expect(await checkContent()).toEqual([]);
});
