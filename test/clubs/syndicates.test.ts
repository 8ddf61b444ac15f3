/** Club pools: shares, tickets, what returns, what is won, and that not a króna stays or is lost. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { contributionDeadline } from '#server/clubs/book-weeks.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { checkLedger, type LedgerCheck } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { addPlayers, type TestPlayer, walletOf } from '#test/harness/sale.ts';
import { decide, inHours, openProgram, resultsOf } from '#test/pools/programs.ts';
import { seller } from './supported.ts';
import { type Pool, price, right, syndicateFixture, wrong } from './syndicate-fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

let own: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let at: ReturnType<typeof syndicateFixture>;
let number = 0;

beforeAll(async () => {
  own = await testDatabase();
  await own.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir'), (7, 'Annað'), (9, 'Lokað')`);
  ({ app } = testApp(own));
  // A folder of its own, for its sealed books.
  drawFixture(own);
  at = syndicateFixture(own);
});
/** Each on a morning of its own, so that none of them reaches midnight. */
let day = 0;
beforeEach(async () => {
  day += 1;
  await setClock(own.db, new Date(Date.UTC(2026, 11, day, 9)));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

/** Two draws of a game are never at the same time. */
const program = async () => {
  number += 1;
  const kickOff = new Date((await inHours(own, 2)).getTime() + number * 60_000);
  const match = (nth: number) => ({ home: `h${number}-${nth}`, away: `g${number}-${nth}` });
  return openProgram(own, { number, kickOffs: [kickOff], match });
};
const people = (count: number, balance = 50_000) => addPlayers(own, count, balance);
/** Fills the prize fund with rows that win nothing. */
const fill = async (pool: Pool, rows: number) => {
  const [buyer] = (await people(1, rows * price)) as [TestPlayer];
  await own.pool.query('UPDATE wallets SET stake_limit_day = 10000000 WHERE player_id = $1', [
    buyer.playerId,
  ]);
  await seller(own)({ draw: pool.draw, playerId: buyer.playerId, club: null, rows, row: wrong(13) });
};
const buy = (pool: Pool, who: TestPlayer, stake: unknown, key?: string) =>
  post<{ id: string }>(
    app,
    `/toto/clubsale/pools/${pool.poolId}/shares`,
    { stake },
    {
      cookie: who.cookie,
      ...(key !== undefined && { key }),
    },
  );
const giveBack = (id: string, { cookie }: TestPlayer, key?: string) =>
  post(app, `/toto/clubsale/shares/${id}/cancel`, '', { cookie, ...(key !== undefined && { key }) });
const balance = async ({ playerId }: TestPlayer) => (await walletOf(own, playerId))?.balance;
const finish = async (pool: Pool) => {
  await decide(own, pool.draw, resultsOf(right));
  await settleDraw(own.db, own.config, pool.draw.drawId);
  await payDraw(own.db, pool.draw.drawId, 'gunna');
  await at.advance();
};
const owned = async (pool: Pool, { cookie }: TestPlayer) =>
  (await get<ApiAnswer<'clubsale.own'>>(app, `/toto/clubsale/own/${pool.poolId}`, cookie)).body;

test('a pool from its first share to its last króna', async () => {
  const pool = await at.open(await program());
  const [first, second] = (await people(2)) as [TestPlayer, TestPlayer];
  expect((await buy(pool, first, 5_000, 'one')).status).toBe(201);
  expect((await buy(pool, first, 5_000, 'one')).headers.get('idempotent-replay')).toBe('true');
  expect((await buy(pool, first, 5_001, 'one')).body.code).toBe('EC_DUPLICATE_VALUE');
  expect((await buy(pool, second, 2_777)).status).toBe(201);
  expect([await balance(first), await balance(second)]).toEqual([45_000, 47_223]);

  await fill(pool, 1_000);
  const ticket = `${right}|${wrong(1)}`;
  await expect(at.place(pool, ticket)).rejects.toThrow();
  await at.stop(pool);
  expect((await buy(pool, second, 100)).body.code).toBe('EC_SALE_CLOSED');
  await at.advance();
  const placed = await at.place(pool, ticket);
  expect(await at.place(pool, ticket)).toEqual(placed);
  await at.place(pool, ticket, { nth: 2 });
  // 7,777 kr. were collected: 598 rows cost 7,774 kr., and 52 are spent.
  await expect(at.place(pool, Array.from({ length: 595 }, () => right).join('|'))).rejects.toThrow(
    'EC_BALANCE_TOO_LOW',
  );
  expect(await at.status(pool)).toBe('placing');

  await at.close(pool);
  await at.advance();
  // 7,725 of 7,777 kr. return: 5,000 and 2,777 parts of it, rounded down.
  expect([await balance(first), await balance(second)]).toEqual([45_000 + 4_966, 47_223 + 2_758]);
  await finish(pool);
  expect(await at.status(pool)).toBe('ended');
  const notices = await get<ApiAnswer<'account.notices'>>(app, '/user/notices/1', first.cookie);
  expect(notices.body.notices.map(({ kind }) => kind)).toEqual(['shareWon', 'shareWon', 'shareReturned']);
  expect(notices.body.notices[2]?.title).toContain('4.966');
  const shown = await owned(pool, first);
  const [one, two] = shown.tickets;
  expect(one?.amountWin).toBeGreaterThan(0);
  expect(one?.playerWin).toBe(Math.floor(((one?.amountWin ?? 0) * 5_000) / 7_777));
  expect(await balance(first)).toBe(49_966 + (one?.playerWin ?? 0) + (two?.playerWin ?? 0));
  expect(shown.sizes).toEqual([
    { stake: 5_000, count: 1 },
    { stake: 2_777, count: 1 },
  ]);
});

test('amounts are whole krónur from 100', async () => {
  const pool = await at.open(await program());
  const [who] = (await people(1)) as [TestPlayer];
  const codes = [];
  for (const stake of [0, 99, -1, 1.5, 1e12, '100', null, undefined])
    codes.push((await buy(pool, who, stake)).body.code);
  expect(codes).toEqual([
    ...['EC_NOT_POSITIVE_AMOUNT', 'EC_VALUE_TOO_LOW', 'EC_NEGATIVE_AMOUNT', 'EC_INVALID_INPUT'],
    ...['EC_PLAYER_SALES_LIMIT', 'EC_INVALID_INPUT', 'EC_MISSING_FIELD', 'EC_MISSING_FIELD'],
  ]);
  expect((await buy({ ...pool, poolId: 'enginn' }, who, 100)).body.code).toBe('EC_NO_DATA_FOUND');
});

test('limits, balance, locks and closed clubs decide about a share like about a ticket', async () => {
  const pool = await at.open(await program());
  const [poor, locked, limited] = (await people(3, 1_000)) as [TestPlayer, TestPlayer, TestPlayer];
  expect((await buy(pool, poor, 1_001)).body.code).toBe('EC_BALANCE_TOO_LOW');
  await own.pool.query(
    `UPDATE wallets SET locked_until = domain_now() + interval '1 day' WHERE player_id = $1`,
    [locked.playerId],
  );
  expect((await buy(pool, locked, 500)).body.code).toBe('EC_ACTION_NOT_ALLOWED');
  await own.pool.query('UPDATE wallets SET stake_limit_day = 600 WHERE player_id = $1', [limited.playerId]);
  const { body } = await buy(pool, limited, 500);
  expect((await buy(pool, limited, 200)).body).toMatchObject({
    code: 'EC_PLAYER_SALES_LIMIT',
    details: { limit: 'stakeLimitDay' },
  });
  expect((await giveBack(body.id, limited)).status).toBe(204);
  expect((await buy(pool, limited, 600)).status).toBe(201);

  const closing = await at.open(await program(), { club: 9 });
  expect((await buy(closing, poor, 100)).status).toBe(201);
  await own.adminPool.query('UPDATE clubs SET closed_at = domain_now() WHERE club_id = 9');
  expect((await buy(closing, poor, 100)).body.code).toBe('EC_SALE_CLOSED');
  await cancelDraw(own.db, closing.draw.drawId, { actor: 'gunna', reason: 'test' });
  await at.advance();
  expect(await balance(poor)).toBe(1_000);
  expect(await at.status(closing)).toBe('void');
});

test('a share goes back whole, once, on its own day and by its own holder', async () => {
  const pool = await at.open(await program());
  const [holder, other] = (await people(2)) as [TestPlayer, TestPlayer];
  const { id } = (await buy(pool, holder, 3_000)).body;
  expect((await giveBack(id, other)).body.code).toBe('EC_NO_DATA_FOUND');
  const both = await Promise.all([giveBack(id, holder), giveBack(id, holder)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  expect(await balance(holder)).toBe(50_000);
  const again = (await buy(pool, holder, 400)).body.id;
  expect((await giveBack(again, holder, 'k')).status).toBe(204);
  expect((await giveBack(again, holder, 'k')).headers.get('idempotent-replay')).toBe('true');
  const late = (await buy(pool, holder, 100)).body.id;
  expect((await giveBack(late, holder, 'k')).body.code).toBe('EC_DUPLICATE_VALUE');
  await at.stop(pool);
  expect((await giveBack(late, holder)).body.code).toBe('EC_CANCEL_NOT_ALLOWED');
  expect((await databaseNow(own.db)).getTime()).toBeLessThan(pool.draw.closeDate.getTime());
});

test('of a void program each gets back exactly what was used', async () => {
  const pool = await at.open(await program());
  const holders = (await people(3)) as [TestPlayer, TestPlayer, TestPlayer];
  for (const [index, stake] of [1_000, 333, 107].entries())
    await buy(pool, holders[index] as TestPlayer, stake);
  await at.stop(pool);
  const { ticketId } = await at.place(pool, right);
  expect(
    (await post(app, `/toto/ticket/${ticketId}/cancel`, '', { cookie: holders[0].cookie })).body.code,
  ).toBe('EC_CANCEL_NOT_ALLOWED');
  await at.close(pool);
  await at.advance();
  // 1,440 collected and 13 used: 1,427 × 1,000 ÷ 1,440 = 990.97, of 333 329.99, of 107 106.03.
  expect(await Promise.all(holders.map(balance))).toEqual([49_990, 49_996, 49_999]);
  await cancelDraw(own.db, pool.draw.drawId, { actor: 'gunna', reason: 'test' });
  await at.advance();
  expect(await Promise.all(holders.map(balance))).toEqual([50_000, 50_000, 50_000]);
  expect(await at.status(pool)).toBe('void');
  expect(price).toBe(13);
});

test('a holder sees tickets and all shares without names; others see the pool alone', async () => {
  const pool = await at.open(await program(), { name: 'Laugardagskerfi' });
  const [holder, other] = (await people(2)) as [TestPlayer, TestPlayer];
  const { id } = (await buy(pool, holder, 1_000)).body;
  const pools = async (query: string) =>
    (await get<ApiAnswer<'clubsale.pools'>>(app, `/toto/clubsale/pools${query}`)).body.pools;
  expect(await pools('?clubId=112')).toMatchObject([
    {
      poolId: pool.poolId,
      name: 'Laugardagskerfi',
      status: 'collecting',
      collected: 1_000,
      clubShare: 2_600,
    },
  ]);
  expect([await pools('?clubId=7'), await pools('?clubId=x')]).toEqual([[], []]);
  expect((await owned(pool, holder)).shares).toMatchObject([{ shareId: id, cancelUntil: expect.anything() }]);
  await at.stop(pool);
  const { ticketId } = await at.place(pool, right);
  const paths = ['/toto/clubsale/shares/1', '/toto/clubsale/tickets/1', '/toto/clubsale/tickets/2'];
  const [shares, tickets, past] = await Promise.all(paths.map((path) => get(app, path, holder.cookie)));
  expect(shares?.body).toMatchObject({
    ...{ poolCount: 1, pageCount: 1, page: 1 },
    pools: [{ poolId: pool.poolId, playerStake: 1_000, tickets: 1, status: 'placing' }],
  });
  const listed = { id: ticketId, poolName: 'Laugardagskerfi', stakeCollected: 1_000, playerStake: 1_000 };
  expect(tickets?.body).toMatchObject({ ticketCount: 1, pageCount: 1, page: 1, tickets: [listed] });
  expect(past?.body).toMatchObject({ ticketCount: 1, tickets: [] });
  const detail = `/toto/clubsale/tickets/detail/${ticketId}`;
  expect((await get(app, detail, holder.cookie)).body).toMatchObject({ ...listed, channel: 'clubSale' });
  expect((await get(app, detail, other.cookie)).body.code).toBe('EC_TICKET_NOT_FOUND');
  expect((await get(app, `/toto/ticket/${ticketId}`, holder.cookie)).body.code).toBe('EC_TICKET_NOT_FOUND');
  const proof = `/toto/clubsale/proof/${ticketId}`;
  expect((await get(app, proof, holder.cookie)).body.code).toBe('EC_NO_DATA_FOUND');
  await at.close(pool);
  expect((await get<{ leaf: string }>(app, proof, holder.cookie)).body.leaf).toContain('channel=clubSale');
  expect((await get(app, proof, other.cookie)).body.code).toBe('EC_TICKET_NOT_FOUND');
  expect((await get(app, `/toto/clubsale/own/${pool.poolId}`, other.cookie)).body.code).toBe(
    'EC_NO_DATA_FOUND',
  );
  const open = await get(app, `/toto/clubsale/pool/${pool.poolId}`);
  expect(open.body).toMatchObject({ sizes: [{ stake: 1_000, count: 1 }] });
  expect(JSON.stringify(open.body)).not.toContain(String(holder.playerId).padStart(3, '"'));
  const movements = await get<ApiAnswer<'account.transactions'>>(app, '/user/transactions/1', holder.cookie);
  expect(movements.body.transactions[0]).toMatchObject({
    type: 'teamSystem',
    poolId: pool.poolId,
    amount: -1_000,
  });
  expect((await get(app, '/user/tickets/1', holder.cookie)).body).toMatchObject({ ticketCount: 0 });
  await cancelDraw(own.db, pool.draw.drawId, { actor: 'gunna', reason: 'test' });
  await at.advance();
});

class RolledBack extends Error {}

/** Two shares of one pool, of two holders. */
const twoShares = `SELECT DISTINCT ON (player_id) share_id FROM syndicate_shares WHERE syndicate_id = (
  SELECT syndicate_id FROM syndicate_shares GROUP BY syndicate_id
  HAVING count(DISTINCT player_id) > 1 AND min(stake) > 100 LIMIT 1) ORDER BY player_id LIMIT 2`;

test.each([
  [
    'syndicates',
    `INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
     SELECT 0, domain_now(), 'correction', ledger_account('bank', NULL, NULL, NULL, NULL), account_id, 1000
     FROM syndicates LIMIT 1`,
  ],
  [
    'shares',
    `UPDATE syndicate_shares s SET stake = stake + two.by
     FROM (SELECT share_id, 3 - 2 * row_number() OVER () AS by FROM (${twoShares}) first) two
     WHERE two.share_id = s.share_id`,
  ],
  ['collected', 'UPDATE syndicate_stops SET collected = collected + 1'],
  ['divided prizes', 'UPDATE syndicate_splits SET amount = amount + 100000, rest = rest + 100000'],
  ['tickets of syndicates', `UPDATE tickets SET channel = 'web' WHERE player_id = 0`],
  ['rests of syndicates', 'UPDATE syndicates SET club_id = 7 WHERE club_id = 112'],
])('%s: the books show what somebody altered', async (invariant, statement) => {
  let found: LedgerCheck = { ok: true };
  const altered = transaction(own.adminDb, async (tx) => {
    for (const table of ['syndicate_shares', 'syndicate_stops', 'syndicate_splits', 'tickets'])
      await sql`ALTER TABLE ${sql.ref(table)} DISABLE TRIGGER append_only`.execute(tx);
    await sql`ALTER TABLE syndicates DISABLE TRIGGER guard`.execute(tx);
    await sql.raw(statement).execute(tx);
    found = await checkLedger(tx);
    throw new RolledBack();
  });
  await expect(altered).rejects.toThrow(RolledBack);
  expect(found).toMatchObject({ ok: false, broken: { invariant } });
});

type WeekFile = ApiAnswer<'club.week'>;
type Checker = {
  readClubBook(text: string): unknown;
  verifyClubs(week: unknown, books: readonly unknown[], known: readonly string[]): Record<string, boolean>;
};

test('a club gets 26% of what its own pools stake, and the books show which lines are theirs', async () => {
  await setClock(own.db, new Date('2027-01-19T09:00:00Z'));
  const kickOffs = [new Date('2027-01-19T15:00:00Z')];
  const draw = await openProgram(own, { game: 'totoeur', number: 1, kickOffs });
  const pool = await at.open(draw, { club: 7 });
  const [fan] = (await people(1)) as [TestPlayer];
  await buy(pool, fan, 2_000);
  await seller(own)({ draw, club: 7, rows: 11, playerId: fan.playerId });
  await at.stop(pool);
  const { ticketId } = await at.place(pool, Array.from({ length: 100 }, () => wrong(13)).join('|'));
  await at.close(pool);
  const path = `/toto/clubsale/tickets/detail/${ticketId}`;
  const shown = await get<ApiAnswer<'clubsale.ticket'>>(app, path, fan.cookie);
  expect(shown.body).toMatchObject({ channel: 'clubSale', contribution: { club: 7, amount: 338 } });
  await finish(pool);
  await setClock(own.db, new Date('2027-01-25T00:00:00Z'));
  await contributionDeadline().run(own.db);
  const { body: week } = await get<WeekFile>(app, '/club/week/2027/3');
  // 143 kr. at 10% and 1,300 kr. at 26%.
  expect(week.clubs).toMatchObject([{ club: 7, sale: 1_443, saleCount: 2, clubSale: 1_300, amount: 352 }]);
  const program = new URL('../../tools/verify-clubs.mjs', import.meta.url).href;
  const { verifyClubs, readClubBook } = (await import(program)) as Checker;
  const answer = await app.request('http://localhost/api/proxy/toto/book/totoeur-1');
  const text = gunzipSync(await answer.arrayBuffer()).toString();
  expect(text).toContain(' club=7 channel=clubSale stake=1300\n');
  const held = (file: unknown, book: string) =>
    Object.values(verifyClubs(file, [readClubBook(book)], [week.publicKey])).every(Boolean);
  expect(held(week, text)).toBe(true);
  expect(held({ ...week, clubSaleBasisPoints: 2_500 }, text)).toBe(false);
  expect(held(week, text.replace(' channel=clubSale', ''))).toBe(false);
});
