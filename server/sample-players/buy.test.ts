import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extendCalendar, openDraws } from '#server/draws/calendar.ts';
import { type Draw, drawColumns } from '#server/draws/draw.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow, dueOf } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { createSell, type Sell } from '#server/sales/sell.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { sellOnly } from '#test/harness/draws.ts';
import { inHours, openProgram } from '#test/pools/programs.ts';
import { samplePlayersDeadline } from './buy.ts';
import { demandOf, rowsWanted } from './demand.ts';

let on: TestDatabase;
let draw: Draw;
let sell: Sell;

beforeAll(async () => {
  on = await testDatabase();
  await sellOnly(on, 'lotto');
  sell = createSell(on.pipeline, createLog('test', 2, 'silent'));
  await transaction(on.db, async (tx) => {
    await extendCalendar(tx, on.config.kinds);
    await openDraws(tx);
  });
  const { rows } = await sql<Draw>`
    SELECT ${drawColumns} FROM draws d WHERE game = 'lotto' AND state = 'released'`.execute(on.db);
  draw = rows[0] as Draw;
});
afterAll(() => on.close());

const samplePlayers = (through: Sell) =>
  samplePlayersDeadline({ config: { mode: 'embedded' }, db: on.db, pool: on.pool, sell: through });

async function sold() {
  const { rows } = await sql<{ tickets: number; rows: number; players: number; demo: boolean }>`
    SELECT count(*) AS tickets, sum(row_count) AS rows, count(DISTINCT t.player_id) AS players,
      coalesce(bool_and(demo AND username ~ '^mugur[0-9]{4}$' AND password_hash IS NULL), true) AS demo
    FROM tickets t JOIN players USING (player_id)`.execute(on.db);
  return rows[0];
}

const visits = async () => (await sql`SELECT tickets, rows FROM sample_purchases`.execute(on.db)).rows;

test('the sample players come twenty minutes before the close, not sooner', async () => {
  const due = await dueOf(on.db, samplePlayers(sell));
  expect(due).toEqual(new Date(draw.closeDate.getTime() - 20 * 60_000));
  expect(await samplePlayers(sell).run(on.db)).toBe(0);
});

test('must-hold 51: killed among its purchases and run again, it buys each ticket once', async () => {
  await setClock(on.db, new Date(draw.closeDate.getTime() - 20 * 60_000));
  let calls = 0;
  const failing: Sell = (purchase) => {
    calls += 1;
    return calls > 700 ? refuse('EC_INTERNAL_ERROR') : sell(purchase);
  };
  await expect(samplePlayers(failing).run(on.db)).rejects.toMatchObject({ code: 'EC_INTERNAL_ERROR' });
  expect(await visits()).toEqual([]);

  const both = await Promise.all([samplePlayers(sell).run(on.db), samplePlayers(sell).run(on.db)]);
  expect(both.toSorted()).toEqual([0, 1]);
  const all = await sold();
  const wanted = demandOf(
    draw,
    rowsWanted('lotto', 0),
    seededUint32(`demand of lotto ${draw.number}`, { mode: 'embedded' }),
  );
  expect(all?.tickets).toBe(wanted.length);
  expect(await visits()).toEqual([{ tickets: all?.tickets, rows: Number(all?.rows) }]);
  expect(await samplePlayers(sell).run(on.db)).toBe(0);
  expect(all?.demo).toBe(true);
  expect(all?.players).toBeLessThan(9_999);
});

test('its money comes out of the sandbox account, and nobody stakes beyond the limit of a day', async () => {
  const { rows } = await sql<{ given: number; held: number; most: number }>`
    SELECT (SELECT sum(amount) FROM ledger_transfers WHERE kind = 'sandbox_balance')::bigint AS given,
      sum(balance + staked)::bigint AS held, max(staked) AS most FROM wallets`.execute(on.db);
  expect(rows[0]?.held).toBe(rows[0]?.given);
  expect(rows[0]?.most).toBeLessThanOrEqual(100_000);
});

test('the same draw always has the same demand, another draw has others', () => {
  const demand = (seed: string) => demandOf(draw, 20_000, seededUint32(seed, { mode: 'embedded' }));
  expect(demand('a')).toEqual(demand('a'));
  expect(demand('a')).not.toEqual(demand('b'));
  expect(() => seededUint32('a', { mode: 'production' })).toThrow();
});

test('in a program of a pool they buy as soon as it is on sale, once', async () => {
  await on.adminPool.query(`UPDATE games SET on_sale = true WHERE game = 'totoeng'`);
  await on.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir')`);
  const program = await openProgram(on, { number: 1, kickOffs: [await inHours(on, 100)] });
  expect((await dueOf(on.db, samplePlayers(sell)))?.getTime()).toBeLessThanOrEqual(
    (await databaseNow(on.db)).getTime(),
  );
  expect(await samplePlayers(sell).run(on.db)).toBe(1);
  const { rows } = await sql<{ tickets: number; rows: number; clubs: number; demo: boolean }>`
    SELECT count(*) AS tickets, sum(row_count)::integer AS rows, count(t.support_id) AS clubs,
      bool_and(demo) AS demo
    FROM coupons c JOIN tickets t USING (player_id, ticket_id) JOIN players USING (player_id)
    WHERE c.draw_id = ${program.drawId}`.execute(on.db);
  const [bought] = rows;
  expect(bought?.demo).toBe(true);
  expect(bought?.rows).toBeGreaterThan(200_000);
  expect(bought?.clubs).toBeGreaterThan(0);
  expect(await visits()).toContainEqual({ tickets: bought?.tickets, rows: bought?.rows });
  expect(await samplePlayers(sell).run(on.db)).toBe(0);
  expect(await checkLedger(on.db)).toEqual({ ok: true });
});

const file = new URL('../../../shared/data/lottery-draws/lotto-iceland-with-prizes.jsonl', import.meta.url);
type Real = {
  date: string;
  prizes: { amountWinner: number; winners: number }[];
  rowsSoldBetween: [number, number];
};

test.skipIf(!existsSync(file))('it is as large as the buyers of real draws with such a pot', () => {
  const draws = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Real);
  for (const [index, { date, rowsSoldBetween }] of draws.entries()) {
    const before = draws[index - 1];
    if (!before || Date.parse(date) - Date.parse(before.date) > 7 * 86_400_000) continue;
    const [first] = before.prizes;
    const carry = first?.winners === 0 ? first.amountWinner : 0;
    const share = rowsWanted('lotto', carry) / rowsSoldBetween[0];
    expect(share, `${date}, carry ${carry}`).toBeGreaterThan(0.75);
    expect(share, `${date}, carry ${carry}`).toBeLessThan(1.25);
  }
});
