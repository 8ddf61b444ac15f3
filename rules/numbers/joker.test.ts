import { expect, test } from 'vitest';
import { versionAt } from './games.ts';
import {
  formatJoker,
  jokerNumberCount,
  jokerPrize,
  jokerTier,
  jokerWinningCount,
  parseJoker,
} from './joker.ts';

const tiers = versionAt('lotto', '2026-11-21').sale?.joker?.tiers ?? [];

function prize(ticket: string, drawn: string) {
  return jokerPrize(parseJoker(ticket) ?? [], parseJoker(drawn) ?? [], tiers);
}

test('front or back counts, never the middle alone', () => {
  expect(prize('01234', '01234')).toEqual({ tier: 1, units: 1, amount: 2_500_000 });
  expect(prize('01239', '01234')).toEqual({ tier: 2, units: 1, amount: 125_000 });
  expect(prize('91234', '01234')).toEqual({ tier: 2, units: 1, amount: 125_000 });
  expect(prize('01299', '01234')).toEqual({ tier: 3, units: 1, amount: 12_500 });
  expect(prize('01994', '01234')).toEqual({ tier: 4, units: 1, amount: 2_500 });
  expect(prize('01934', '01234')).toEqual({ tier: 4, units: 2, amount: 5_000 });
  expect(prize('91239', '01234')).toEqual({ tier: 0, units: 0, amount: 0 });
  expect(prize('09234', '01234')).toEqual({ tier: 3, units: 1, amount: 12_500 });
});

test.each(['01234', '77777', '00000', '10101'])('all 100,000 numbers against %s', (drawn) => {
  const digits = parseJoker(drawn) ?? [];
  const units = [0, 0, 0, 0, 0];
  let [doubles, paid, winning] = [0, 0, 0];
  for (let number = 0; number < jokerNumberCount; number++) {
    const won = jokerPrize(parseJoker(String(number).padStart(5, '0')) ?? [], digits, tiers);
    units[won.tier] = (units[won.tier] ?? 0) + won.units;
    if (won.units === 2) doubles += 1;
    paid += won.amount;
    if (won.tier > 0) winning += 1;
  }
  expect(units).toEqual([0, ...tiers.map((tier) => tier.units)]);
  expect(units).toEqual([0, 1, 18, 180, 1_800]);
  expect(doubles).toBe(9);
  expect(winning).toBe(jokerWinningCount);
  // 46% of 100,000 Jokers at 250 kr., exactly.
  expect(paid).toBe(11_500_000);
});

test('digits are text or a list, never a number: leading zeros are real', () => {
  expect(parseJoker('00007')).toEqual([0, 0, 0, 0, 7]);
  expect(formatJoker([0, 0, 0, 0, 7])).toBe('00007');
  for (const bad of ['', '1234', '123456', '1234a', '12.45']) expect(parseJoker(bad)).toBeNull();
  expect(() => jokerTier([1, 2, 3, 4], [1, 2, 3, 4, 5])).toThrow();
});

test('no prize table is known before 24 November 2024', () => {
  expect(versionAt('lotto', '2024-11-23').sale?.joker?.tiers).toBeUndefined();
});
