import { expect, test } from 'vitest';
import { rulesOf } from '#rules/numbers/games.ts';
import { firstPrizeOf } from './current.ts';

const pot = (over: object = {}) => ({ carry: 0, share: null, unwon: 0, announced: null, ...over });

test('before the first figures of a game its first prize is rounded like every other estimate', () => {
  const rules = rulesOf({ rulesId: 'vikinglotto-1993-03-17' });
  expect(firstPrizeOf(rules, pot({ carry: 1_635_629_826 }))).toBe(1_635_600_000);
  expect(firstPrizeOf(rules, pot({ carry: 1_635_000_000, share: 629_826 }))).toBe(1_635_600_000);
  expect(firstPrizeOf(rules, pot({ carry: 629_826 }))).toBe(629_820);
});
