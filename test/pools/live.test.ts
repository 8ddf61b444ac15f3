/** How tickets and all rows stand while matches are played. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import type { Draw } from '#server/draws/draw.ts';
import { bookPath } from '#server/draws/seal/book.ts';
import type { Fact } from '#server/fixtures/facts.ts';
import { reportFacts } from '#server/fixtures/report.ts';
import { programOf } from '#server/games/pools/program.ts';
import { countStandings, standingDeadline } from '#server/games/pools/standing.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow, dueOf } from '#server/platform/deadlines.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { closeAndSeal, inHours, openProgram } from './programs.ts';

let own: TestDatabase;
let toto: Draw;
let xg: Draw;
let player: TestPlayer;
const tickets: Record<string, string> = {};
const ones = '11111111111';
const goals = Array.from({ length: 11 }, () => '2').join();

beforeAll(async () => {
  own = await testDatabase();
  toto = await openProgram(own, { number: 4700 });
  // Later, so that its sale has not ended when the clock stands at the matches of the other.
  xg = await openProgram(own, { game: 'xg', number: 70, kickOffs: [await inHours(own, 3)] });
  [player] = (await addPlayers(own, 1, 50_000)) as [TestPlayer];
  await buy('open', '/toto/buy', { panels: `DA${ones}`, rows: 6, system: 'O' });
  await buy('rows', '/toto/buy', { panels: `1X${ones}|11${ones}|2X${ones}`, rows: 3 });
  await buy('many', '/toto/buy', { panels: 'XDDDDD1111111', rows: 243, system: 'O' });
  await buy('goals', '/xg/buy', { panels: `1/2,0,${goals}|1,0,${goals}|1,1,${goals}`, rows: 4 });
  for (const draw of [toto, xg]) await closeAndSeal(own, draw);
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

async function buy(name: string, path: string, wager: { panels: string; rows: number; system?: string }) {
  const program = path.includes('xg')
    ? { programId: 'xg-70' }
    : { programId: 'totoeng-4700', groupId: 'sat' };
  const body = { ...program, ...wager, stake: wager.rows * 13 };
  const sold = await post<{ id: string }>(testApp(own).app, path, body, { cookie: player.cookie });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  tickets[name] = sold.body.id;
}

async function report(draw: Draw, number: number, ...facts: Fact[]): Promise<void> {
  const { matches } = await programOf(own.db, draw.drawId);
  const matchId = matches[number - 1]?.match.matchId as number;
  const at = await databaseNow(own.db);
  await transaction(own.db, (tx) => reportFacts(tx, { matchId, source: 'feed', at, facts }));
}
const playing: Fact = { kind: 'state', state: 'onGoing' };
const ended: Fact = { kind: 'state', state: 'finished' };
const score = (home: number, away: number): Fact => ({ kind: 'score', home, away });

async function read<T>(path: string): Promise<T> {
  const { status, body } = await get<T>(testApp(own).app, path, player.cookie);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const ticketNow = (name: string) =>
  read<ApiAnswer<'toto.ticket'>>(`/${name === 'goals' ? 'xg' : 'toto'}/ticket/${tickets[name]}`);
const standingNow = async (game: 'toto' | 'xg') => {
  const id = game === 'xg' ? 'xg-70' : 'totoeng-4700';
  return (await read<ApiAnswer<'toto.program'>>(`/${game}/program/${id}`)).standing;
};
const config = () => ({ dataDir: own.config.dataDir, kinds: own.config.kinds });
const later = async (seconds: number) =>
  setClock(own.db, new Date((await databaseNow(own.db)).getTime() + seconds * 1000));

test('before the first score nothing stands', async () => {
  expect(await ticketNow('open')).not.toHaveProperty('standing');
  expect(await standingNow('toto')).toBeUndefined();
  expect(await countStandings(own.db, config())).toBe(0);
});

test('a ticket knows what is right, which rows are alive, and how far they can still come', async () => {
  await report(toto, 1, playing, score(1, 0));
  await report(toto, 2, score(0, 0), ended);
  const { status, standing } = await ticketNow('open');
  expect(status).toBe('pending');
  // Match 1 can still change; the draw of match 2 cannot.
  expect(standing).toEqual({
    ...{ begun: 2, right: 2, reachable: 13 },
    tiers: [
      { right: 13, alive: 3, holds: 1, atBest: 3 },
      { right: 12, alive: 6, holds: 4, atBest: 3 },
      { right: 11, alive: 6, holds: 6, atBest: 0 },
      { right: 10, alive: 6, holds: 6, atBest: 0 },
    ],
  });
  expect((await ticketNow('rows')).standing).toMatchObject({
    ...{ begun: 2, right: 2 },
    tiers: [{ alive: 2, holds: 1 }, { alive: 3, holds: 3 }, {}, {}],
  });
});

test('after a goal the book is counted, once, and an estimate says what the tiers would pay', async () => {
  expect(await countStandings(own.db, config())).toBe(1);
  expect(await countStandings(own.db, config())).toBe(0);
  // 252 rows, 3,276 kr.: 2,129 kr. for prizes, 851 of them for 13 right. Nobody has 10 right: of its 532 kr.
  // the others get 177 each, and the first tier gets the rest. The other tiers are below 200 kr. a row.
  expect(await standingNow('toto')).toMatchObject({
    ...{ begun: 2, rows: 252, rowsAllRight: 2 },
    tiers: [
      { correctCount: 13, winnerCount: 2, amountWinner: 510 },
      { correctCount: 12, winnerCount: 5 + 81, amountWinner: 0 },
      { correctCount: 11, winnerCount: 2 + 162, amountWinner: 0 },
      { correctCount: 10, winnerCount: 0, amountWinner: 0 },
    ],
  });
});

test('a goal that is taken back changes both, but books are not counted at every goal', async () => {
  await report(toto, 1, score(0, 0));
  expect(await countStandings(own.db, config())).toBe(0);
  const due = await dueOf(own.db, standingDeadline(config()));
  expect(due?.getTime()).toBeGreaterThan((await databaseNow(own.db)).getTime());
  await later(6);
  expect(await countStandings(own.db, config())).toBe(1);
  expect(await standingNow('toto')).toMatchObject({ rowsAllRight: 1 + 81 });
  // The row X X of the open ticket; of single rows the best has the second alone.
  expect((await ticketNow('open')).standing).toMatchObject({
    right: 2,
    tiers: [{ holds: 1, alive: 3 }, {}, {}, {}],
  });
  expect((await ticketNow('rows')).standing).toMatchObject({
    right: 1,
    tiers: [{ holds: 0, alive: 2 }, {}, {}, {}],
  });
});

test('what needs a lot has no outcome by its score', async () => {
  await report(toto, 2, { kind: 'state', state: 'abandoned' });
  expect((await ticketNow('open')).standing).toMatchObject({
    begun: 1,
    right: 1,
    tiers: [{ alive: 6, holds: 2 }, {}, {}, {}],
  });
});

test('in xg the tiers are the best results that would be reached', async () => {
  await report(xg, 1, score(1, 0), ended);
  await report(xg, 2, playing, score(0, 1));
  await later(6);
  expect(await countStandings(own.db, config())).toBe(2);
  expect(await standingNow('xg')).toMatchObject({
    ...{ begun: 2, rows: 4, rowsAllRight: 1 },
    // Rows 1,0 twice and 1,1 have match 1; 2,0 has neither.
    tiers: [
      { correctCount: 13, winnerCount: 1 },
      { correctCount: 12, winnerCount: 2 },
      { correctCount: 11, winnerCount: 1 },
      { correctCount: 0, winnerCount: 0 },
    ],
  });
  expect((await ticketNow('goals')).standing).toMatchObject({ begun: 2, right: 2, reachable: 13 });
});

test('nothing is said of a book that is not the sealed one', async () => {
  writeFileSync(bookPath(own.config.dataDir, 'totoeng', 4700), 'x', { flag: 'a' });
  await report(toto, 3, playing, score(3, 0));
  await later(6);
  expect(await countStandings(own.db, config())).toBe(1);
  expect(await standingNow('toto')).toBeUndefined();
  expect(await countStandings(own.db, config())).toBe(0);
});
