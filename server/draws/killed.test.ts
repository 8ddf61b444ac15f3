import { expect, test, vi } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { sql } from '#server/platform/sql.ts';
import { killedAt, untilDone } from '#test/harness/killed.ts';
import { drawnForWinners, sellWinners } from '#test/harness/many-winners.ts';
import { ownDraws } from '#test/harness/own-draws.ts';
import { cancelDraw } from './cancel.ts';
import { closeDraw } from './close.ts';
import type { Draw } from './draw.ts';
import { sealTask } from './seal/seal.ts';
import { sealBook } from './seal/seal-book.ts';
import { payDraw } from './settle/pay.ts';
import { settleDraw } from './settle/settle.ts';

/**
 * Must-hold 51: dies at its nth statement, before the server gets it or after it was done, then runs again.
 */

const { own, at } = ownDraws();

/** Each run is repeated some sixty times, on a machine that may be busy. */
vi.setConfig({ testTimeout: 300_000 });

async function soldDraw(winners: number): Promise<{ draw: Draw; players: number[] }> {
  const draw = await at.onSale();
  const players = await Promise.all(Array.from({ length: winners }, () => at.player(10_000)));
  for (const playerId of players) {
    await at.buy({ playerId, rows: [[1, 2, 3, 30, 31]], joker: '12345' });
    await at.buy({ playerId, rows: [[5, 6, 7, 8, 9]], joker: '12999' });
  }
  return { draw, players };
}

const spent = 2 * 400;

test.each(['before', 'after'] as const)(
  'sealing killed %s each of its statements: one seal',
  async (moment) => {
    const { draw } = await soldDraw(2);
    await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
    const task = sealTask(await at.draw(draw.drawId), own.config);
    const kills = await untilDone(moment, () => sealBook(task));
    expect(kills).toBeGreaterThan(8);
    expect(await at.value<number>(sql`SELECT coupons FROM seals WHERE draw_id = ${draw.drawId}`)).toBe(4);
    await at.result(draw.drawId, [40, 41, 42, 43, 44], 1, '00000');
    await at.settle(draw.drawId);
    await payDraw(own.db, draw.drawId, 'sigga');
  },
);

test.each(['before', 'after'] as const)(
  'settlement and payout killed %s each statement: paid once',
  async (moment) => {
    const { draw, players } = await soldDraw(6);
    await at.seal(draw);
    await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '12345');
    const kills = await untilDone(moment, () => settleDraw(own.db, own.config, draw.drawId));
    expect(kills).toBeGreaterThan(20);
    expect(await at.value<number>(sql`SELECT count(*) FROM coupon_wins WHERE draw_id = ${draw.drawId}`)).toBe(
      12,
    );

    expect(await untilDone(moment, () => payDraw(own.db, draw.drawId, 'sigga'))).toBeGreaterThan(8);
    expect((await at.draw(draw.drawId)).state).toBe('closed');
    const rowPrize = await at.value<number>(
      sql`SELECT amount FROM draw_prizes WHERE draw_id = ${draw.drawId} AND part = 'main'
        AND condition = '3'`,
    );
    // Five right digits are 2,500,000 kr. and wait for their claim, with the row's prize on the same ticket.
    for (const playerId of players) expect(await at.balance(playerId)).toBe(10_000 - spent + 2500);
    expect(rowPrize).toBeGreaterThan(0);
    expect(await payDraw(own.db, draw.drawId, 'sigga')).toEqual({ paid: 0, high: 6 });
  },
);

test.each(['before', 'after'] as const)(
  'payout killed %s each statement of a half-paid draw: the rest is paid, nobody twice',
  async (moment) => {
    const draw = await at.onSale();
    const winners = 2500;
    await sellWinners(own.db, draw, { coupons: winners, players: [901, 902, 903] });
    await at.seal(draw);
    await at.result(draw.drawId, drawnForWinners.numbers, drawnForWinners.bonus);
    await at.settle(draw.drawId);
    const paid = async () => {
      const asked = 'SELECT count(*) FROM coupon_payouts WHERE draw_id = $1';
      return (await own.adminPool.query(asked, [draw.drawId])).rows[0]?.count;
    };
    const halves: number[] = [];
    for (let nth = 1; await killedAt(nth, moment, () => payDraw(own.db, draw.drawId, 'sigga')); nth += 1) {
      halves.push(await paid());
      expect(await checkLedger(own.adminDb)).toEqual({ ok: true });
    }
    expect(new Set(halves)).toEqual(new Set([0, 1000, 2000, 2500]));
    expect((await at.draw(draw.drawId)).state).toBe('closed');
    expect(await paid()).toBe(winners);
  },
);

test.each(['before', 'after'] as const)(
  'a cancelled draw killed %s each statement: refunded once',
  async (moment) => {
    const { draw, players } = await soldDraw(3);
    const work = () => cancelDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'machine broken' });
    expect(await untilDone(moment, work)).toBeGreaterThan(5);
    for (const playerId of players) expect(await at.balance(playerId)).toBe(10_000);
    expect((await at.draw(draw.drawId)).state).toBe('cancelled');
  },
);

test('two settlements and two payouts at once: paid once', async () => {
  const { draw, players } = await soldDraw(4);
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '12000');
  const settled = await Promise.all([1, 2].map(() => settleDraw(own.db, own.config, draw.drawId)));
  expect(settled.filter(({ already }) => !already)).toHaveLength(1);
  const paid = await Promise.all([1, 2, 3].map(() => payDraw(own.db, draw.drawId, 'sigga')));
  expect(paid.reduce((sum, each) => sum + each.paid, 0)).toBe(8);
  const rowPrize = await at.value<number>(
    sql`SELECT amount FROM draw_prizes WHERE draw_id = ${draw.drawId} AND part = 'main' AND condition = '3'`,
  );
  for (const playerId of players) expect(await at.balance(playerId)).toBe(10_000 - spent + 5000 + rowPrize);
});
