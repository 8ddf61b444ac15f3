import { expect, test } from 'vitest';
import { odds } from './odds.ts';

test('odds are whole hundredths from 1.00', () => {
  expect(odds(185)).toBe(185);
  for (const bad of [99, 1.85, Number.NaN]) expect(() => odds(bad)).toThrow();
});
