import { beforeAll, expect, test } from 'vitest';
import { drawReport } from '#operator/draw-report-data.ts';
import type { Draw } from '#server/draws/draw.ts';
import { sql } from '#server/platform/sql.ts';
import { ownDraws } from '#test/harness/own-draws.ts';
import { lapsePrizes } from './expire.ts';
import { payDraw } from './pay.ts';

const { own, at } = ownDraws();
let draw: Draw;
let playerId: number;
beforeAll(async () => {
  draw = await at.onSale();
  playerId = await at.player(10_000);
});

const row = [[10, 20, 30, 40, 45]];

test('a wallet that wins several times has an unbroken chain of balances', async () => {
  for (const joker of ['12000', '12300', '12399', '00099', '11111'])
    await at.buy({ playerId, rows: row, joker });
  await at.buy({ playerId, rows: row, joker: '12345' });
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '12399');
  await at.settle(draw.drawId);
  expect(await payDraw(own.db, draw.drawId, 'sigga')).toEqual({ paid: 4, high: 1 });
  const { rows } = await sql<{ before: number; after: number; amount: number }>`
    SELECT wallet_before AS before, wallet_after AS after, amount FROM ledger_transfers
    WHERE kind = 'winnings' AND player_id = ${playerId} ORDER BY transfer_id`.execute(own.db);
  expect(rows.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([2500, 2500, 12_500, 12_500]);
  let balance = 10_000 - 6 * 400;
  for (const { before, after, amount } of rows) {
    expect([before, after]).toEqual([balance, balance + amount]);
    balance = after;
  }
  expect(await at.balance(playerId)).toBe(balance);
});

test('must-hold 88: a prize of 200,000 kr. or more waits until it is claimed', async () => {
  expect((await at.draw(draw.drawId)).state).toBe('closed');
  const high = sql`SELECT status FROM player_coupons JOIN coupon_wins USING (draw_id, player_id, ticket_id,
    coupon_id) WHERE high`;
  expect(await at.value<string>(high)).toBe('highwind');
  const owed = sql`SELECT sum(CASE e.account_id WHEN a.account_id THEN e.amount END)::bigint
    FROM ledger_accounts a JOIN ledger_entries e USING (account_id) WHERE a.kind = 'winnings'`;
  expect(await at.value<number>(owed)).toBe(2_500_000);
});

test('a report holds the equation and who did what', async () => {
  const report = await drawReport(own.db, own.config.kinds, 'lotto', draw.number);
  expect(report?.equation?.holds).toBe(true);
  expect(report?.payout).toMatchObject({ couponsPaid: 4, amountPaid: 30_000, highWaiting: 1, waiting: 0 });
  expect(report?.steps.length).toBe(8);
  expect(await drawReport(own.db, own.config.kinds, 'lotto', 1)).toBeNull();
});

test('must-hold 89: after the claim period what nobody claimed goes to the prize reserve, once', async () => {
  await lapsePrizes(own.db, draw.drawId);
  expect((await at.draw(draw.drawId)).state).toBe('closed');
  await at.advanceTo(await at.value<Date>(sql`SELECT lapses_at FROM large_prizes`));
  await lapsePrizes(own.db, draw.drawId);
  await lapsePrizes(own.db, draw.drawId);
  expect((await at.draw(draw.drawId)).state).toBe('settled');
  expect(
    await at.value<number>(sql`SELECT sum(amount)::bigint FROM ledger_transfers WHERE kind = 'lapse'`),
  ).toBe(2_500_000);
  const statuses = await own.pool.query(
    `SELECT status, amount_win, amount_lapsed FROM player_coupons WHERE amount_lapsed IS NOT NULL`,
  );
  expect(statuses.rows).toEqual([{ status: 'lost', amount_win: 0, amount_lapsed: 2_500_000 }]);
});

test('a draw that nobody bought is settled too', async () => {
  const empty = await at.onSale();
  const seal = await at.seal(empty);
  expect(seal).toMatchObject({ coupons: 0, rows: 0, stakes: 0 });
  await at.result(empty.drawId, [1, 2, 3, 4, 5], 6);
  expect(await at.settle(empty.drawId)).toMatchObject({ winningCoupons: 0, paid: 0 });
  expect(await payDraw(own.db, empty.drawId, 'sigga')).toEqual({ paid: 0, high: 0 });
});
