import { expect, test } from 'vitest';
import type { NumbersResult } from '#contract/games/numbers.ts';
import { latestResult } from '#server/draws/published-results.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { currentDraw } from '#server/games/numbers/current.ts';
import { sql } from '#server/platform/sql.ts';
import { openLottoCarry } from '#test/harness/draws.ts';
import { ownDraws } from '#test/harness/own-draws.ts';

const { own, at } = ownDraws();

type Row = {
  condition: string;
  pool: number;
  winners: number;
  amount: number;
  paid: number;
  carry: number;
  remainder: number;
};

async function prizes(drawId: number): Promise<Record<string, Row>> {
  const { rows } = await sql<Row>`
    SELECT condition, pool, winners, amount, paid, carry_out AS carry, remainder FROM draw_prizes
    WHERE draw_id = ${drawId} AND part = 'main' ORDER BY tier`.execute(own.db);
  return Object.fromEntries(rows.map((row) => [row.condition, row]));
}

async function status(couponId: string): Promise<string> {
  return at.value(sql`SELECT status FROM player_coupons WHERE coupon_id = ${couponId}`);
}

async function play(numbers: number[], bonus: number, joker = '99999') {
  const draw = await at.onSale();
  await at.seal(draw);
  await at.result(draw.drawId, numbers, bonus, joker);
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  return prizes(draw.drawId);
}

/** Other rows that share nothing with numbers up to 9. */
const filler = Array.from({ length: 10 }, (_, row) => [10 + row, 20 + row, 30 + row, 40, 45]);

test('nobody wins; every pool is carried whole', async () => {
  const playerId = await at.player(100_000);
  await openLottoCarry(own.db, 24_000_000);
  await at.buy({ playerId, rows: filler });
  const table = await play([1, 2, 3, 4, 5], 6);
  // 1,500 kr. of rows, fund 675: 384.75, 13.50, 67.50, 27, 114.75, 67.50; the accounts hold the floors.
  expect(table['5']).toMatchObject({ pool: 24_000_384, winners: 0, amount: 0, carry: 24_000_384 });
  const conditions = ['5', '4+B', '4', '3+B', '3', '2+B'];
  expect(conditions.map((condition) => table[condition]?.pool)).toEqual([24_000_384, 13, 67, 27, 114, 67]);
  expect(Object.values(table).every(({ pool, carry }) => pool === carry)).toBe(true);
  const settled = await sql`SELECT fund, carry_in, paid, carry_out, remainder FROM draw_settlements`.execute(
    own.db,
  );
  expect(settled.rows).toEqual([
    { fund: 675, carry_in: 24_000_000, paid: 0, carry_out: 24_000_672, remainder: 3 },
  ]);
});

test('the carry and the pot are seen in the next draw', async () => {
  const next = await currentDraw(own.db, own.config.kinds, 'lotto');
  // Tier 1 carries 24,000,384 kr.; the usual share is 384 kr.
  expect(next).toMatchObject({
    firstPrize: 24_000_000,
    potMultiple: 2,
    status: 'open',
    drawDay: 'sat',
    rollDownDraw: 10,
  });
  expect(next.followingDraws).toHaveLength(9);
});

test('one winner takes a pool, two share the next, down to 10 kr.', async () => {
  const [anna, bui] = [await at.player(100_000), await at.player(100_000)];
  const { couponIds: lost } = await at.buy({ playerId: anna, rows: filler });
  const { couponIds: won } = await at.buy({
    playerId: anna,
    rows: [
      [1, 2, 3, 4, 41],
      [1, 2, 3, 42, 43],
    ],
  });
  await at.buy({ playerId: bui, rows: [[1, 2, 3, 11, 21]] });
  const table = await play([1, 2, 3, 4, 5], 6);
  // 1,950 kr. of rows, fund 877.50: tier 4 gets 87.75 + 67.50 carried, tier 3 gets 149.175 + 114.75.
  expect(table['4']).toMatchObject({ pool: 155, winners: 1, amount: 150, paid: 150, carry: 0, remainder: 5 });
  expect(table['3']).toMatchObject({ pool: 263, winners: 2, amount: 130, paid: 260, carry: 0, remainder: 3 });
  expect(await at.balance(anna)).toBe(100_000 - 1800 + 150 + 130);
  expect(await at.balance(bui)).toBe(100_000 - 150 + 130);
  expect(await status(won[0] ?? '')).toBe('paid');
  expect(await status(lost[0] ?? '')).toBe('lost');
});

test('a winning row worth 0 kr. counts and is lost, its pool joins the remainder', async () => {
  const playerId = await at.player(100_000);
  const rows = [[1, 6, 10, 20, 30]];
  const coupons: string[] = [];
  for (let ticket = 0; ticket < 12; ticket += 1)
    coupons.push(...(await at.buy({ playerId, rows })).couponIds);
  const table = await play([1, 2, 3, 4, 5], 6);
  // 1,800 kr. of rows, fund 810: tier 2+B has 81 kr. and 87.75 + 67.50 of two draws.
  expect(table['2+B']?.winners).toBe(0);
  expect(table['2+B']?.carry).toBe(Math.floor(81 + 87.75 + 67.5));
  const more = await at.player(100_000);
  const many: string[] = [];
  for (let ticket = 0; ticket < 40; ticket += 1) {
    many.push(...(await at.buy({ playerId: more, rows: [[1, 2, 6, 20, 30]] })).couponIds);
  }
  const next = await play([1, 2, 33, 34, 35], 6);
  // 40 rows: fund 2,700, tier 2+B 270 + 236.25 = 506.25: 12 kr. for each of 40, so 10 kr.
  expect(next['2+B']).toMatchObject({ pool: 506, winners: 40, amount: 10, paid: 400, remainder: 106 });
  const poor = await at.player(100_000);
  const last: string[] = [];
  for (let ticket = 0; ticket < 4; ticket += 1) {
    const same = Array.from({ length: 10 }, () => [1, 2, 6, 20, 30]);
    last.push(...(await at.buy({ playerId: poor, rows: same })).couponIds);
  }
  await at.buy({ playerId: poor, rows: [[1, 2, 6, 21, 31]] });
  const zero = await play([1, 2, 33, 34, 35], 6);
  // 41 winners of 276.75 kr.: 6 kr. each, down to 0.
  expect(zero['2+B']).toMatchObject({ pool: 276, winners: 41, amount: 0, paid: 0, carry: 0, remainder: 276 });
  expect(await at.balance(poor)).toBe(100_000 - 41 * 150);
  expect(await status(last[0] ?? '')).toBe('lost');
  expect(await at.value<number>(sql`SELECT count(*) FROM coupon_wins WHERE amount + side_amount = 0`)).toBe(
    0,
  );
});

test('Joker pays fixed prizes, twice where both ends of two are right', async () => {
  const jokers = {
    '13579': 2_500_000,
    '13570': 125_000,
    '13500': 12_500,
    '13079': 5000,
    '13000': 2500,
    '00579': 12_500,
    '00000': 0,
  };
  const rows = [[10, 20, 30, 40, 45]];
  const players = new Map<string, number>();
  for (const joker of Object.keys(jokers)) {
    const playerId = await at.player(10_000);
    players.set(joker, playerId);
    await at.buy({ playerId, rows, joker });
  }
  await play([1, 2, 3, 4, 5], 6, '13579');
  for (const [joker, amount] of Object.entries(jokers)) {
    // From 200,000 kr. a prize waits for its claim (must-hold 88).
    const credited = amount >= 200_000 ? 0 : amount;
    expect(await at.balance(players.get(joker) ?? 0), joker).toBe(10_000 - 400 + credited);
  }
  const high = await sql`SELECT amount, side_amount, high FROM coupon_wins WHERE high`.execute(own.db);
  expect(high.rows).toEqual([{ amount: 0, side_amount: 2_500_000, high: true }]);
  const parts = { db: own.db, kinds: own.config.kinds };
  const result = (await latestResult(parts, 'lotto')) as NumbersResult | null;
  expect(result?.jokerWins.map(({ name, winners }) => [name, winners])).toEqual([
    ['5', 1],
    ['4', 1],
    ['3', 2],
    ['2', 3],
  ]);
});
