import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statisticsCalls } from '#contract/statistics.ts';
import { seed } from '#embedded/seed.ts';
import { importHistory } from '#server/games/numbers/history/import.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { statisticsRoutes } from './routes.ts';

let own: TestDatabase;
let routes: ReturnType<typeof statisticsRoutes>;
beforeAll(async () => {
  own = await testDatabase();
  routes = statisticsRoutes(own.db);
  await drawFixture(own).advanceTo(new Date('2026-11-21T12:00:00Z'));
});
afterAll(() => own.close());

const answer = statisticsCalls['lotto.gameStatistics'].answer.body;
const of = async (gameId: string, year?: string) =>
  answer.parse(
    await routes['lotto.gameStatistics']({
      params: { gameId },
      query: { ...(year !== undefined && { year }) },
      body: undefined,
    }),
  );
const counts = (query: { gameId?: string; year?: string }) =>
  routes['lotto.statistics']({ params: undefined, query, body: undefined });

test('without a past nothing is counted and every list is there', async () => {
  expect(await of('lotto')).toEqual({
    gameId: 'lotto',
    period: 'matrix',
    draws: 0,
    samples: 0,
    isMixed: false,
    numbers: [],
    bonus: [],
    pairs: { expected: 0, deviation: 0, pairs: [] },
    joker: { draws: 0, digits: expect.any(Array) },
    tiers: [],
    years: [],
    largest: [],
  });
  expect((await counts({})).draws).toEqual({ lotto: 0, vikinglotto: 0, eurojackpot: 0 });
});

test('a generated past is counted, all of it, and said to be generated', async () => {
  await seed(own.db);
  for (const [gameId, numbers, bonus, picks] of [
    ['lotto', 45, 45, 5],
    ['vikinglotto', 48, 5, 6],
    ['eurojackpot', 50, 12, 5],
  ] as const) {
    const year = await of(gameId, '2025');
    expect(year.samples).toBe(year.draws);
    expect(year.draws).toBeGreaterThanOrEqual(52);
    const matrix = await of(gameId);
    expect([matrix.numbers.length, matrix.bonus.length]).toEqual([numbers, bonus]);
    const sum = (list: { count: number }[]) => list.reduce((total, { count }) => total + count, 0);
    expect(sum(matrix.numbers)).toBe(matrix.draws * picks);
    expect(matrix.joker.draws).toBe(matrix.draws);
    expect(sum(matrix.joker.digits)).toBe(matrix.draws * 5);
    expect(matrix.years.reduce((total, { draws }) => total + draws, 0)).toBe(matrix.draws);
    expect(matrix.largest[0]?.amount).toBe(Math.max(...matrix.years.map(({ largest }) => largest)));
    expect(matrix.from?.slice(0, 4)).toBe(
      gameId === 'eurojackpot' || gameId === 'vikinglotto' ? '2024' : '2025',
    );
  }
  const all = await counts({ gameId: 'lotto' });
  expect(Object.keys(all.lotto)).toEqual(['lotto']);
  expect(all.joker['lotto']).toHaveLength(10);
  expect((await of('lotto', 'all')).isMixed).toBe(true);
});

const real = new URL(
  '../../../../../shared/data/lottery-draws/lotto-iceland-with-prizes.jsonl',
  import.meta.url,
);
test.skipIf(!existsSync(real))('with a real past imported, generated draws count no more', async () => {
  await importHistory(own.db, readFileSync(real, 'utf8'), { actor: 'eva' });
  const lotto = await of('lotto');
  // Up to the forty-eighth draw these are the figures that the design shows: 9 ten times, 5 once.
  expect([lotto.draws, lotto.samples, lotto.from]).toEqual([50, 0, '2025-05-24']);
  expect(lotto.numbers[8]?.count).toBeGreaterThanOrEqual(10);
  expect(lotto.numbers[4]).toMatchObject({ number: 5 });
  expect(lotto.numbers[0]?.expected).toBeCloseTo((50 * 5) / 45, 10);
  expect((await of('vikinglotto')).samples).toBeGreaterThan(0);
});

test.each([
  ['bingo', undefined, 'EC_PRODUCTTYPE_NOT_FOUND'],
  ['lotto', '1986', 'EC_INVALID_INPUT'],
  ['vikinglotto', '1992', 'EC_INVALID_INPUT'],
  ['eurojackpot', '2012', 'EC_INVALID_INPUT'],
  ['lotto', 'x', 'EC_INVALID_INPUT'],
])('%s in %s is refused with %s', async (gameId, year, code) => {
  await expect(of(gameId, year)).rejects.toMatchObject({ code });
  await expect(counts({ gameId, ...(year && { year }) })).rejects.toMatchObject({ code });
});

test('all games in one year: the first year of the oldest counts', async () => {
  expect((await counts({ year: '1987' })).draws).toEqual({ lotto: 0, vikinglotto: 0, eurojackpot: 0 });
  await expect(counts({ year: '1986' })).rejects.toMatchObject({ code: 'EC_INVALID_INPUT' });
});

const whatIf = (gameId: string, rows: string, system?: string) =>
  routes['lotto.whatIf']({ params: { gameId }, query: { rows, system }, body: undefined });

test.skipIf(!existsSync(real))(
  'what a row would have won in the real draws, and nothing of samples',
  async () => {
    const answer = statisticsCalls['lotto.whatIf'].answer.body.parse(await whatIf('lotto', '1-12-19-38-45'));
    expect(answer).toMatchObject({ draws: 50, imported: 50, leftOut: 0, from: '2025-05-24' });
    expect(answer.summed.paid).toBe(50 * 150);
    const told = answer.wins.map(({ drawDate, name, amount }) => [drawDate.slice(0, 10), name, amount]);
    expect(told).toContainEqual(['2025-08-02', '3', 1_930]);
    expect(told).toContainEqual(['2026-09-12', '3', 1_770]);
    expect(answer.steps.at(-1)).toEqual({ paid: answer.summed.paid, won: answer.summed.won });
    const system = await whatIf('lotto', '1-12-19-38-42-44-45', '7');
    expect(system).toMatchObject({ system: 7, draws: 50, summed: { paid: 50 * 21 * 150 } });
    expect(await whatIf('vikinglotto', '1-2-3-4-5-6b1')).toMatchObject({ draws: 0, imported: 0, steps: [] });
  },
);

test.each([
  ['lotto', '1-2-3-4'],
  ['lotto', '1-2-3-4-46'],
  ['lotto', '1-2-3-4-5_x'],
  ['vikinglotto', '1-2-3-4-5-6'],
  ['lotto', ''],
  ['lotto', '1-2-3-4-5-6', '7'],
  ['lotto', '1-2-3-4-5-6-7', '11'],
])('of %s, %o is no row', async (gameId, rows, system?: string) => {
  await expect(whatIf(gameId, rows, system)).rejects.toMatchObject({ code: 'EC_INVALID_INPUT' });
  await expect(whatIf('bingo', rows)).rejects.toMatchObject({ code: 'EC_PRODUCTTYPE_NOT_FOUND' });
});
