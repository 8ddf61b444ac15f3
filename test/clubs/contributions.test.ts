/** What clubs get of sales: by ISO week, once, rounded down once, and to the króna in the books. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { seed } from '#embedded/seed.ts';
import type { ClubShare } from '#rules/draws/club-share.ts';
import { basisPointsOf, isk } from '#rules/values/money.ts';
import { contributionDeadline } from '#server/clubs/book-weeks.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import type { Draw } from '#server/draws/draw.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { dueOf } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { untilDone } from '#test/harness/killed.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { closeAndSeal, openProgram, sellPools } from '#test/pools/programs.ts';
import { finish, price, type Sold, seller } from './supported.ts';

vi.setConfig({ testTimeout: 300_000 });

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let app: ReturnType<typeof testApp>['app'];
let buyer: TestPlayer;
/** 2026 has a week 53, from 28 December on; week 1 of 2027 begins on 4 January. */
const rates: readonly ClubShare[] = [
  { from: '2016-01-04', basisPoints: 1_000 },
  { from: '2026-12-28', basisPoints: 1_237 },
];
const deadline = contributionDeadline(rates);
const sold: Sold[] = [];
const programs: Record<string, Draw> = {};

beforeAll(async () => {
  own = await testDatabase();
  await sellPools(own);
  at = drawFixture(own);
  await own.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir'), (7, 'Annað'), (9, 'Þriðja')`);
  await setClock(own.db, new Date('2026-12-21T10:00:00Z'));
  [buyer] = (await addPlayers(own, 1, 1_000_000)) as [TestPlayer];
  ({ app } = testApp(own));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const dueAt = async () => (await dueOf(own.db, deadline))?.toISOString() ?? null;
type Contributions = ApiAnswer<'system.contributions'>['contributions'];
const contributions = async (query: string): Promise<Contributions> =>
  (await get<ApiAnswer<'system.contributions'>>(app, `/system/contributions?${query}`)).body.contributions;
const owed = (club: number) =>
  at.value<number>(sql`
    SELECT coalesce(sum(CASE WHEN t.credit_account = a.account_id THEN amount ELSE -amount END), 0)::bigint
    FROM ledger_accounts a JOIN ledger_transfers t ON a.account_id IN (t.credit_account, t.debit_account)
    WHERE a.kind = 'club' AND a.club_id = ${club}`);

/** By the rule: the share of all that was sold for the club in these programs, rounded down once. */
function shareOf(club: number, draws: readonly (Draw | undefined)[], basisPoints: number): number {
  const tickets = sold.filter((ticket) => ticket.club === club && draws.includes(ticket.draw));
  return basisPointsOf(isk(tickets.reduce((sum, { rows }) => sum + rows * price, 0)), basisPoints);
}

const program = async (name: string, game: 'totoeng' | 'totoeur' | 'xg', number: number, kickOff: string) => {
  // Matches of other teams: the same two would be one match with two times.
  const match = (nth: number) => ({ home: `${name} ${nth}`, away: `gestir ${name} ${nth}` });
  programs[name] = await openProgram(own, { game, number, kickOffs: [new Date(kickOff)], match });
  return programs[name];
};

test('1,234,567 kr. at 10% are 123,456 kr.', () => {
  expect(basisPointsOf(isk(1_234_567), 1_000)).toBe(123_456);
});

test('a week without programs books nothing', async () => {
  expect(await dueAt()).toBeNull();
});

test('tickets of a Saturday, and of the Sunday that ends the same ISO week', async () => {
  const saturday = await program('saturday', 'totoeng', 1, '2026-12-26T15:00:00Z');
  const sunday = await program('sunday', 'totoeur', 1, '2026-12-27T15:00:00Z');
  const sell = seller(own);
  for (const [draw, club, rows] of [
    ...[[saturday, 112, 7] as const, [saturday, 112, 1] as const, [saturday, 7, 3] as const],
    ...[[sunday, 112, 5] as const, [sunday, 9, 1] as const, [sunday, null, 20] as const],
  ]) {
    const ticket = { draw, club, rows, playerId: buyer.playerId };
    await sell(ticket);
    sold.push(ticket);
  }
  // A cancelled ticket gives nothing to anybody.
  const { ticketId } = await sell({ draw: saturday, club: 7, rows: 40, playerId: buyer.playerId });
  const path = `/toto/ticket/${encodeId(ticketId)}/cancel`;
  expect((await post(app, path, '', { cookie: buyer.cookie })).status).toBe(204);
});

test('a week waits for its end, and for its last program', async () => {
  for (const draw of [programs['saturday'], programs['sunday']]) await closeAndSeal(own, draw as Draw);
  await finish(own, programs['saturday'] as Draw);
  expect(await dueAt()).toBeNull();
  await setClock(own.db, new Date('2026-12-28T01:00:00Z'));
  expect(await dueAt()).toBeNull();
  await finish(own, programs['sunday'] as Draw);
  expect(await dueAt()).toBe('2026-12-28T00:00:00.000Z');
});

test('it is booked once, however often it is killed, and by several at once', async () => {
  expect(await untilDone('before', () => deadline.run(own.db))).toBeGreaterThan(5);
  await Promise.all([deadline.run(own.db), deadline.run(own.db)]);
  expect(await dueAt()).toBeNull();
  const [saturday, sunday] = [programs['saturday'], programs['sunday']];
  for (const club of [112, 7, 9])
    expect(await owed(club), `${club}`).toBe(shareOf(club, [saturday, sunday], 1_000));
  // 13 rows of 13 kr. are 169 kr., of which the club gets 16; 3 rows 3, and one row 1.
  expect([await owed(112), await owed(7), await owed(9)]).toEqual([16, 3, 1]);
  expect(await contributions('year=2026&week=52')).toEqual([
    { club: 112, clubName: 'Fjölnir', sale: 169, saleTotal: 169, percent: 76.47, saleCount: 3, amount: 16 },
    { club: 7, clubName: 'Annað', sale: 39, saleTotal: 39, percent: 17.65, saleCount: 1, amount: 3 },
    { club: 9, clubName: 'Þriðja', sale: 13, saleTotal: 13, percent: 5.88, saleCount: 1, amount: 1 },
  ]);
});

test('a program that is void after the others gives nothing; the new rate holds', async () => {
  const lateSaturday = await program('late saturday', 'totoeng', 2, '2027-01-02T15:00:00Z');
  const goals = await program('goals', 'xg', 1, '2027-01-03T15:00:00Z');
  const sell = seller(own);
  const wanted: Sold[] = [7, 11, 112].flatMap((rows, turn) =>
    [112, 7].map((club) => ({
      draw: lateSaturday,
      club,
      rows: rows + turn * club,
      playerId: buyer.playerId,
    })),
  );
  for (const ticket of wanted) {
    await sell(ticket);
    sold.push(ticket);
  }
  await sell({ draw: goals, club: 9, rows: 30, playerId: buyer.playerId });
  await closeAndSeal(own, lateSaturday);
  await finish(own, lateSaturday);
  await setClock(own.db, new Date('2027-01-04T09:00:00Z'));
  expect(await dueAt()).toBeNull();
  await cancelDraw(own.db, goals.drawId, { actor: 'gunna', reason: 'test' });
  expect(await dueAt()).toBe('2027-01-04T00:00:00.000Z');
  const before = [await owed(112), await owed(7)];
  expect(await untilDone('after', () => deadline.run(own.db))).toBeGreaterThan(5);
  expect([await owed(112), await owed(7)]).toEqual([
    (before[0] as number) + shareOf(112, [lateSaturday], 1_237),
    (before[1] as number) + shareOf(7, [lateSaturday], 1_237),
  ]);
  expect(await owed(9)).toBe(1);
  const week = await contributions('year=2026&week=53');
  expect(week.map(({ club }) => club)).toEqual([112, 7]);
  expect(week[0]?.saleTotal).toBe((week[0]?.sale ?? 0) + 169);
});

test('a club that is closed still gets the week that was sold for it', async () => {
  const first = await program('first', 'totoeng', 3, '2027-01-09T15:00:00Z');
  const ticket = { draw: first, club: 9, rows: 100, playerId: buyer.playerId };
  await seller(own)(ticket);
  sold.push(ticket);
  await own.adminPool.query('UPDATE clubs SET closed_at = domain_now() WHERE club_id = 9');
  await closeAndSeal(own, first);
  await finish(own, first);
  await setClock(own.db, new Date('2027-01-11T00:00:00Z'));
  await deadline.run(own.db);
  expect(await owed(9)).toBe(1 + 160);
  expect(await contributions('year=2027&week=1')).toEqual([
    { club: 9, clubName: 'Þriðja', sale: 1300, saleTotal: 1300, percent: 100, saleCount: 1, amount: 160 },
  ]);
});

test('a new start invents no week beside those that were sold', async () => {
  await seed(own.db);
  const { rows } = await sql<{ last: string; booked: number }>`
    SELECT (max(ARRAY[year, week]) FILTER (WHERE origin = 'sample'))::text AS last,
      count(*) FILTER (WHERE origin = 'booked')::int AS booked
    FROM club_sales`.execute(own.db);
  expect(rows[0]).toEqual({ last: '{2026,51}', booked: 3 + 2 + 1 });
  expect(await contributions('year=2027&week=1')).toHaveLength(1);
  expect((await contributions('year=2026&week=51')).every(({ sample }) => sample)).toBe(true);
});

test('the books show a changed króna, a lost program and a moved ticket', async () => {
  const broken = async (table: string, change: string, back: string) => {
    await at.tamper(table, change);
    const answer = await checkLedger(own.db);
    await at.tamper(table, back);
    return answer.ok ? null : answer.broken.invariant;
  };
  const amount = (by: string) =>
    `UPDATE contributions SET amount = amount ${by} WHERE club_id = 9 AND sale = 1300`;
  expect(await broken('contributions', amount('+ 1'), amount('- 1'))).toBe('contributions');
  const sale = (by: string) =>
    `UPDATE contributions SET sale = sale ${by} WHERE club_id = 9 AND sale_count = 1`;
  expect(await broken('contributions', sale('+ 13'), sale('- 13'))).toBe('sales for clubs');
  const support = (club: string, was: string) =>
    `UPDATE tickets SET support_id = ${club} WHERE support_id = ${was} AND stake = 1300`;
  expect(await broken('tickets', support('7', '9'), support('9', '7'))).toBe('sales for clubs');
});
