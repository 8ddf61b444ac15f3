/**
 * A draw beside a history. Once the history is much larger than the draw, close, seal, settle and pay read no
 * table whole that grows with sales. Where a draw is a large part of all tickets, engine B scans them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelDraw } from '#server/draws/cancel.ts';
import type { Draw } from '#server/draws/draw.ts';
import { outcomeOf } from '#server/draws/results.ts';
import { sealOf } from '#server/draws/seal/seal.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { drawnForWinners, sellWinners } from '#test/harness/many-winners.ts';
import { payDraw } from './pay.ts';
import { countTwice, settleDraw } from './settle.ts';

/** Coupons. */
const [first, large, history, cancelled, small] = [200, 1800, 40_000, 4000, 40];
const players = Array.from({ length: 10_000 }, (_, index) => 1000 + index);

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
beforeAll(async () => {
  own = await testDatabase();
  // The thread that seals has a connection of its own.
  own.config.databaseUrl = `${own.url}?application_name=sealing`;
  at = drawFixture(own);
  await at.open();
  // What autovacuum reads for itself would be counted too.
  await own.adminPool.query(`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = off)', name);
    END LOOP;
    FOR name IN SELECT c.relname FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE amname = 'brin' LOOP
      EXECUTE format('ALTER INDEX %I SET (autosummarize = off)', name);
    END LOOP; END $$`);
  await settleAndPay(await sell(first));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

/** In bulk, and a system, several rows and the side game as anybody buys them. */
async function sell(coupons: number): Promise<Draw> {
  const draw = await at.onSale();
  await sellWinners(own.db, draw, { coupons, players });
  const playerId = await at.player(100_000);
  await at.buy({ playerId, rows: [[1, 2, 3, 4, 5, 6, 7]], system: 7 }, draw);
  await at.buy(
    {
      playerId,
      rows: [
        [1, 2, 3, 40, 41],
        [1, 2, 3, 4, 42],
      ],
      joker: '12345',
    },
    draw,
  );
  return draw;
}

async function settleAndPay(draw: Draw): Promise<void> {
  await at.seal(draw);
  await at.result(draw.drawId, drawnForWinners.numbers, drawnForWinners.bonus, '12399');
  await settleDraw(own.db, own.config, draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
}

/** Scans of the whole table, and rows fetched by an index. */
type Reads = { table: string; scans: number; fetched: number };

/** Since the database was made, of tables with thousands of rows. */
async function readsSoFar(): Promise<Reads[]> {
  const sealing = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'sealing'`;
  await expect.poll(async () => (await own.adminPool.query(sealing)).rowCount).toBe(0);
  // Each connection of the pool reports what it has read; all are busy at once, so that none reports twice.
  const report = () => own.pool.query('SELECT pg_stat_force_next_flush(), pg_sleep(0.2)');
  await Promise.all(Array.from({ length: own.pool.totalCount }, report));
  const { rows } = await own.adminPool.query<Reads>(`
    SELECT t.relname AS table, seq_scan::int AS scans, coalesce(idx_tup_fetch, 0)::int AS fetched
    FROM pg_stat_user_tables t JOIN pg_class c ON c.oid = relid WHERE reltuples > 1500 ORDER BY t.relname`);
  return rows;
}

async function readsOf(work: () => Promise<unknown>): Promise<Map<string, Omit<Reads, 'table'>>> {
  const before = new Map((await readsSoFar()).map((each) => [each.table, each]));
  await work();
  const difference = ({ table, scans, fetched }: Reads) => {
    const earlier = before.get(table);
    return { scans: scans - (earlier?.scans ?? 0), fetched: fetched - (earlier?.fetched ?? 0) };
  };
  return new Map((await readsSoFar()).map((each) => [each.table, difference(each)]));
}

/** Both engines must agree, or this fails. */
async function count(draw: Draw) {
  const [seal, outcome] = [await sealOf(own.db, draw), await outcomeOf(own.db, draw.drawId)];
  expect(outcome).not.toBeNull();
  return (await countTwice(own.db, own.config, draw, seal)).b;
}

/** It reports at once what it has read: it scans the ranges that its BRIN indexes have not summarized. */
async function vacuum(): Promise<void> {
  const client = await own.adminPool.connect();
  await client.query('VACUUM ANALYZE');
  await client.query('SELECT pg_stat_force_next_flush()');
  client.release();
}

describe('engine B', () => {
  let draw: Draw;
  let byScan: Awaited<ReturnType<typeof count>>;

  test('scans the tickets where the draw has nine tenths of them', async () => {
    draw = await sell(large);
    await settleAndPay(draw);
    await vacuum();
    const reads = await readsOf(async () => {
      byScan = await count(draw);
    });
    expect(byScan.coupons).toBe(large + 2);
    // One for each span of coupon ids.
    expect(reads.get('tickets')?.scans).toBe(2);
  });

  test('looks them up by key once others have sold many more, and counts the same', async () => {
    await settleAndPay(await sell(history));
    await cancelDraw(own.db, (await sell(cancelled)).drawId, { actor: 'gunna', reason: 'no machine' });
    await vacuum();
    const reads = await readsOf(async () => expect(await count(draw)).toEqual(byScan));
    expect(reads.get('tickets')).toEqual({ scans: 0, fetched: large + 2 });
  });
});

const growing = [
  'cancellations',
  'coupon_payouts',
  'coupon_wins',
  'coupons',
  'ledger_accounts',
  'ledger_transfers',
  'tickets',
  'wallets',
];

test.each([
  ['unknown to the statistics', async () => {}],
  ['known to the statistics', vacuum],
])('a draw of a thousandth of all tickets, %s', async (_, analyze) => {
  const draw = await sell(small);
  await analyze();
  const reads = await readsOf(() => settleAndPay(draw));
  expect([...reads.keys()]).toEqual(growing);
  for (const [table, { scans, fetched }] of reads) {
    // A BRIN index finds ranges of 128 pages. All else is found by key.
    const bound = table === 'ledger_transfers' ? 2 * 128 * 100 : 10 * small;
    expect([table, scans, fetched < bound || fetched]).toEqual([table, 0, true]);
  }
});
