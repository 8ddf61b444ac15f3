import { expect, test } from 'vitest';
import { versionAt } from './games.ts';
import { anyPrizeOdds, tierOdds } from './odds.ts';

function fractions(gameId: 'lotto' | 'vikinglotto' | 'eurojackpot') {
  return tierOdds(versionAt(gameId, '2026-11-21')).map(({ condition, outcomes, numerator, denominator }) => [
    condition,
    outcomes,
    `${numerator}/${denominator}`,
  ]);
}

test('must-hold 121: true odds of lotto', () => {
  expect(fractions('lotto')).toEqual([
    ['5', 40, '1/1221759'],
    ['4+B', 200, '5/1221759'],
    ['4', 7_800, '65/407253'],
    ['3+B', 15_600, '130/407253'],
    ['3', 296_400, '2470/407253'],
    ['2+B', 296_400, '2470/407253'],
  ]);
  expect(anyPrizeOdds(versionAt('lotto', '2026-11-21'))).toMatchObject({ of: 48_870_360, oneIn: 79.28 });
});

test('must-hold 121: true odds of vikinglotto', () => {
  expect(fractions('vikinglotto')).toEqual([
    ['6+V', 1, '1/61357560'],
    ['6', 4, '1/15339390'],
    ['5+V', 252, '21/5113130'],
    ['5', 1_008, '42/2556565'],
    ['4', 64_575, '4305/4090504'],
    ['3', 1_148_000, '28700/1533939'],
  ]);
  expect(anyPrizeOdds(versionAt('vikinglotto', '2026-11-21'))).toMatchObject({
    of: 61_357_560,
    oneIn: 50.55,
  });
});

test('must-hold 121: true odds of eurojackpot', () => {
  expect(fractions('eurojackpot')).toEqual([
    ['5+2', 1, '1/139838160'],
    ['5+1', 20, '1/6991908'],
    ['5+0', 45, '3/9322544'],
    ['4+2', 225, '15/9322544'],
    ['4+1', 4_500, '75/2330636'],
    ['3+2', 9_900, '15/211876'],
    ['4+0', 10_125, '675/9322544'],
    ['2+2', 141_900, '215/211876'],
    ['3+1', 198_000, '75/52969'],
    ['3+0', 445_500, '675/211876'],
    ['1+2', 744_975, '645/121072'],
    ['2+1', 2_838_000, '1075/52969'],
  ]);
  expect(anyPrizeOdds(versionAt('eurojackpot', '2026-11-21'))).toMatchObject({
    of: 139_838_160,
    oneIn: 31.83,
  });
});

test('an older matrix has its own odds', () => {
  expect(tierOdds(versionAt('lotto', '2024-01-06'))[0]).toMatchObject({ numerator: 1, denominator: 850_668 });
});
