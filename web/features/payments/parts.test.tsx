import { expect, test } from 'vitest';
import { render } from '#web/blocks/render-fixture.tsx';
import { After } from './parts.tsx';

/** The sum as it is read: `name amount` of each line. */
function lines(balance: number, debt: number, change: number | null): string[] {
  const markup = render(<After name="After" balance={balance} debt={debt} change={change} />, 'en');
  const pairs = markup.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g);
  return [...pairs].map(([, name, amount]) => `${name} ${amount}`.replaceAll('\u00a0', ' '));
}

test('a balance without a debt is one line', () => {
  expect(lines(1_000, 0, 500)).toEqual(['Balance now 1.000 kr.', 'After 1.500 kr.']);
  expect(lines(1_000, 0, null)).toEqual(['Balance now 1.000 kr.']);
});

test('a debt has its line, and what stays of it is called a debt', () => {
  const now = ['Balance now 0 kr.', 'Debt −12.500 kr.'];
  expect(lines(0, 12_500, 20_000)).toEqual([...now, 'After 7.500 kr.']);
  expect(lines(0, 12_500, 5_000)).toEqual([...now, 'Debt after deposit −7.500 kr.']);
});
