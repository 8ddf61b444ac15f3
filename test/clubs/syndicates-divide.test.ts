/** Club pools against exact fractions, races and kills: shares, returns and prizes to the last króna. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cancelDraw } from '#server/draws/cancel.ts';
import { claimPrizes, releasePrizes } from '#server/draws/claims/claim.ts';
import type { Draw } from '#server/draws/draw.ts';
import { lapsePrizes } from '#server/draws/settle/expire.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { enterClubAccount } from '#server/payments/clubs/account.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { decodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { syndicateDeadline } from '#server/syndicates/advance.ts';
import { cancelSyndicate, syndicateNamed } from '#server/syndicates/syndicates.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { untilDone } from '#test/harness/killed.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { decide, inHours, openProgram, resultsOf } from '#test/pools/programs.ts';
import { seller } from './supported.ts';
import { type Pool, price, right, syndicateFixture, wrong } from './syndicate-fixture.ts';

vi.setConfig({ testTimeout: 180_000 });

let own: TestDatabase;
let at: ReturnType<typeof syndicateFixture>;
let app: ReturnType<typeof testApp>['app'];
let number = 0;
let day = 0;

beforeAll(async () => {
  own = await testDatabase();
  await own.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir')`);
  ({ app } = testApp(own));
  // A folder of its own, for its sealed books.
  drawFixture(own);
  at = syndicateFixture(own);
});
beforeEach(async () => {
  day += 2;
  await setClock(own.db, new Date(Date.UTC(2026, 11, day, 9)));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const program = async (): Promise<Draw> => {
  number += 1;
  const kickOff = new Date((await inHours(own, 2)).getTime() + number * 60_000);
  const match = (nth: number) => ({ home: `h${number}-${nth}`, away: `g${number}-${nth}` });
  return openProgram(own, { number, kickOffs: [kickOff], match });
};
const buy = (pool: Pool, who: TestPlayer, stake: number) =>
  post<{ id: string }>(app, `/toto/clubsale/pools/${pool.poolId}/shares`, { stake }, { cookie: who.cookie });
const balances = async (players: readonly TestPlayer[], database = own): Promise<number[]> => {
  const ids = players.map(({ playerId }) => playerId);
  const { rows } = await database.pool.query<{ balance: number }>(
    'SELECT balance FROM wallets WHERE player_id = ANY ($1) ORDER BY player_id',
    [ids],
  );
  return rows.map(({ balance }) => balance);
};
const owed = async (): Promise<number> => {
  const { rows } = await own.pool.query<{ owed: number }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS owed FROM ledger_transfers WHERE kind = 'syndicate_rest'`,
  );
  return rows[0]?.owed ?? 0;
};
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const part = (whole: number, stake: number, of: number) =>
  Number((BigInt(whole) * BigInt(stake)) / BigInt(of));

/** Shares written as the sale writes them, of many holders at once. */
async function hold(
  pool: Pool,
  stakes: readonly number[],
  balance = 10_000,
  database = own,
): Promise<TestPlayer[]> {
  const holders = await addPlayers(database, stakes.length, balance);
  await database.pool.query(
    `SELECT buy_shares(ARRAY[$1::uuid], array_agg(ROW(player_id, gen_random_uuid(), $1::uuid, stake,
       'web', NULL, NULL, NULL)::share_purchase))
     FROM unnest($2::bigint[], $3::bigint[]) u(player_id, stake)`,
    [pool.syndicateId, holders.map(({ playerId }) => playerId), stakes],
  );
  return holders;
}

/** So many rows of others that win nothing: they fill the prize fund. */
async function fill(draw: Draw, buyers: number, rows: number): Promise<void> {
  const others = await addPlayers(own, buyers, rows * price);
  const ids = others.map(({ playerId }) => playerId);
  await own.pool.query('UPDATE wallets SET stake_limit_day = 1000000 WHERE player_id = ANY ($1)', [ids]);
  for (const playerId of ids) await seller(own)({ draw, playerId, club: null, rows, row: wrong(13) });
}

let seed = 20261128;
/** A repeatable whole number below. */
const random = (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

test('the examples of the rules', () => {
  expect(part(1_234_560, 5_000, 60_000)).toBe(102_880);
  expect(part(100_010, 5_000, 60_000)).toBe(8_334);
});

test.each([1, 2, 17, 400])('what returns to %d shares is the floor of each', async (count) => {
  const pool = await at.open(await program());
  const stakes = Array.from({ length: count }, () => 100 + random(count % 2 ? 1 : 4_000));
  const holders = await hold(pool, stakes);
  const collected = sum(stakes);
  await at.stop(pool);
  const before = await owed();
  const used = Math.min(Math.floor(collected / price), 1 + random(7));
  await at.place(pool, Array.from({ length: used }, () => wrong(13)).join('|'));
  await at.close(pool);
  await at.advance();
  const unused = collected - used * price;
  const back = stakes.map((stake) => part(unused, stake, collected));
  expect(await balances(holders)).toEqual(stakes.map((stake, index) => 10_000 - stake + (back[index] ?? 0)));
  await decide(own, pool.draw, resultsOf(right));
  await settleDraw(own.db, own.config, pool.draw.drawId);
  await payDraw(own.db, pool.draw.drawId, 'gunna');
  await at.advance();
  expect(await at.status(pool)).toBe('ended');
  expect((await owed()) - before).toBe(unused - sum(back));
});

test('a prize is split once, to the króna, however often it is killed', async () => {
  const pool = await at.open(await program());
  const stakes = Array.from({ length: 40 }, () => 100 + random(900));
  const holders = await hold(pool, stakes);
  const collected = sum(stakes);
  await fill(pool.draw, 1, 2_000);
  await at.stop(pool);
  expect(await untilDone('before', () => syndicateDeadline.run(own.db))).toBeGreaterThan(2);
  await at.place(pool, `${right}|${wrong(1)}|${wrong(2)}`);
  await at.place(pool, right, { nth: 2 });
  await at.close(pool);
  expect(await untilDone('after', () => syndicateDeadline.run(own.db))).toBeGreaterThan(2);
  const between = await balances(holders);
  await decide(own, pool.draw, resultsOf(right));
  await settleDraw(own.db, own.config, pool.draw.drawId);
  expect(await untilDone('after', () => payDraw(own.db, pool.draw.drawId, 'gunna'))).toBeGreaterThan(5);
  expect(await untilDone('before', () => syndicateDeadline.run(own.db))).toBeGreaterThan(2);
  await Promise.all([syndicateDeadline.run(own.db), syndicateDeadline.run(own.db)]);
  await at.advance();
  const { rows } = await own.pool.query<{ amount: number }>(
    'SELECT amount FROM syndicate_splits JOIN syndicate_tickets USING (ticket_id) WHERE syndicate_id = $1',
    [pool.syndicateId],
  );
  expect(rows.length).toBe(2);
  const parts = stakes.map((stake) => sum(rows.map(({ amount }) => part(amount, stake, collected))));
  expect(await balances(holders)).toEqual(between.map((balance, index) => balance + (parts[index] ?? 0)));
  expect(await at.status(pool)).toBe('ended');
});

test('shares that race the stop, a cancellation and one another are in before or not at all', async () => {
  const pool = await at.open(await program());
  const holders = await addPlayers(own, 12, 1_000);
  const stopping = transaction(own.db, (tx) =>
    sql`SELECT stop_syndicate(${pool.syndicateId}, 'gunna', true)`.execute(tx),
  );
  const answers = await Promise.all(holders.map((who) => buy(pool, who, 700)));
  await stopping;
  const sold = answers.filter(({ status }) => status === 201).length;
  for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('EC_SALE_CLOSED');
  expect((await syndicateNamed(own.db, pool.syndicateId)).collected).toBe(sold * 700);

  const twice = await at.open(pool.draw);
  const [who] = (await addPlayers(own, 1, 1_000)) as [TestPlayer];
  const both = await Promise.all([buy(twice, who, 700), buy(twice, who, 700)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  const syndicate = await syndicateNamed(own.db, twice.syndicateId);
  const cancel = () => transaction(own.db, (tx) => cancelSyndicate(tx, syndicate, 'gunna'));
  await Promise.all([cancel(), cancel()]);
  expect(await balances([who])).toEqual([1_000]);
  expect(await at.status(twice)).toBe('void');
  await cancelDraw(own.db, pool.draw.drawId, { actor: 'gunna', reason: 'test' });
  await at.advance();
  expect(await balances(holders)).toEqual(holders.map(() => 1_000));
});

test('what returns on a later day lowers the loss, and the purchase stays', async () => {
  const pool = await at.open(await program());
  const [who] = (await hold(pool, [500])) as [TestPlayer];
  const counted = async () => {
    const { rows } = await own.pool.query(
      'SELECT staked, staked_week, returned, returned_week FROM wallets WHERE player_id = $1',
      [who.playerId],
    );
    return rows[0];
  };
  expect(await counted()).toMatchObject({ staked: 500, returned: 0 });
  await setClock(own.db, new Date(Date.UTC(2026, 11, day + 1, 0, 5)));
  await at.advance();
  await cancelDraw(own.db, pool.draw.drawId, { actor: 'gunna', reason: 'test' });
  await at.advance();
  expect(await counted()).toMatchObject({ staked: 500, returned: 500 });
  expect(await at.moved(pool, 'share_return')).toBe(500);
  expect(await at.moved(pool, 'share_refund')).toBe(0);
});

test('a large prize waits for the club, and then lapses or is split', async () => {
  const pool = await at.open(await program());
  const holders = await hold(pool, [600, 300, 100]);
  const [, closed] = holders as [TestPlayer, TestPlayer, TestPlayer];
  await fill(pool.draw, 8, 19_000);
  await at.stop(pool);
  const { ticketId } = await at.place(pool, right);
  const second = await at.place(pool, right, { nth: 2 });
  await at.close(pool);
  await at.advance();
  await decide(own, pool.draw, resultsOf(right));
  await settleDraw(own.db, own.config, pool.draw.drawId);
  await payDraw(own.db, pool.draw.drawId, 'gunna');
  await at.advance();
  expect(await at.status(pool)).toBe('playing');
  const act = <T>(work: Parameters<typeof transaction<T>>[1]) => transaction(own.db, work);
  await expect(act((tx) => claimPrizes(tx, ticketId, 'gunna'))).rejects.toThrow();
  const account = { clubId: 112, bankAccount: '0133-26-012345', ownerNationalId: '4000000000' };
  for (const actor of ['gunna', 'jonas']) await act((tx) => enterClubAccount(tx, { ...account, actor }));
  await act((tx) => claimPrizes(tx, ticketId, 'gunna'));
  await expect(act((tx) => releasePrizes(tx, ticketId, 'gunna'))).rejects.toThrow();
  await expect(act((tx) => releasePrizes(tx, ticketId, 'jonas', 'bank'))).rejects.toThrow();
  await own.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [closed.playerId]);
  const before = await balances(holders);
  await act((tx) => releasePrizes(tx, ticketId, 'jonas'));
  await act((tx) => releasePrizes(tx, ticketId, 'jonas'));
  await at.advance();
  const { rows } = await own.pool.query<{ amount: number }>(
    `SELECT amount FROM coupon_wins WHERE draw_id = $1 AND player_id = 0 AND high ORDER BY ticket_id`,
    [pool.draw.drawId],
  );
  const [amount = 0] = rows.map((row) => row.amount);
  expect(amount).toBeGreaterThanOrEqual(200_000);
  const parts = [600, 300, 100].map((stake) => part(amount, stake, 1_000));
  expect(await balances(holders)).toEqual(before.map((balance, index) => balance + (parts[index] ?? 0)));
  // The other ticket's prize lapses after a year, and the pool ends.
  await setClock(own.db, new Date(Date.UTC(2028, 0, 20)));
  await lapsePrizes(own.db, pool.draw.drawId);
  await at.advance();
  expect(second.ticketId).not.toBe(ticketId);
  expect(await at.status(pool)).toBe('ended');
});

/** Exact fractions: what a holder is due is a numerator over what was collected. */
test('prizes of any amount among one to ten thousand holders', async () => {
  const other = await testDatabase();
  try {
    await other.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir')`);
    const fixture = syndicateFixture(other);
    const draw = await openProgram(other, { number: 1 });
    const cases = [];
    for (const count of [1, 3, 250, 10_000]) {
      const pool = await fixture.open(draw);
      const stakes = Array.from({ length: count }, () => 100 + random(900));
      cases.push({ pool, stakes, holders: await hold(pool, stakes, 1_000, other) });
    }
    await fixture.stop((cases[0] as (typeof cases)[number]).pool);
    for (const { pool, stakes, holders } of cases) {
      const collected = sum(stakes);
      const prizes = [1, 99, 1 + random(2_000_000_000)];
      for (const [index, prize] of prizes.entries()) {
        const { ticketId } = await fixture.place(pool, right, { nth: index + 1 });
        await win(other, ticketId, prize);
        await other.pool.query('SELECT split_syndicate_prize($1)', [decodeId(ticketId)]);
      }
      const due = (stake: number) => sum(prizes.map((prize) => part(prize, stake, collected)));
      expect(await balances(holders, other)).toEqual(stakes.map((stake) => 1_000 - stake + due(stake)));
      const { rows } = await other.pool.query<{ rest: number }>(
        'SELECT rest FROM syndicate_splits JOIN syndicate_tickets USING (ticket_id) WHERE syndicate_id = $1',
        [pool.syndicateId],
      );
      expect(sum(rows.map(({ rest }) => rest))).toBe(sum(prizes) - sum(stakes.map(due)));
    }
  } finally {
    await other.close();
  }
});

/** A prize of any amount, paid to the pool without a settlement: such a database is not checked. */
async function win({ adminPool }: TestDatabase, ticketId: string, amount: number): Promise<void> {
  await adminPool.query(
    `WITH ticket AS (
       SELECT t.*, d.game FROM syndicate_tickets t JOIN draws d USING (draw_id) WHERE ticket_id = $1
     ), won AS (
       INSERT INTO coupon_wins (draw_id, player_id, ticket_id, coupon_id, amount, side_amount, high)
       SELECT draw_id, 0, ticket_id, coupon_id, $2, 0, false FROM ticket
     )
     INSERT INTO coupon_payouts (draw_id, player_id, coupon_id, paid_at)
     SELECT draw_id, 0, coupon_id, domain_now() FROM ticket`,
    [decodeId(ticketId), amount],
  );
}
