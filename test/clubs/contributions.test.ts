/** What clubs get of sales: by ISO week, once, rounded down once, and to the króna in the books. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { seed } from '#embedded/seed.ts';
import type { ClubShare } from '#rules/draws/club-share.ts';
import { basisPointsOf, isk } from '#rules/values/money.ts';
import { contributionDeadline } from '#server/clubs/book-weeks.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import type { Draw } from '#server/draws/draw.ts';
import { checkLedger, type LedgerCheck } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { dueOf } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { exportPeriod } from '#server/regulator/export.ts';
import { alterations } from '#test/harness/alterations.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { untilDone } from '#test/harness/killed.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { closeAndSeal, openProgram } from '#test/pools/programs.ts';
import { breaks } from './breaks.ts';
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

test('a regulator’s file has what each club got of each program of the booked weeks', async () => {
  const order = { from: '2026-12-28', until: '2027-01-04', folder: join(own.config.dataDir, 'by clubs') };
  const { signingKey } = own.config.secrets;
  await exportPeriod({ db: own.db, log: createLog('test', 2, 'silent'), signingKey }, order);
  const [head, ...lines] = readFileSync(join(order.folder, 'contributions.csv'), 'utf8').trim().split('\n');
  expect(head).toBe('year,week,share_basis_points,booked_at,game,draw,void,club,coupons,stakes,amount');
  const without = lines.map((line) =>
    line
      .split(',')
      .filter((_, column) => column !== 3)
      .join(','),
  );
  expect(without.slice(0, 5)).toEqual([
    ...['2026,52,1000,totoeng,1,no,7,1,39,3', '2026,52,1000,totoeng,1,no,112,2,104,10'],
    ...['2026,52,1000,totoeur,1,no,9,1,13,1', '2026,52,1000,totoeur,1,no,112,1,65,6'],
    expect.stringMatching(/^2026,53,1237,totoeng,2,no,7,3,/),
  ]);
  expect([lines.length, without.at(-1)]).toEqual([4 + 3, '2026,53,1237,xg,1,yes,,,,']);
});

type WeekFile = ApiAnswer<'club.week'>;
type Book = { programId: string; coupons: { club: number | null; stake: number }[] };
type Checker = {
  readClubBook(text: string): Book;
  verifyClubs(week: unknown, books: readonly Book[], known: readonly string[]): Record<string, boolean>;
};
const checker = async () =>
  (await import(new URL('../../tools/verify-clubs.mjs', import.meta.url).href)) as Checker;
const bookText = async (programId: string) => {
  const answer = await app.request(`http://localhost/api/proxy/toto/book/${programId}`);
  return gunzipSync(await answer.arrayBuffer()).toString();
};

test('the club’s week lists its programs, and the file of the week all clubs', async () => {
  const { body } = await get<ApiAnswer<'club.weeks'>>(app, '/club/weeks/112?year=2026');
  expect(body.club).toEqual({ id: '112', number: 112, name: 'Fjölnir', isClosed: false });
  expect(body.weeks[1]).toEqual({
    ...{ week: 52, sale: 169, saleCount: 3, amount: 16, isPaid: false },
    programs: [
      {
        ...{ programId: 'totoeng-1', gameId: 'totoeng', playDate: '2026-12-26T15:00:00.000Z' },
        ...{ void: false, sale: 104, saleCount: 2, amount: 10 },
      },
      {
        ...{ programId: 'totoeur-1', gameId: 'totoeur', playDate: '2026-12-27T15:00:00.000Z' },
        ...{ void: false, sale: 65, saleCount: 1, amount: 6 },
      },
    ],
  });
  expect(
    body.weeks[0]?.programs.map(({ programId, void: isVoid, sale }) => [programId, isVoid, sale > 0]),
  ).toEqual([
    ['totoeng-2', false, true],
    ['xg-1', true, false],
  ]);
  const third = await get<ApiAnswer<'club.weeks'>>(app, '/club/weeks/9?year=2026');
  expect(third.body.weeks[0]?.programs.map(({ programId, sale }) => [programId, sale])).toEqual([
    ['totoeng-1', 0],
    ['totoeur-1', 13],
  ]);
  const closed = await get<ApiAnswer<'club.weeks'>>(app, '/club/weeks/9?year=2027');
  expect(closed.body).toMatchObject({ club: { isClosed: true }, weeks: [{ week: 1, amount: 160 }] });
  for (const path of ['/club/weeks/8?year=2026', '/club/weeks/x?year=2026', '/club/week/2026/51'])
    expect((await get(app, path)).body.code, path).toBe('EC_NO_DATA_FOUND');
  expect((await get(app, '/club/weeks/112?year=x')).body.code).toBe('EC_INVALID_INPUT');
  for (const path of ['/club/week/2026/0', '/club/week/99999/1', '/club/week/-1/1.5'])
    expect((await get(app, path)).body.code, path).toBe('EC_NO_DATA_FOUND');
  const { body: week } = await get<WeekFile>(app, '/club/week/2026/53');
  expect(week).toMatchObject({
    ...{ year: 2026, week: 53, basisPoints: 1_237 },
    programs: [
      { programId: 'totoeng-2', void: false },
      { programId: 'xg-1', void: true },
    ],
  });
});

test('anybody recomputes a week, and finds each place that is altered in its file', async () => {
  const { verifyClubs, readClubBook } = await checker();
  const { body: week } = await get<WeekFile>(app, '/club/week/2026/52');
  const books: Book[] = [];
  for (const id of ['totoeng-1', 'totoeur-1']) books.push(readClubBook(await bookText(id)));
  const holds = (file: unknown, all = books) =>
    Object.values(verifyClubs(file, all, [week.publicKey])).every(Boolean);
  expect(verifyClubs(week, books, [week.publicKey])).toMatchObject({ 'the week is signed': true });
  expect(holds(week)).toBe(true);
  let count = 0;
  for (const { what, altered } of alterations(week)) {
    expect(holds(altered), what).toBe(false);
    count += 1;
  }
  expect(count).toBeGreaterThan(200);
  expect(holds(week, books.slice(1))).toBe(false);
  expect(holds(week, [...books, ...books.slice(1)])).toBe(false);
});

test('a week that the operator itself signed falsely, and each altered line of a book', async () => {
  const { verifyClubs, readClubBook } = await checker();
  const { body: week } = await get<WeekFile>(app, '/club/week/2026/52');
  const texts = [await bookText('totoeng-1'), await bookText('totoeur-1')];
  const held = (file: unknown, all = texts) =>
    Object.values(verifyClubs(file, all.map(readClubBook), [week.publicKey]));
  const [sums, roots] = [4, 3];
  const [first] = week.clubs as [WeekFile['clubs'][number]];
  for (const change of [
    { amount: first.amount + 1 },
    { sale: first.sale - 13 },
    { club: 8 },
    { saleCount: 2 },
  ])
    expect(held({ ...week, clubs: [{ ...first, ...change }, ...week.clubs.slice(1)] })[sums]).toBe(false);
  expect(held({ ...week, clubs: week.clubs.slice(1) })[sums]).toBe(false);
  expect(held({ ...week, basisPoints: 900 })[sums]).toBe(false);
  const [book = '', other = ''] = texts;
  for (const [part, altered] of [
    ...[[/club=112/, 'club=7'] as const, [/club=7/, 'club=-'] as const, [/stake=91/, 'stake=104'] as const],
    ...[[/rows=1/, 'rows=2'] as const, [/\n[^\n]*\n$/, '\n'] as const],
  ]) {
    expect(book).toMatch(part);
    expect(held(week, [book.replace(part, altered), other])[roots], `${part}`).toBe(false);
  }
});

test('a ticket says what of it goes to which club, on its way and booked', async () => {
  const [fan] = (await addPlayers(own, 1, 10_000)) as [TestPlayer];
  const draw = await program('trail', 'totoeng', 4, '2027-01-16T15:00:00Z');
  const buyAt = (support: number) => seller(own)({ draw, club: support, rows: 7, playerId: fan.playerId });
  const { ticketId } = await buyAt(112);
  const cancelled = await buyAt(7);
  const path = (id: string) => `/toto/ticket/${encodeId(id)}`;
  await post(app, `${path(cancelled.ticketId)}/cancel`, '', { cookie: fan.cookie });
  const shown = async (id: string) =>
    (await get<ApiAnswer<'toto.ticket'>>(app, path(id), fan.cookie)).body.contribution;
  // 91 kr. at the 10% that are in force; the sum of the week alone is rounded.
  const onItsWay = { club: 112, clubName: 'Fjölnir', amount: 9.1, year: 2027, week: 2 };
  expect(await shown(ticketId)).toEqual(onItsWay);
  expect(await shown(cancelled.ticketId)).toBeUndefined();
  await closeAndSeal(own, draw);
  await finish(own, draw);
  await setClock(own.db, new Date('2027-01-18T06:00:00Z'));
  await contributionDeadline().run(own.db);
  const { rows } = await sql<{ at: Date }>`
    SELECT booked_at AS at FROM contribution_weeks WHERE (year, week) = (2027, 2)`.execute(own.db);
  const session = "last_used_at = domain_now(), ends_at = domain_now() + interval '1 hour'";
  await own.adminPool.query(`UPDATE sessions SET ${session}`);
  expect(await shown(ticketId)).toEqual({ ...onItsWay, bookedAt: rows[0]?.at.toISOString() });
  // The file of a week names nobody, neither person nor ticket.
  const file = JSON.stringify((await get(app, '/club/week/2027/2')).body);
  expect(file).not.toContain(encodeId(ticketId));
});

test('a new start invents no week beside those that were sold', async () => {
  await seed(own.db);
  const { rows } = await sql<{ last: string; booked: number }>`
    SELECT (max(ARRAY[year, week]) FILTER (WHERE origin = 'sample'))::text AS last,
      count(*) FILTER (WHERE origin = 'booked')::int AS booked
    FROM club_sales`.execute(own.db);
  expect(rows[0]).toEqual({ last: '{2026,51}', booked: 3 + 2 + 1 + 1 });
  expect(await contributions('year=2027&week=1')).toHaveLength(1);
  expect((await contributions('year=2026&week=51')).every(({ sample }) => sample)).toBe(true);
});

class RolledBack extends Error {}

test.each(breaks)('%s: the books show %s', async (invariant, _, table, statement) => {
  let check: LedgerCheck = { ok: true };
  const breaking = transaction(own.adminDb, async (tx) => {
    if (table) await sql`ALTER TABLE ${sql.ref(table)} DISABLE TRIGGER append_only`.execute(tx);
    await sql.raw(statement).execute(tx);
    check = await checkLedger(tx);
    throw new RolledBack();
  });
  await expect(breaking).rejects.toThrow(RolledBack);
  expect(check).toMatchObject({ ok: false, broken: { invariant } });
});
