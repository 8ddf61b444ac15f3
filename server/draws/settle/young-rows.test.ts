import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawReport } from '#operator/draw-report-data.ts';
import { weekOf } from '#rules/values/weeks.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import type { Draw } from '#server/draws/draw.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { openDatabase } from '#server/platform/database.ts';
import { countActiveTickets, countOpenCoupons } from '#server/sales/activity.ts';
import { listTickets } from '#server/sales/list.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { drawnForWinners, sellWinners } from '#test/harness/many-winners.ts';
import { payDraw } from './pay.ts';
import { settleDraw } from './settle.ts';

/**
 * A draw that has just been settled, of which the planner's statistics know nothing: they were read when
 * there was one draw before it. What is done with its winners may read rows in proportion to the winners.
 */

const winners = 60_000;
const players = Array.from({ length: winners / 4 }, (_, index) => index + 1);

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  const draw = await at.open();
  await asOwner(`DO $$ DECLARE t text; BEGIN
    FOR t IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = off)', t);
    END LOOP; END $$`);
  await sellWinners(own.db, draw, { coupons: 2000, players: players.slice(0, 2000) });
  await settle(draw);
  await payDraw(own.db, draw.drawId, 'sigga');
  await asOwner('VACUUM ANALYZE');
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const asOwner = (statement: string) => own.adminPool.query(statement);

async function settle(draw: Draw): Promise<void> {
  await at.seal(draw);
  await at.result(draw.drawId, drawnForWinners.numbers, drawnForWinners.bonus);
  await at.settle(draw.drawId);
}

/** Rows and index entries that `work` reads for each winner, on connections of its own. */
async function readPerWinner(work: (db: TestDatabase['db']) => Promise<unknown>): Promise<number> {
  const before = await totalRead();
  const alone = openDatabase(`${own.url}?application_name=counted`, 'worker', { max: 2 });
  await work(alone.db).finally(() => alone.close());
  return (await totalRead()) - before;
}

/** Connections tell what they have read when they end, at the latest. */
async function totalRead(): Promise<number> {
  const counted = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'counted'`;
  await expect.poll(async () => (await asOwner(counted)).rows.length).toBe(0);
  const { rows } = await asOwner(`
    SELECT ((SELECT sum(seq_tup_read) + sum(coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables)
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes))::bigint AS read`);
  return Number(rows[0]?.read) / winners;
}

let draw: Draw;
const collector = 1;
const collected = 2000;

test('winners are selected', async () => {
  draw = await at.onSale();
  await sellWinners(own.db, draw, { coupons: winners - collected, players });
  await sellWinners(own.db, draw, { coupons: collected, players: [collector] });
  await at.seal(draw);
  await at.result(draw.drawId, drawnForWinners.numbers, drawnForWinners.bonus);
  expect(await readPerWinner((db) => settleDraw(db, own.config, draw.drawId))).toBeLessThan(30);
});

test('winners are paid', async () => {
  const read = await readPerWinner(async (db) => {
    expect(await payDraw(db, draw.drawId, 'sigga')).toEqual({ paid: winners, high: 0 });
  });
  expect(read).toBeLessThan(20);
});

test('a report tells of them', async () => {
  expect(await readPerWinner((db) => drawReport(db, own.config.kinds, 'lotto', draw.number))).toBeLessThan(
    10,
  );
});

test('who won two thousand times looks at the tickets', async () => {
  const read = await readPerWinner(async (db) => {
    for (const filter of ['all', 'won'] as const)
      await listTickets(db, (_, date) => weekOf(date), collector, {
        params: { page: 1 },
        query: { filter },
        body: undefined,
      });
    await countActiveTickets(db, collector);
    await countOpenCoupons(db, collector);
  });
  expect((read * winners) / collected).toBeLessThan(100);
});

test('the books are checked', async () => {
  expect(await readPerWinner(async (db) => expect(await checkLedger(db)).toEqual({ ok: true }))).toBeLessThan(
    300,
  );
});

test('a cancelled draw is refunded', async () => {
  const next = await at.onSale();
  await sellWinners(own.db, next, { coupons: winners, players });
  const read = await readPerWinner(async (db) => {
    const why = { actor: 'gunna', reason: 'no machine' };
    expect(await cancelDraw(db, next.drawId, why)).toEqual({ refunded: winners });
  });
  expect(read).toBeLessThan(20);
});
