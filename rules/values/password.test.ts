import { expect, test } from 'vitest';
import { hasPasswordLength } from './password.ts';

test.each([
  ['', false],
  ['a'.repeat(7), false],
  ['a'.repeat(8), true],
  ['a'.repeat(30), true],
  ['a'.repeat(31), false],
  ['🎲'.repeat(8), true],
  ['🎲'.repeat(30), true],
  ['🎲'.repeat(31), false],
  ['e\u0301'.repeat(30), true],
  [' '.repeat(8), true],
])('%j: %s', (password, fits) => {
  expect(hasPasswordLength(password)).toBe(fits);
});
