/** What people choose, counted from new tickets and cancellations alone: it must be what the book says. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import type { Draw } from '#server/draws/draw.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { peopleDeadline, soldOf } from '#server/games/pools/people.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { dueOf } from '#server/platform/deadlines.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { closeAndSeal, countPeople, decide, fiveMinutes, openProgram, resultsOf } from './programs.ts';

let own: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let player: TestPlayer;
let [toto, xg] = [] as unknown as [Draw, Draw];
const price = 13;

beforeAll(async () => {
  own = await testDatabase();
  drawFixture(own);
  toto = await openProgram(own, { number: 1 });
  xg = await openProgram(own, { game: 'xg', number: 1 });
  [player] = (await addPlayers(own, 1, 100_000)) as [TestPlayer];
  ({ app } = testApp(own));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

async function buy(kind: 'toto' | 'xg', wager: { rows: number; panels: string; system?: string }) {
  const body = { programId: kind === 'xg' ? 'xg-1' : 'totoeng-1', groupId: 'sat', ...wager };
  const sold = await post<{ id: string }>(
    app,
    `/${kind}/buy`,
    { ...body, stake: wager.rows * price },
    { cookie: player.cookie },
  );
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  return sold.body.id;
}
/** By an app that has not answered it before: public answers are kept for two seconds. */
const read = async <T>(path: string) => (await get<T>(testApp(own).app, path)).body;
const program = () => read<ApiAnswer<'toto.program'>>('/toto/program/totoeng-1');
const goals = () => read<ApiAnswer<'xg.program'>>('/xg/program/xg-1');

test('nothing is said before the first sale', async () => {
  await countPeople(own);
  const shown = await program();
  expect(shown).toMatchObject({ rowsSold: 0, prizeFund: 0, firstPool: 0 });
  expect(shown).not.toHaveProperty('soldAt');
  expect(shown.events[0]).not.toHaveProperty('peopleChoice');
  expect((await goals()).events[0]).not.toHaveProperty('peopleChoice');
});

test('each five minutes the rows of new tickets are added', async () => {
  await buy('toto', { rows: 2, panels: '111111111XX22|111111111XX21' });
  await buy('toto', { rows: 9, panels: 'DDDD11111XX21', system: 'S-4-0-9' });
  expect((await program()).rowsSold).toBe(0);
  await countPeople(own);
  const shown = await program();
  // 11 rows: 143 kr., of which 92 are the fund, and 36 of these the first tier's.
  expect(shown).toMatchObject({ rowsSold: 11, prizeFund: 92, firstPool: 36 });
  // Of 11 rows 2 and a third of 9; 0 and 3; 0 and 3.
  expect(shown.events[0]?.peopleChoice).toEqual({ 1: 46, X: 27, 2: 27 });
  expect(shown.events[9]?.peopleChoice).toEqual({ 1: 0, X: 100, 2: 0 });
  // 1 row of 11.
  expect(shown.events[12]?.peopleChoice).toEqual({ 1: 91, X: 0, 2: 9 });
});

test('a ticket that is taken back is taken out, before it was counted or after', async () => {
  const counted = await buy('toto', { rows: 4, panels: 'AA11111111111', system: 'O' });
  await countPeople(own);
  expect((await program()).rowsSold).toBe(15);
  const young = await buy('toto', { rows: 1, panels: '2222222222222' });
  for (const id of [counted, young])
    expect((await post(app, `/toto/ticket/${id}/cancel`, {}, { cookie: player.cookie })).status).toBe(204);
  await countPeople(own);
  expect((await program()).rowsSold).toBe(11);
  expect((await program()).events[0]?.peopleChoice).toEqual({ 1: 46, X: 27, 2: 27 });
});

test('goals are shares of eight', async () => {
  await buy('xg', { rows: 4, panels: '2/3,1,2,2,0/1,3,2,4,1,2,7+,2,0' });
  await countPeople(own);
  const { events, rowsSold } = await goals();
  expect(rowsSold).toBe(4);
  expect(events[0]?.peopleChoice).toEqual([0, 0, 50, 50, 0, 0, 0, 0]);
  expect(events[10]?.peopleChoice).toEqual([0, 0, 0, 0, 0, 0, 0, 100]);
});

test('a sale that is slow to commit is waited for, and nothing is counted without it', async () => {
  const client = await own.pool.connect();
  await client.query('BEGIN');
  // As a sale: it has its number before it reads the clock.
  await client.query('SELECT pg_current_xact_id()');
  const before = await soldOf(own.db, toto);
  await buy('toto', { rows: 1, panels: '1111111111111' });
  await fiveMinutes(own);
  // The first turn opens a window, and the open transaction keeps the second from reading it.
  for (let turn = 0; turn < 2; turn += 1) await peopleDeadline.run(own.db);
  expect((await soldOf(own.db, toto)).rows).toBe(before.rows);
  expect(await dueOf(own.db, peopleDeadline)).toBeNull();
  await client.query('COMMIT');
  client.release();
  await countPeople(own);
  expect((await soldOf(own.db, toto)).rows).toBe(before.rows + 1);
});

test('the last count is what the published book says', async () => {
  await closeAndSeal(own, toto);
  await countPeople(own);
  await decide(own, toto, resultsOf('111111111XX22'));
  await settleDraw(own.db, own.config, toto.drawId);
  const book = await app.request('http://localhost/api/proxy/toto/book/totoeng-1');
  const lines = gunzipSync(await book.arrayBuffer()).toString();
  const sold = await soldOf(own.db, toto);
  const stakes = [...lines.matchAll(/ stake=(\d+)$/gm)].reduce((sum, [, stake]) => sum + Number(stake), 0);
  expect(sold).toMatchObject({ stakes, rows: stakes / price });
  expect((await program()).rowsSold).toBe(12);
});

test('of a cancelled program it stays as it was', async () => {
  const before = await soldOf(own.db, xg);
  await cancelDraw(own.db, xg.drawId, { actor: 'gunna', reason: 'test' });
  await countPeople(own);
  expect(await soldOf(own.db, xg)).toMatchObject({ rows: before.rows, choices: before.choices });
});
