/** Two games of a kind at once: one with a calendar, the other with several draws on sale by command. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '#operator/command.ts';
import { commandsOf } from '#operator/commands.ts';
import { findCommand, parseInput } from '#operator/words.ts';
import { addDays, weekdayOf, weekOf } from '#rules/values/weeks.ts';
import { extendCalendar, openDraws } from '#server/draws/calendar.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { closeDraw, closeEarlier } from '#server/draws/close.ts';
import { drawDeadlines } from '#server/draws/deadlines.ts';
import { type Draw, drawById, drawByNumber } from '#server/draws/draw.ts';
import { readSaleBoard } from '#server/draws/on-sale.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { undrawn } from '#server/draws/undrawn.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { type Deadline, databaseNow, dueOf } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { createSell } from '#server/sales/sell.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, sellOnly, untilHeld } from '#test/harness/draws.ts';
import { kinds } from './kind.ts';
import { addGame, bringFigures, purchaseOf } from './market.ts';
import { gameId, matchCount, type Score, weeklyId } from './rules.ts';

const row: Score[] = Array.from({ length: matchCount }, (_, match) => [match, 2]);
const other: Score[] = row.map(([home]) => [home, 9]);

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let begin: number;
const hours = (count: number) => new Date(begin + count * 3_600_000);
beforeAll(async () => {
  own = await testDatabase();
  await sellOnly(own, 'lotto');
  await own.adminPool.query('UPDATE games SET on_sale = false');
  own.config = { ...own.config, kinds };
  await addGame(own.adminUrl, [gameId, weeklyId]);
  at = drawFixture(own);
  begin = Math.ceil((await databaseNow(own.db)).getTime() / 3_600_000) * 3_600_000;
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

async function operator(line: string, reason: string | null = null) {
  const argv = `${line} --as gunna`.split(' ');
  const command = findCommand(commandsOf(kinds), argv) as Command;
  const log = createLog('test', 2, 'silent');
  const context = { database: own, config: own.config, kinds, log, actor: 'gunna', running: false, reason };
  return command.run({ ...context, recordId: null, progress: () => {} }, parseInput(command, argv));
}
const plan = (number: number, closes: Date, held: Date) =>
  operator(`draw plan ${gameId} ${number} --closes ${closes.toISOString()} --held ${held.toISOString()}`);
const draw = (number: number, game = gameId) => drawByNumber(own.db, game, number);
const onSale = async (game: string) =>
  (await readSaleBoard(own.db, kinds)).get(game)?.map(({ number }) => number);
const sell = () => createSell(own.pipeline, createLog('test', 2, 'silent'));
const deadlines = (): readonly Deadline[] =>
  drawDeadlines({
    db: own.db,
    config: { ...own.config, autoDraw: false },
    log: createLog('test', 2, 'silent'),
  });
const refused = { code: 'EC_ACTION_NOT_ALLOWED' };

async function result(each: Draw, score: Score[]): Promise<void> {
  await untilHeld(own.db, each.drawId);
  const outcome = Object.fromEntries(score.map(([home, away], match) => [match + 1, `${home}-${away}`]));
  const entered = (actor: string) => ({ drawId: each.drawId, outcome, actor });
  await transaction(own.db, (tx) => enterResult(tx, kinds, entered('gunna')));
  await transaction(own.db, async (tx) => void (await confirmResult(tx, kinds, entered('jonas'))));
}

test('a draw without a calendar is planned, then released, beside others', async () => {
  await plan(1, hours(2), hours(30));
  await plan(2, hours(4), hours(31));
  await plan(3, hours(3), hours(32));
  expect(await onSale(gameId)).toBeUndefined();
  for (const number of [2, 1]) await operator(`draw release ${gameId} ${number}`);
  expect(await onSale(gameId)).toEqual([1, 2]);
  expect(await at.value<number>(sql`SELECT count(*) FROM draw_steps WHERE actor = 'calendar'`)).toBe(0);
});

test.each([
  ['a number that is taken', () => plan(1, hours(5), hours(40)), 'EC_DUPLICATE_VALUE'],
  ['a time that is taken', () => plan(9, hours(5), hours(30)), refused.code],
  ['a close in the past', () => plan(9, hours(-2), hours(40)), refused.code],
  ['a draw before its close', () => plan(9, hours(5), hours(4)), refused.code],
  ['a draw on sale', () => operator(`draw release ${gameId} 1`), refused.code],
  [
    'a game with a calendar',
    () =>
      operator(
        `draw plan ${weeklyId} 9999 --closes ${hours(5).toISOString()} --held ${hours(6).toISOString()}`,
      ),
    refused.code,
  ],
])('refused: %s', async (_, run, code) => {
  await expect(run()).rejects.toMatchObject({ code });
});

test('the calendar plans and opens its own game alone, and falls due for it alone', async () => {
  await transaction(own.db, async (tx) => {
    expect(await extendCalendar(tx, kinds)).toBe(11);
    expect(await openDraws(tx)).toBe(1);
  });
  const board = (await onSale(weeklyId)) as [number, ...number[]];
  expect(board).toEqual(Array.from({ length: 10 }, (_, index) => board[0] + index));
  expect(await onSale(gameId)).toEqual([1, 2]);
  for (const name of ['draw calendar', 'draw opening'])
    expect(await dueOf(own.db, deadlines().find((each) => each.name === name) as Deadline)).toBeNull();
  // A Sunday is the last day of its ISO week, and the first of a week of the lotteries.
  const { draws } = await undrawn(own.db, kinds.weekOf, weeklyId);
  for (const { drawDate, week, year } of draws) {
    const before = addDays(drawDate.slice(0, 10), -1);
    expect([weekdayOf(drawDate.slice(0, 10)), { week, year }]).toEqual(['sun', weekOf(before)]);
  }
  await expect(operator(`draw release ${weeklyId} ${board[0] + 1}`)).rejects.toMatchObject(refused);
});

test('each draw is sold, closed and cancelled by itself', async () => {
  const buyer = await at.player(1_000);
  await operator(`draw release ${gameId} 3`);
  for (const number of [1, 2, 3]) await sell()(purchaseOf(await draw(number), buyer, [row]));
  await setClock(own.db, hours(2));
  await (deadlines().find(({ name }) => name === 'draw closing') as Deadline).run(own.db);
  expect(await onSale(gameId)).toEqual([3, 2]);
  await expect(sell()(purchaseOf(await draw(1), buyer, [row]))).rejects.toMatchObject({
    code: 'EC_SALE_CLOSED',
  });
  await sell()(purchaseOf(await draw(2), buyer, [row]));
  expect(await sealDraw(own.db, own.config, (await draw(1)).drawId)).toMatchObject({ coupons: 1 });
});

describe('sales that end earlier', () => {
  const closeAt = (number: number, at: Date, reason: string | null = 'kick-off moved') =>
    operator(`draw close-at ${gameId} ${number} ${at.toISOString()}`, reason);

  test('never later, never without a reason, never in the past or after the close', async () => {
    await expect(closeAt(2, hours(5))).rejects.toMatchObject(refused);
    await expect(closeAt(2, hours(3), null)).rejects.toThrow();
    await expect(closeAt(2, hours(1))).rejects.toMatchObject(refused);
    await expect(closeAt(1, hours(3))).rejects.toMatchObject(refused);
  });

  test('a purchase that holds the draw is before it, one that comes after is refused', async () => {
    const buyer = await at.player(1_000);
    const { drawId } = await draw(2);
    const client = await own.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM draws WHERE draw_id = $1 FOR SHARE', [drawId]);
    const moving = closeAt(2, hours(2.5));
    const waits = sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
      AND datname = current_database() AND query LIKE '%FROM draws d WHERE draw_id%FOR UPDATE%'`;
    await expect.poll(async () => (await waits.execute(own.db)).rows.length).toBe(1);
    expect((await draw(2)).closeDate).toEqual(hours(4));
    await client.query('COMMIT');
    client.release();
    await moving;
    expect((await draw(2)).closeDate).toEqual(hours(2.5));
    await sell()(purchaseOf(await draw(2), buyer, [row]));
    await setClock(own.db, hours(2.5));
    await expect(sell()(purchaseOf(await draw(2), buyer, [row]))).rejects.toMatchObject({
      code: 'EC_SALE_CLOSED',
    });
    const step = sql`SELECT reason FROM draw_steps WHERE draw_id = ${drawId} AND reason LIKE 'closes%'`;
    expect(await at.value(step)).toMatch(/^closes .* instead of .*: kick-off moved$/);
  });
});

test('under load: whoever bought did so before the earlier close, and all others are refused', async () => {
  await plan(5, hours(20), hours(70));
  await operator(`draw release ${gameId} 5`);
  const each = await draw(5);
  const buyers = await Promise.all(Array.from({ length: 10 }, () => at.player(50_000)));
  let sold = 0;
  const selling = sell();
  const buying = buyers.map(async (buyer) => {
    for (;;) {
      try {
        await selling(purchaseOf(each, buyer, [row]));
        sold += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'EC_SALE_CLOSED' });
        return;
      }
    }
  });
  await expect.poll(() => sold).toBeGreaterThan(20);
  const soon = new Date((await databaseNow(own.db)).getTime() + 200);
  await closeEarlier(own.db, each.drawId, soon, { actor: 'gunna', reason: 'kick-off was moved' });
  await Promise.all(buying);
  const late = sql`SELECT count(*) FILTER (WHERE purchased_at >= ${soon}) || ' of ' || count(*)
    FROM tickets JOIN coupons USING (player_id, ticket_id) WHERE draw_id = ${each.drawId}`;
  expect(await at.value<string>(late)).toBe(`0 of ${sold}`);
  await cancelDraw(own.db, each.drawId, { actor: 'gunna', reason: 'test' });
});

describe('a draw that is void', () => {
  test('before and after its close: stakes go back, and what waits for the next draw stays', async () => {
    const buyer = await at.player(1_000);
    await sell()(purchaseOf(await draw(3), buyer, [row]));
    const [first, second, third] = [await draw(1), await draw(2), await draw(3)];
    const why = { actor: 'gunna', reason: 'seven matches were not played' };
    // On sale until now.
    await cancelDraw(own.db, third.drawId, why);
    // Nobody is right: the first tier's pool waits for the next draw.
    await closeDraw(own.db, second.drawId, { actor: 'gunna' });
    await sealDraw(own.db, own.config, second.drawId);
    await result(first, other);
    await bringFigures(own.db, own.config, first, { 1: 700 });
    await settleDraw(own.db, own.config, first.drawId);
    expect(await wholeCarry(own.db, gameId)).toMatchObject({ 1: 700 });
    await cancelDraw(own.db, second.drawId, why);
    expect(await at.balance(buyer)).toBe(1_000);
    expect(await wholeCarry(own.db, gameId)).toMatchObject({ 1: 700 });
    for (const { drawId } of [second, third])
      expect((await drawById(own.db, drawId)).state).toBe('cancelled');
  });

  test('the next draw takes it', async () => {
    await setClock(own.db, new Date(begin + 40 * 3_600_000));
    await plan(4, hours(50), hours(60));
    await operator(`draw release ${gameId} 4`);
    const next = await draw(4);
    const buyer = await at.player(1_000);
    await sell()(purchaseOf(next, buyer, [row]));
    await closeDraw(own.db, next.drawId, { actor: 'gunna', reason: 'test' });
    await sealDraw(own.db, own.config, next.drawId);
    await result(next, row);
    await bringFigures(own.db, own.config, next, {});
    expect(await settleDraw(own.db, own.config, next.drawId)).toMatchObject({ winningCoupons: 1, paid: 700 });
  });
});
