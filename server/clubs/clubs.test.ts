import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { seed } from '#embedded/seed.ts';
import { testApp } from '#test/harness/app.ts';
import { get } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';

type Contributions = ApiAnswer<'system.contributions'>;
let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];

beforeAll(async () => {
  data = await testDatabase();
  await data.adminPool.query(`
    INSERT INTO clubs VALUES (3, 'Þriðja'), (1, 'Fyrsta'), (2, 'Annað');
    INSERT INTO club_sales (club_id, year, week, sale, sale_count, origin, amount, booked_at)
      SELECT *, 'booked', floor(column4 / 10.0), domain_now() FROM (VALUES
      (1, 2025, 1, 100, 1), (2, 2025, 1, 200, 2), (1, 2025, 2, 1000, 4), (3, 2025, 2, 2000, 5),
      (1, 2024, 2, 7, 1)) v`);
  ({ app } = testApp(data));
});
afterAll(() => data.close());

const contributions = async (query: string) =>
  (await get<Contributions>(app, `/system/contributions?${query}`)).body.contributions;

test('clubs stand in the Icelandic alphabet, not by number', async () => {
  const { body } = await get(app, '/club');
  expect(body).toEqual({
    clubs: [
      { id: '2', number: 2, name: 'Annað' },
      { id: '1', number: 1, name: 'Fyrsta' },
      { id: '3', number: 3, name: 'Þriðja' },
    ],
  });
});

test('a week: its sale, the sum since new year, and the share of the week', async () => {
  expect(await contributions('year=2025&week=2')).toEqual([
    { club: 3, clubName: 'Þriðja', sale: 2000, saleTotal: 2000, percent: 66.67, saleCount: 5, amount: 200 },
    { club: 1, clubName: 'Fyrsta', sale: 1000, saleTotal: 1100, percent: 33.33, saleCount: 4, amount: 100 },
  ]);
});

test.each(['year=2025', 'year=2025&week=all', 'year=2025&week='])(
  '%s: everything in the year',
  async (query) => {
    expect(await contributions(query)).toEqual([
      { club: 3, clubName: 'Þriðja', sale: 2000, saleTotal: 2000, percent: 60.61, saleCount: 5, amount: 200 },
      { club: 1, clubName: 'Fyrsta', sale: 1100, saleTotal: 1100, percent: 33.33, saleCount: 5, amount: 110 },
      { club: 2, clubName: 'Annað', sale: 200, saleTotal: 200, percent: 6.06, saleCount: 2, amount: 20 },
    ]);
  },
);

test('a time without sales is an empty list', async () => {
  expect(await contributions('year=2025&week=53')).toEqual([]);
  expect(await contributions('year=2016')).toEqual([]);
});

test.each([
  ['year=2015', 'year', 'invalidDate'],
  ['year=9998', 'year', 'invalidDate'],
  ['year=x', 'year', 'invalidDate'],
  ['year=2025&week=0', 'week', 'invalidWeek'],
  ['year=2025&week=54', 'week', 'invalidWeek'],
  ['year=2025&week=-1', 'week', 'invalidWeek'],
  ['year=2025&week=1.5', 'week', 'invalidWeek'],
])('%s is refused with its issue', async (query, name, message) => {
  const { status, body } = await get(app, `/system/contributions?${query}`);
  expect([status, body.code]).toEqual([400, 'EC_INVALID_INPUT']);
  expect(body.issues?.query).toEqual([{ path: [name], message }]);
});

test('an embedded instance has sales of clubs from 2016 to the last week, each once', async () => {
  const own = await testDatabase();
  try {
    for (let turn = 0; turn < 2; turn++) await seed(own.db);
    type Seeded = { clubs: number; years: number; newest: boolean };
    const { rows } = await own.pool.query<Seeded>(`
      SELECT count(DISTINCT club_id)::int AS clubs, count(DISTINCT year)::int AS years,
        bool_or(year >= extract(year FROM domain_now() - interval '14 days')) AS newest
      FROM club_sales`);
    expect(rows[0]?.clubs).toBeGreaterThanOrEqual(35);
    expect(rows[0]?.years).toBeGreaterThanOrEqual(11);
    expect(rows[0]?.newest).toBe(true);
    const path = '/system/contributions?year=2019&week=7';
    const { body } = await get<Contributions>(testApp(own).app, path);
    expect(
      body.contributions.every(({ sample, sale, amount }) => sample && amount === Math.floor(sale / 10)),
    ).toBe(true);
    const sum = body.contributions.reduce((total, { percent }) => total + percent, 0);
    expect(sum).toBeGreaterThan(99.5);
    expect(sum).toBeLessThan(100.5);
  } finally {
    await own.close();
  }
});
