import { afterAll, beforeAll, expect, test } from 'vitest';
import { draw as drawShape } from '#contract/games/numbers.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { closeDraw } from '#server/draws/close.ts';
import { drawDeadlines, drawTasks } from '#server/draws/deadlines.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { currentDraw, currentDraws } from '#server/games/numbers/current.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import { type Deadline, dueOf, runDue } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, sellOnly } from '#test/harness/draws.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
const log = createLog('test', 2, 'silent');
beforeAll(async () => {
  own = await testDatabase();
  await sellOnly(own, 'lotto');
  at = drawFixture(own);
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

function deadlines(autoDraw: boolean): readonly Deadline[] {
  return drawDeadlines({ db: own.db, config: { ...own.config, autoDraw }, log });
}

async function run(autoDraw = true): Promise<void> {
  while ((await runDue(own.db, deadlines(autoDraw))) > 0);
}

const states = async () =>
  (await sql<{ state: string }>`SELECT state FROM draws ORDER BY draw_date`.execute(own.db)).rows.map(
    ({ state }) => state,
  );

test('before the calendar there is nothing on sale', async () => {
  expect(await currentDraws(own.db, own.config.kinds)).toEqual({ draws: [] });
  await expect(currentDraw(own.db, own.config.kinds, 'lotto')).rejects.toMatchObject({
    code: 'EC_NO_DATA_FOUND',
  });
  await expect(currentDraw(own.db, own.config.kinds, 'vikinglotto')).rejects.toMatchObject({
    code: 'EC_PRODUCT_CLOSED',
  });
  await expect(currentDraw(own.db, own.config.kinds, 'bingo')).rejects.toMatchObject({
    code: 'EC_PRODUCTTYPE_NOT_FOUND',
  });
});

test('ten draws follow the one on sale, at their own numbers, days and prices', async () => {
  await at.advanceTo(new Date('2026-11-18T12:00:00Z'));
  await run();
  expect(await states()).toEqual(['released', ...Array.from({ length: 10 }, () => 'created')]);
  const draw = await currentDraw(own.db, own.config.kinds, 'lotto');
  expect(drawShape.parse(draw)).toEqual(draw);
  expect(draw).toMatchObject({
    // Saturdays from 29 November 1986, both counted.
    draw: 2087,
    drawDate: '2026-11-21T18:54:00.000Z',
    closeDate: '2026-11-21T18:40:00.000Z',
    amountRow: 150,
    amountJoker: 250,
    status: 'open',
    drawDay: 'sat',
  });
  expect(draw.followingDraws.map((each) => each.draw)).toEqual([
    2088, 2089, 2090, 2091, 2092, 2093, 2094, 2095, 2096,
  ]);
});

test('at the instant of its deadline a draw closes and the next opens', async () => {
  const closing = deadlines(true).find(({ name }) => name === 'draw closing') as Deadline;
  expect(await dueOf(own.db, closing)).toEqual(new Date('2026-11-21T18:40:00Z'));
  await at.buy({ playerId: await at.player(10_000), rows: [[1, 2, 3, 4, 5]], joker: '01234' });
  await at.advanceTo(new Date('2026-11-21T18:39:59Z'));
  expect((await at.onSale()).number).toBe(2087);
  await at.advanceTo(new Date('2026-11-21T18:40:00Z'));
  await run();
  expect((await at.onSale()).number).toBe(2088);
  expect((await states()).slice(0, 2)).toEqual(['released', 'released']);
  expect((await states()).length).toBe(12);
});

test('the seal is a job queued by the close', async () => {
  const { rows } = await sql<{
    task_identifier: string;
  }>`SELECT task_identifier FROM graphile_worker.jobs`.execute(own.db);
  expect(rows).toEqual([{ task_identifier: 'draw.seal' }]);
  const draw = await at.value<number>(sql`SELECT draw_id FROM draws WHERE number = 2087`);
  const task = drawTasks({
    ...{ db: own.db, config: { ...own.config, autoDraw: true }, log },
    beforeSeal: async () => 0,
  })['draw.seal'];
  await task?.({ drawId: draw }, {} as never);
  expect(await at.value<number>(sql`SELECT coupons FROM seals`)).toBe(1);
});

test('a confirmed draw waits for commands; with AUTO_DRAW it is settled and paid at once', async () => {
  const drawId = await at.value<number>(sql`SELECT draw_id FROM draws WHERE number = 2087`);
  const entered = { drawId, outcome: { numbers: [1, 2, 3, 30, 31], bonusNumbers: [4], joker: '01999' } };
  await at.advanceTo(new Date('2026-11-21T18:54:00Z'));
  await transaction(own.db, (tx) => enterResult(tx, own.config.kinds, { ...entered, actor: 'draw-machine' }));
  await transaction(own.db, (tx) =>
    confirmResult(tx, own.config.kinds, { ...entered, actor: 'sandbox-supervisor' }),
  );
  await run(false);
  expect((await at.draw(drawId)).state).toBe('confirmed');
  await run(true);
  // Nobody won a large prize: nothing is open.
  expect((await at.draw(drawId)).state).toBe('settled');
});

test('a stopped draw is not tried again until a person acts', async () => {
  await at.buy({ playerId: await at.player(10_000), rows: [[1, 2, 3, 4, 5]] });
  const draw = await at.onSale();
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6);
  await at.tamper('tickets', `UPDATE tickets SET row_masks = '{62}' WHERE side IS NULL`);
  await run(true);
  expect(await at.value<number>(sql`SELECT count(*) FROM draw_alarms`)).toBe(1);
  expect((await at.draw(draw.drawId)).state).toBe('confirmed');
  // The next draw needs its carry, and waits without a fault.
  const next = await at.onSale();
  await at.seal(next);
  await at.result(next.drawId, [1, 2, 3, 4, 5], 7);
  await run(true);
  expect((await at.draw(next.drawId)).state).toBe('confirmed');
  await at.tamper('tickets', `UPDATE tickets SET row_masks = '{31}' WHERE side IS NULL`);
  await at.settle(draw.drawId);
  await run(true);
  expect((await at.draw(draw.drawId)).state).toBe('settled');
  expect((await at.draw(next.drawId)).state).toBe('settled');
});

test('a draw cancelled before its seal leaves no job that fails', async () => {
  const draw = await at.onSale();
  await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
  await cancelDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'no machine' });
  const task = drawTasks({
    ...{ db: own.db, config: { ...own.config, autoDraw: true }, log },
    beforeSeal: async () => 0,
  })['draw.seal'];
  await task?.({ drawId: draw.drawId }, {} as never);
  expect(await at.value<number>(sql`SELECT count(*) FROM seals WHERE draw_id = ${draw.drawId}`)).toBe(0);
});

test('a draw with a large prize waits for its claim, a year from the day it could be claimed', async () => {
  const draw = await at.onSale();
  await at.buy({ playerId: await at.player(10_000), rows: [[1, 2, 3, 30, 31]], joker: '01234' });
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '01234');
  await run();
  expect((await at.draw(draw.drawId)).state).toBe('closed');
  const lapse = deadlines(true).find(({ name }) => name === 'draw claim period') as Deadline;
  const due = new Date(draw.drawDate.getTime());
  due.setUTCFullYear(due.getUTCFullYear() + 1);
  due.setUTCHours(24, 0, 0, 0);
  expect(await dueOf(own.db, lapse)).toEqual(due);
  await at.advanceTo(due);
  expect(await lapse.run(own.db)).toBe(1);
  expect((await at.draw(draw.drawId)).state).toBe('settled');
});
