/** Spending shown unasked, and what was paid in for life (must-hold 41, 42). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let player: TestPlayer;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await addDraw(data, { number: 2085 });
  [player] = (await addPlayers(data, 1, 10_000)) as [TestPlayer];
});
afterAll(() => data.close());

const review = async () =>
  (await get<ApiAnswer<'account.review'>>(app, '/user/spending-review', player.cookie)).body;
const note = async (body: object | '') => {
  const answer = await post(app, '/user/spending-review', body, { cookie: player.cookie });
  return [answer.status, answer.body.code];
};
const reviewedBefore = (days: number) =>
  data.pool.query(
    `UPDATE players SET reviewed_at = domain_now() - make_interval(days => $2) WHERE player_id = $1`,
    [player.playerId, days],
  );

test('must-hold 42: is due every 14 days or as chosen, and says what was spent since', async () => {
  const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
  expect((await post(app, '/lotto/buy', wager, { cookie: player.cookie })).status).toBe(201);
  await reviewedBefore(13);
  expect(await review()).toMatchObject({ spent: 150, won: 0, net: -150, everyDays: 14, isDue: false });
  await reviewedBefore(14);
  expect(await review()).toMatchObject({ isDue: true });
  expect(await note({ everyDays: 30 })).toEqual([204, undefined]);
  expect(await review()).toMatchObject({ spent: 150, everyDays: 30, isDue: false });
});

test('seen begins the next period', async () => {
  await reviewedBefore(30);
  expect(await note({ seen: true })).toEqual([204, undefined]);
  expect(await review()).toMatchObject({ spent: 0, net: 0, isDue: false });
  expect(await note('')).toEqual([204, undefined]);
});

test.each([0, 15, 7.5, '7', 10 ** 12])('a rhythm of %j is malformed', async (everyDays) => {
  expect(await note({ everyDays })).toEqual([400, 'EC_INVALID_INPUT']);
});

test('must-hold 41: what was paid in for life stands beside every page of movements', async () => {
  const { body } = await get(app, '/user/transactions/1?transactionType=sales', player.cookie);
  expect(body).toMatchObject({ netDeposits: 10_000, transactionCount: 1 });
});
