import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { drawResult, type NumbersResult } from '#contract/games/numbers.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { resultRoutes } from './routes.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let routes: ReturnType<typeof resultRoutes>;
beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  routes = resultRoutes({ db: own.db, kinds: own.config.kinds });
  await at.advanceTo(new Date('2026-11-21T12:00:00Z'));
  await at.open();
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const ofWeek = (query: { gameId: string; week: string; year: string }): Promise<ApiAnswer<'results.lotto'>> =>
  routes['results.lotto']({ params: undefined, query, body: undefined });
const latest = async (gameId: string) =>
  (await routes['results.lottoLatest']({
    params: undefined,
    query: { gameId },
    body: undefined,
  })) as NumbersResult;

test('no result yet: a single one is not found, lists are empty, the overview has every game', async () => {
  await expect(latest('lotto')).rejects.toMatchObject({ code: 'EC_NO_DATA_FOUND' });
  expect(await ofWeek({ gameId: 'lotto', week: '47', year: '2026' })).toEqual({ results: [] });
  expect(await routes['results.latest']()).toEqual({
    lotto: null,
    vikinglotto: null,
    eurojackpot: null,
    totoeng: null,
    totoeur: null,
    xg: null,
    lengjan: null,
  });
});

test('a confirmed result is public at once, its prizes once it is settled', async () => {
  const draw = await at.onSale();
  await at.buy({
    playerId: await at.player(10_000),
    rows: [
      [1, 2, 3, 40, 41],
      [7, 8, 9, 10, 11],
    ],
    joker: '01299',
  });
  await at.seal(draw);
  await at.result(draw.drawId, [5, 4, 3, 2, 1], 6, '01234');
  const confirmed = await latest('lotto');
  expect(confirmed).toMatchObject({
    gameId: 'lotto',
    draw: 2087,
    status: 'resulted',
    week: 47,
    year: 2026,
    drawDay: 'sat',
    rowsSold: 2,
    lottoNumbers: [1, 2, 3, 4, 5],
    bonusNumbers: [6],
    superNumbers: [],
    jokerNumbers: [0, 1, 2, 3, 4],
    lottoWins: [],
    jokerWins: [],
  });
  expect(drawResult.parse(confirmed)).toEqual(confirmed);
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  const settled = await latest('lotto');
  expect(settled.lottoWins[4]).toEqual({
    name: '3',
    amount: 20,
    winners: 1,
    amountTotal: 20,
    winnerCountLocal: 1,
  });
  // Nobody had five right: what waits for the next draw is said, and not before the prizes are known.
  const carry = await wholeCarry(own.db, 'lotto');
  expect([confirmed.carriedOver, settled.carriedOver]).toEqual([undefined, carry[1]]);
  expect(settled.carriedOver).toBeGreaterThan(0);
  expect(settled.jokerWins[2]).toMatchObject({ name: '3', amount: 12_500, winners: 1 });
  expect(drawResult.parse(settled)).toEqual(settled);
  expect(await ofWeek({ gameId: 'lotto', week: '47', year: '2026' })).toEqual({ results: [settled] });
  expect(await ofWeek({ gameId: 'lotto', week: '48', year: '2026' })).toEqual({ results: [] });
  expect(await routes['results.latest']()).toMatchObject({ lotto: settled, eurojackpot: null });
});

test('only the newest revision of a past draw is shown', async () => {
  await own.pool.query(`
    INSERT INTO draws (game, number, draw_date, close_date, rules_id, amount_row, amount_side,
      high_win_from, origin, state, stakes_account)
    VALUES ('lotto', 2080, '2026-10-03T18:54:00Z', '2026-10-03T18:40:00Z', 'lotto-2025-05-18', 150, 250,
      200000, 'import', 'settled', 0)`);
  const drawId = await at.value<number>(sql`SELECT draw_id FROM draws WHERE number = 2080`);
  await own.pool.query(
    `INSERT INTO draw_results (draw_id, revision, origin, outcome, confirmed_at,
      confirmed_by) VALUES
       ($1, 1, 'sample', '{"numbers":[1,2,3,4,5],"bonusNumbers":[6],"joker":null}', domain_now(), 'seed'),
       ($1, 2, 'import', '{"numbers":[7,8,9,10,11],"bonusNumbers":[12],"joker":null}', domain_now(), 'eva')`,
    [drawId],
  );
  await own.pool.query(
    `INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, winners, winners_local)
     VALUES ($1, 1, 'main', 1, '5', 10, 1, 1), ($1, 2, 'main', 1, '5', 500, 2, 2)`,
    [drawId],
  );
  const { results } = await ofWeek({ gameId: 'lotto', week: '40', year: '2026' });
  expect(results).toMatchObject([
    { draw: 2080, lottoNumbers: [7, 8, 9, 10, 11], jokerNumbers: [], lottoWins: [{ amountTotal: 1000 }] },
  ]);
  expect(results[0]).not.toHaveProperty('sample');
  expect((await latest('lotto')).draw).toBe(2087);
  expect(await routes['results.weeks']()).toEqual({
    weeks: [
      { gameId: 'lotto', year: 2026, week: 47, drawDate: '2026-11-21T18:54:00.000Z' },
      { gameId: 'lotto', year: 2026, week: 40, drawDate: '2026-10-03T18:54:00.000Z' },
    ],
  });
});

test('the history of a pot says what was held, whether it was won, and how often it had grown', async () => {
  const { pots } = await routes['results.pots']({
    params: undefined,
    query: { gameId: 'lotto' },
    body: undefined,
  });
  const [newest, oldest] = pots;
  expect(pots.map(({ draw, winners, potMultiple }) => [draw, winners, potMultiple])).toEqual([
    [2087, 0, 1],
    [2080, 2, 1],
  ]);
  expect(newest?.amount).toBeGreaterThan(0);
  expect(oldest).toMatchObject({ amount: 1000, year: 2026, week: 40 });
  await expect(
    routes['results.pots']({ params: undefined, query: { gameId: 'bingo' }, body: undefined }),
  ).rejects.toMatchObject({ code: 'EC_PRODUCTTYPE_NOT_FOUND' });
});

test.each([
  [{ gameId: 'lotto', week: '0', year: '2026' }, 'week', 'invalidWeek'],
  [{ gameId: 'lotto', week: '54', year: '2026' }, 'week', 'invalidWeek'],
  [{ gameId: 'lotto', week: '1x', year: '2026' }, 'week', 'invalidWeek'],
  [{ gameId: 'lotto', week: '1', year: '1986' }, 'year', 'invalidDate'],
  [{ gameId: 'vikinglotto', week: '1', year: '1992' }, 'year', 'invalidDate'],
  [{ gameId: 'eurojackpot', week: '1', year: '2012' }, 'year', 'invalidDate'],
  [{ gameId: 'lotto', week: '1', year: 'ár' }, 'year', 'invalidDate'],
])('%o is refused with its issue', async (query, field, message) => {
  await expect(ofWeek(query)).rejects.toMatchObject({
    code: 'EC_INVALID_INPUT',
    options: { issues: { query: [{ path: [field], message }] } },
  });
});

test('first years are accepted, a week that a year lacks is empty, unknown games are refused', async () => {
  expect(await ofWeek({ gameId: 'lotto', week: '1', year: '1987' })).toEqual({ results: [] });
  expect(await ofWeek({ gameId: 'lotto', week: '53', year: '2025' })).toEqual({ results: [] });
  await expect(ofWeek({ gameId: 'bingo', week: '1', year: '2026' })).rejects.toMatchObject({
    code: 'EC_PRODUCTTYPE_NOT_FOUND',
  });
  await expect(latest('bingo')).rejects.toMatchObject({ code: 'EC_PRODUCTTYPE_NOT_FOUND' });
});
