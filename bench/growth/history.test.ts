import { expect, test } from 'vitest';
import { seededUint32 } from '#server/platform/random.ts';
import { weekOfPurchases } from './history/wagers.ts';

const week = (seed: string) => weekOfPurchases(2000, seededUint32(seed, { mode: 'embedded' }));

test('the same seed buys the same week', () => {
  expect(week('a')).toEqual(week('a'));
  expect(week('b')).not.toEqual(week('a'));
});

test('about a fifth of the tickets take part in two draws', () => {
  const two = week('a').filter(({ body }) => (JSON.parse(body) as { drawCount: number }).drawCount === 2);
  expect(two.length / 2000).toBeGreaterThan(0.17);
  expect(two.length / 2000).toBeLessThan(0.25);
});
