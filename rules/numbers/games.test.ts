import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isk } from '../values/money.ts';
import frozen from './fixtures/frozen-rules.json' with { type: 'json' };
import { prizeShare } from './fund.ts';
import { type GameId, gameIds, numberGames, rulesOf, versionAt } from './games.ts';

test('matrix, draw days and choices of the three games', () => {
  const shapes = gameIds.map((gameId) => {
    const { main, chosenBonus, drawDays } = versionAt(gameId, '2026-11-21');
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

test('a draw is planned under the rules of its date', () => {
  expect(versionAt('lotto', '1986-11-29').matrix).toBe('5/32');
  expect(versionAt('lotto', '2025-05-17').matrix).toBe('5/42');
  expect(versionAt('lotto', '2025-05-18').matrix).toBe('5/45');
  expect(versionAt('vikinglotto', '2021-06-02').matrix).toBe('6/48 + 1/8');
  expect(versionAt('eurojackpot', '2022-03-24').drawDays).toEqual(['fri']);
  expect(() => versionAt('lotto', '1986-11-28')).toThrow();
});

test('what goes to prizes of what is staked on rows: in EuroJackpot a euro of each', () => {
  const now = (gameId: GameId) => versionAt(gameId, '2026-11-21');
  const share = (gameId: GameId, price: number, euroRate: string) =>
    prizeShare(now(gameId), isk(price), { euroRate });
  expect(share('lotto', 150, '144.50')).toBe(4500);
  expect(share('vikinglotto', 115, '144.50')).toBe(4500);
  // 144.5 kr. of 310 are 46.61%; at 155 kr. half, above it more.
  expect(share('eurojackpot', 310, '144.50')).toBe(4661);
  expect(share('eurojackpot', 310, '155')).toBe(5000);
  expect(share('eurojackpot', 310, '160')).toBe(5161);
  expect(prizeShare(now('eurojackpot'), isk(310), null)).toBe(5000);
  expect(() => prizeShare(versionAt('lotto', '2010-01-02'), isk(100), null)).toThrow('5/40 is not known');
});

test('prices are dated rows', () => {
  expect(gameIds.map((gameId) => versionAt(gameId, '2026-11-21').sale?.amountRow)).toEqual([150, 115, 310]);
  expect(versionAt('vikinglotto', '2023-03-29').sale?.amountRow).toBeUndefined();
  expect(versionAt('lotto', '2024-11-24').sale?.joker?.amount).toBe(250);
});

test('must-hold 83: shares of a fund add up to the whole', () => {
  const total = (gameId: 'lotto' | 'vikinglotto' | 'eurojackpot') =>
    versionAt(gameId, '2026-11-21').tiers.reduce((sum, tier) => sum + (tier.shareBasisPoints ?? 0), 0);
  expect([total('lotto'), total('vikinglotto'), total('eurojackpot')]).toEqual([10_000, 10_000, 9_100]);
  const older = versionAt('lotto', '2022-06-26').tiers.map((tier) => tier.shareBasisPoints);
  expect(older).toEqual([5450, 250, 1300, 500, 1700, 800]);
});

const rows = gameIds.flatMap((gameId) => numberGames[gameId].versions);

test('every dated row of rules has an id of its own, by which a draw finds it', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const row of rows) expect(rulesOf({ rulesId: row.id })).toBe(row);
  expect(() => rulesOf({ rulesId: '5/45' })).toThrow('there are no rules 5/45');
  for (const gameId of gameIds) {
    const days = numberGames[gameId].versions.map(({ from }) => from);
    expect(days).toEqual(days.toSorted());
  }
});

test('must-hold 124: a row that draws were sold under never changes: a change is a new row', () => {
  const digests = rows.map((row) => [
    row.id,
    createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 16),
  ]);
  expect(Object.fromEntries(digests)).toEqual(frozen);
});

test('no rules are looked up by a date but to plan, to read the past, and where there is no draw', () => {
  const root = new URL('../..', import.meta.url);
  const users = ['rules', 'server', 'web', 'operator', 'integrations', 'db']
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter(
      (path) => !path.includes('.test.') && readFileSync(new URL(path, root), 'utf8').includes('versionAt('),
    );
  expect(users.toSorted()).toEqual([
    'rules/numbers/draws.ts',
    'rules/numbers/games.ts',
    'rules/numbers/published.ts',
    'server/games/numbers/history/line.ts',
    'server/games/numbers/history/sample.ts',
    'server/games/numbers/history/store.ts',
    'server/games/numbers/kind.ts',
    'server/games/numbers/saved-rows.ts',
    'server/games/numbers/statistics/draws.ts',
    'server/games/numbers/statistics/what-if.ts',
    'web/features/check/check-data.server.ts',
    'web/features/numbers/code-dialog.tsx',
    'web/features/results/results-data.server.ts',
    'web/features/statistics/statistics-data.server.ts',
  ]);
});
