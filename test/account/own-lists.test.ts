/** Lists of a player who bought a lot: every page, whatever was counted ahead, is what the tables say. */
import { beforeAll, expect, test } from 'vitest';
import { ticketStatuses } from '#contract/values.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { kinds } from '#server/games/registry.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { movementSpans } from '#server/ledger/movement-spans.ts';
import { spendingSince } from '#server/ledger/spending.ts';
import { listTransactions } from '#server/ledger/transaction-list.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { listTickets } from '#server/sales/list.ts';
import { cancelTicket } from '#server/sales/sell.ts';
import { ownDraws } from '#test/harness/own-draws.ts';

const { own, at } = ownDraws();
let player: number;

const wish = (ticketId: string) => ({ playerId: player, ticketId, key: null, inputHash: null });
const buy = (numbers: number[], drawCount = 1) =>
  at.buy({ playerId: player, rows: [numbers], drawCount, ...(drawCount > 1 && { joker: '01234' }) });

/** A drawn draw and one on sale, tickets in both, some won, some cancelled. */
beforeAll(async () => {
  player = await at.player(1_000_000);
  const draw = await at.onSale();
  for (let n = 0; n < 150; n += 1) {
    const { ticketId } = await buy([1, 2, 3, 30 + (n % 10), 41], n % 5 === 0 ? 2 : 1);
    if (n % 20 === 7) await cancelTicket(own.pool, wish(encodeId(ticketId)));
  }
  for (let n = 0; n < 60; n += 1) await buy([11, 12, 13, 14, 15 + (n % 20)]);
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6);
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  for (let n = 0; n < 60; n += 1) await buy([21, 22, 23, 24, 25 + (n % 15)]);
}, 300_000);

/** As the tables say it, without anything that was counted ahead. */
async function couponsInOrder(filter: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT coupon_id AS id FROM player_coupons WHERE player_id = ${player}
      AND ${filter} IN ('all', game, CASE WHEN status IN ('highwind', 'claimed') THEN 'won' ELSE status END)
    ORDER BY purchased_at DESC, ticket_id, draw_date, coupon_id`.execute(own.db);
  return rows.map(({ id }) => encodeId(id));
}

async function listed(filter: string, first?: string) {
  const pages: { couponId?: string | undefined; ticketId: string }[][] = [];
  let total = 0;
  for (let page = 1; ; page += 1) {
    const query = { filter: filter as 'all', ...(first !== undefined && { first }) };
    const answer = await listTickets(own.pages, kinds.weekOf, player, {
      params: { page },
      query,
      body: undefined,
    });
    expect(answer).toMatchObject({ page, pageCount: Math.ceil(answer.ticketCount / 20) });
    total = answer.ticketCount;
    if (answer.tickets.length === 0)
      return { total, pages, ids: pages.flat().map(({ couponId }) => couponId) };
    pages.push(answer.tickets);
  }
}

type Type = 'sales' | 'winnings' | 'deposit' | 'withdrawal';

async function movements(query: { transactionType?: Type; month?: string; first?: string } = {}) {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await listTransactions(own.pages, () => '', player, {
      params: { page },
      query: { locale: 'is', ...query },
      body: undefined,
    });
    expect(answer.pageCount).toBe(Math.ceil(answer.transactionCount / 20));
    if (answer.transactions.length === 0) return { ...answer, ids };
    ids.push(...answer.transactions.map(({ id }) => id));
  }
}

async function movementsInOrder(kinds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT transfer_id AS id FROM ledger_transfers
    WHERE player_id = ${player} AND wallet_after IS NOT NULL AND kind = ANY (${kinds})
    ORDER BY at DESC, transfer_id DESC`.execute(own.db);
  return rows.map(({ id }) => String(id));
}

const filters = ['all', 'lotto', 'vikinglotto', ...ticketStatuses];
const types = {
  sales: ['purchase', 'cancellation'],
  winnings: ['winnings'],
  deposit: ['sandbox_balance'],
  withdrawal: [],
} satisfies Record<Type, string[]>;

async function expectRightLists(): Promise<void> {
  for (const filter of filters) {
    const expected = await couponsInOrder(filter);
    const { ids, total } = await listed(filter);
    expect(ids, filter).toEqual(expected);
    expect(total, filter).toBe(expected.length);
  }
  for (const [type, kinds] of Object.entries(types)) {
    const { ids, transactionCount } = await movements({ transactionType: type as Type });
    expect(ids, type).toEqual(await movementsInOrder(kinds));
    expect(transactionCount).toBe(ids.length);
  }
  const all = await movements();
  expect(all.ids).toEqual(await movementsInOrder(Object.values(types).flat()));
  expect(all.netDeposits).toBe(1_000_000);
  await expectRightSpending();
}

/** Since each hundredth movement, and since before the first and after the last. */
async function expectRightSpending(): Promise<void> {
  const { rows } = await sql<{ at: Date; spent: number; won: number }>`
    SELECT m.at, (SELECT coalesce(sum(x.wallet_before - x.wallet_after), 0)::bigint FROM ledger_transfers x
        WHERE x.player_id = ${player} AND x.at >= m.at AND kind IN ('purchase', 'cancellation')) AS spent,
      (SELECT coalesce(sum(x.amount), 0)::bigint FROM ledger_transfers x
        WHERE x.player_id = ${player} AND x.at >= m.at AND kind = 'winnings') AS won
    FROM (
      SELECT date_trunc('milliseconds', at) AS at FROM (
        SELECT at, row_number() OVER (ORDER BY at) AS nth FROM ledger_transfers WHERE player_id = ${player}
      ) x WHERE nth % 100 = 1
      UNION SELECT '2000-01-01' UNION SELECT domain_now() + interval '1 day'
    ) m ORDER BY m.at`.execute(own.db);
  expect(rows.length).toBeGreaterThan(5);
  const moments = rows.map(({ at }) => at);
  expect(await spendingSince(own.db, player, moments)).toEqual(
    rows.map(({ at, ...sums }) => ({ from: at, ...sums })),
  );
}

/** The first round notes up to where all is there, the second counts it. */
async function countAhead(): Promise<number> {
  // Each waits until nobody writes any more who began before, in other databases too.
  for (const round of ['notes', 'counts'])
    await expect.poll(() => movementSpans.run(own.db), { message: round }).toBeGreaterThan(0);
  return at.value<number>(sql`SELECT count(*) FROM movement_spans WHERE player_id = ${player}`);
}

test('before anything is counted ahead, all pages are right', expectRightLists);

test('counted ahead, all pages are right, and so are those of what came after', async () => {
  expect(await countAhead()).toBeGreaterThanOrEqual(2);
  await expectRightLists();
  for (let n = 0; n < 30; n += 1) await buy([31, 32, 33, 34, 35 + (n % 5)], n % 3 === 0 ? 2 : 1);
  await expectRightLists();
});

test('an hour’s movements are counted once, however often the worker looks', async () => {
  const spans = await countAhead();
  expect(await countAhead()).toBe(spans);
});

test.each(['all', 'lotto', 'pending'])('%s: turned page by page while tickets arrive', async (filter) => {
  const before = await couponsInOrder(filter);
  const { tickets } = await listTickets(own.pages, kinds.weekOf, player, {
    params: { page: 1 },
    query: { filter: filter as 'all' },
    body: undefined,
  });
  await buy([3, 13, 23, 33, 40], 2);
  const { ids, total } = await listed(filter, tickets[0]?.ticketId);
  expect(ids).toEqual(before);
  expect(total).toBe(before.length);
});

test('movements are turned page by page while more come', async () => {
  const before = await movements();
  await buy([3, 13, 23, 33, 40], 2);
  const { ids, transactionCount } = await movements({ first: before.ids[0] ?? '' });
  expect(ids).toEqual(before.ids);
  expect(transactionCount).toBe(before.ids.length);
});

test('a first entry that the player does not have counts from now', async () => {
  const { total } = await listed('all', 'nonsense');
  expect(total).toBe((await couponsInOrder('all')).length);
  expect((await movements({ first: '999999999999999' })).ids).toHaveLength((await movements()).ids.length);
});

test('a span that was altered is found by the ledger check', async () => {
  const alter = (by: string) =>
    at.tamper(
      'movement_spans',
      `UPDATE movement_spans SET sums = jsonb_set(sums, '{0,moved}',
        to_jsonb((sums->0->>'moved')::bigint ${by})) WHERE nth = 2`,
    );
  await alter('+ 1');
  expect(await checkLedger(own.db)).toMatchObject({
    broken: { invariant: 'movement spans', found: { nth: 2 } },
  });
  await alter('- 1');
});

test('a large prize that lapsed is among the lost', async () => {
  const lost = (await couponsInOrder('lost')).length;
  type Prize = { table: 'coupon_payouts' | 'prize_lapses'; id: 'coupon_id' | 'cause_id' };
  const alter = (from: Prize, to: Prize, high: boolean) => `
    ALTER TABLE ${from.table} DISABLE TRIGGER append_only;
    ALTER TABLE coupon_wins DISABLE TRIGGER append_only;
    WITH moved AS (
      DELETE FROM ${from.table} WHERE (draw_id, player_id, ${from.id}) IN (
        SELECT draw_id, player_id, coupon_id FROM coupon_wins WHERE amount > 0 ORDER BY coupon_id LIMIT 1)
      RETURNING *
    ), win AS (
      UPDATE coupon_wins w SET high = ${high} FROM moved m
      WHERE w.draw_id = m.draw_id AND w.coupon_id = m.${from.id}
    ) INSERT INTO ${to.table} SELECT * FROM moved;
    ALTER TABLE ${from.table} ENABLE TRIGGER append_only;
    ALTER TABLE coupon_wins ENABLE TRIGGER append_only`;
  const [paid, lapsed]: [Prize, Prize] = [
    { table: 'coupon_payouts', id: 'coupon_id' },
    { table: 'prize_lapses', id: 'cause_id' },
  ];
  await own.adminPool.query(alter(paid, lapsed, true));
  expect(await couponsInOrder('lost')).toHaveLength(lost + 1);
  for (const filter of ticketStatuses)
    expect((await listed(filter)).ids, filter).toEqual(await couponsInOrder(filter));
  await own.adminPool.query(alter(lapsed, paid, false));
});
