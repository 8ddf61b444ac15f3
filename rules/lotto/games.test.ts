import { expect, test } from 'vitest';
import {
  currentVersion,
  gameIds,
  jokerPriceAt,
  numberGames,
  rowPriceAt,
  toPrizesOf100,
  versionAt,
} from './games.ts';

test('spec games §1, §9: matrix, draw days and choices of the three games', () => {
  const shapes = gameIds.map((gameId) => {
    const { main, chosenBonus, drawDays } = currentVersion(gameId);
    return [main.pick, main.max, chosenBonus.count, chosenBonus.max, drawDays.join()];
  });
  expect(shapes).toEqual([
    [5, 45, 0, 0, 'sat'],
    [6, 48, 1, 5, 'wed'],
    [5, 50, 2, 12, 'tue,fri'],
  ]);
  expect(gameIds.map((gameId) => numberGames[gameId].multiDrawOptions)).toEqual([
    [1, 2, 3, 4, 5, 10],
    [1, 2, 3, 4, 5, 10],
    [1, 2, 4, 6, 8, 10],
  ]);
});

test('a draw keeps the rules of its date', () => {
  expect(versionAt('lotto', '1986-11-29').version).toBe('5/32');
  expect(versionAt('lotto', '2025-05-17').version).toBe('5/42');
  expect(versionAt('lotto', '2025-05-18').version).toBe('5/45');
  expect(versionAt('vikinglotto', '2021-06-02').version).toBe('6/48 + 1/8');
  expect(versionAt('eurojackpot', '2022-03-24').drawDays).toEqual(['fri']);
  expect(() => versionAt('lotto', '1986-11-28')).toThrow();
});

test('lotteries.md §1: what of each 100 kr. goes to prizes', () => {
  expect(gameIds.map((gameId) => toPrizesOf100(currentVersion(gameId)))).toEqual([45, 45, 50]);
  expect(() => toPrizesOf100(versionAt('lotto', '2010-01-02'))).toThrow('5/40 is not known');
});

test('prices are dated rows', () => {
  expect(gameIds.map((gameId) => rowPriceAt(gameId, '2026-11-21'))).toEqual([150, 115, 310]);
  expect(rowPriceAt('vikinglotto', '2023-03-29')).toBeUndefined();
  expect(jokerPriceAt('2024-11-24')).toBe(250);
});

test('checklist 83: shares of a fund add up to the whole', () => {
  const total = (gameId: 'lotto' | 'vikinglotto' | 'eurojackpot') =>
    currentVersion(gameId).tiers.reduce((sum, tier) => sum + (tier.shareBasisPoints ?? 0), 0);
  expect([total('lotto'), total('vikinglotto'), total('eurojackpot')]).toEqual([10_000, 10_000, 9_100]);
  const older = versionAt('lotto', '2022-06-26').tiers.map((tier) => tier.shareBasisPoints);
  expect(older).toEqual([5450, 250, 1300, 500, 1700, 800]);
});
