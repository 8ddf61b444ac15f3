import { expect, test } from 'vitest';
import { weekOf } from '#rules/values/weeks.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { heldDraw } from '#server/draws/held-draw.ts';
import { moveDraw } from '#server/draws/move.ts';
import { resultsOfWeek, weeksWithResults } from '#server/draws/published-results.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { shownCoupon } from '#server/draws/ticket.ts';
import { kinds } from '#server/games/registry.ts';
import { spendingSince } from '#server/ledger/spending.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { listTickets } from '#server/sales/list.ts';
import { cancelTicket } from '#server/sales/sell.ts';
import { ownDraws } from '#test/harness/own-draws.ts';

const { own, at } = ownDraws();

const resultParts = () => ({ db: own.db, kinds: own.config.kinds });
const why = { actor: 'gunna', reason: 'the machine is broken' };

test('a cancelled draw returns every stake and the day’s limit once, and the next opens', async () => {
  const draw = await at.onSale();
  const [anna, bui] = [await at.player(10_000), await at.player(10_000)];
  const { ticketId, couponIds } = await at.buy({
    playerId: anna,
    rows: [[1, 2, 3, 4, 5]],
    joker: '01234',
    drawCount: 2,
  });
  const before = await heldDraw(own.db, kinds.weekOf, 'lotto', draw.number);
  expect(before).toEqual({
    gameId: 'lotto',
    draw: draw.number,
    ...weekOf(draw.drawDate.toISOString().slice(0, 10)),
    drawDate: draw.drawDate.toISOString(),
    closeDate: draw.closeDate.toISOString(),
    revision: expect.any(Number),
  });
  await at.buy({ playerId: anna, rows: [[1, 2, 3, 4, 6]] });
  await at.buy({ playerId: bui, rows: [[1, 2, 3, 4, 7]] });
  const bought = await databaseNow(own.db);
  expect(await cancelDraw(own.db, draw.drawId, why)).toEqual({ refunded: 3 });
  // What comes back of an earlier month makes nobody play for less than nothing.
  expect(await spendingSince(own.db, bui, [bought])).toMatchObject([{ spent: 0, won: 0 }]);
  expect(await cancelDraw(own.db, draw.drawId, why)).toEqual({ refunded: 0 });
  // The second draw of the ticket still counts.
  expect(await at.balance(anna)).toBe(10_000 - 400);
  expect(await at.balance(bui)).toBe(10_000);
  expect(await at.value<number>(sql`SELECT staked FROM wallets WHERE player_id = ${anna}`)).toBe(400);
  expect((await at.onSale()).number).toBe(draw.number + 1);
  const statuses = await sql`SELECT status FROM player_coupons WHERE ticket_id = (
    SELECT ticket_id FROM coupons WHERE coupon_id = ${couponIds[0]}) ORDER BY draw`.execute(own.db);
  expect(statuses.rows).toEqual([{ status: 'cancelled' }, { status: 'pending' }]);
  const [shown] = await resultsOfWeek(
    resultParts(),
    'lotto',
    weekOf(draw.drawDate.toISOString().slice(0, 10)),
  );
  expect(shown).toMatchObject({ cancelled: true, status: 'closed', lottoNumbers: [] });
  const after = await heldDraw(own.db, kinds.weekOf, 'lotto', draw.number);
  expect(after.cancelled).toBe(true);
  expect(after.revision).toBeGreaterThan(before.revision);
  const [first, second] = await Promise.all(couponIds.map((couponId) => ticketOf(anna, ticketId, couponId)));
  expect(first?.cancelled).toEqual({ at: expect.any(String), by: 'draw' });
  expect(second).not.toHaveProperty('cancelled');
});

test('a ticket that its player cancels says when, and by whom', async () => {
  const playerId = await at.player(1000);
  const { ticketId, couponIds } = await at.buy({ playerId, rows: [[1, 2, 3, 4, 5]] });
  const wish = { playerId, ticketId: encodeId(ticketId), key: null, inputHash: null };
  await cancelTicket(own.pool, wish);
  const cancelledAt = await at.value<Date>(sql`SELECT at FROM cancellations WHERE ticket_id = ${ticketId}`);
  expect(await ticketOf(playerId, ticketId, couponIds[0] ?? '')).toMatchObject({
    status: 'cancelled',
    cancelled: { at: cancelledAt.toISOString(), by: 'player' },
    receipt: { cancellable: false },
  });
});

test('a sealed draw may still be cancelled, one with a result not', async () => {
  const draw = await at.onSale();
  await at.seal(draw);
  // The coupon of the first test's multi-draw ticket.
  expect(await cancelDraw(own.db, draw.drawId, why)).toEqual({ refunded: 1 });
  const next = await at.onSale();
  await at.buy({ playerId: await at.player(1000), rows: [[1, 2, 3, 4, 7]] });
  await at.seal(next);
  await at.result(next.drawId, [1, 2, 3, 4, 5], 6);
  await expect(cancelDraw(own.db, next.drawId, why)).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
});

test('a refund pays debt first', async () => {
  const draw = await at.onSale();
  const playerId = await at.player(1000);
  await at.buy({
    playerId,
    rows: [
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 6],
    ],
  });
  await owe(playerId, 120);
  await cancelDraw(own.db, draw.drawId, why);
  expect(await at.balance(playerId)).toBe(1000 - 120);
  expect(await at.value<number>(sql`SELECT debt FROM wallets WHERE player_id = ${playerId}`)).toBe(0);
});

test('a prize pays debt first, coupon by coupon', async () => {
  const draw = await at.onSale();
  const playerId = await at.player(10_000);
  for (const joker of ['12000', '12001', '12002'])
    await at.buy({ playerId, rows: [[10, 20, 30, 40, 45]], joker });
  await owe(playerId, 4000);
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '12999');
  await settleBoth(draw.drawId);
  // Three times 2,500 kr.: the first whole and 1,500 of the second go to the debt.
  expect(await at.balance(playerId)).toBe(10_000 - 1200 + 3500);
  expect(await at.value<number>(sql`SELECT debt FROM wallets WHERE player_id = ${playerId}`)).toBe(0);
});

test('a draw is moved once it is closed, keeps number and seal, and sales stay closed', async () => {
  const draw = await at.onSale();
  const later = new Date(draw.drawDate.getTime() + 86_400_000);
  await expect(moveDraw(own.db, draw.drawId, later, why)).rejects.toMatchObject({
    code: 'EC_ACTION_NOT_ALLOWED',
  });
  const { couponIds } = await at.buy({ playerId: await at.player(1000), rows: [[1, 2, 3, 4, 5]] });
  const seal = await at.seal(draw);
  await expect(moveDraw(own.db, draw.drawId, new Date(0), why)).rejects.toMatchObject({
    code: 'EC_ACTION_NOT_ALLOWED',
  });
  const { revision } = await heldDraw(own.db, kinds.weekOf, 'lotto', draw.number);
  await moveDraw(own.db, draw.drawId, later, why);
  expect(await at.draw(draw.drawId)).toMatchObject({
    number: draw.number,
    drawDate: later,
    state: 'released',
  });
  const movedFrom = draw.drawDate.toISOString().slice(0, 10);
  expect(await heldDraw(own.db, kinds.weekOf, 'lotto', draw.number)).toMatchObject({
    drawDate: later.toISOString(),
    ...weekOf(movedFrom),
    movedFrom,
    revision: revision + 1,
  });
  await expect(heldDraw(own.db, kinds.weekOf, 'lotto', 9999)).rejects.toMatchObject({
    code: 'EC_NO_DATA_FOUND',
  });
  expect(await at.value<number>(sql`SELECT coupons FROM seals WHERE draw_id = ${draw.drawId}`)).toBe(
    seal.coupons,
  );
  expect(
    await at.value<Date>(sql`SELECT draw_date FROM player_coupons WHERE coupon_id = ${couponIds[0]}`),
  ).toEqual(later);
});

test('a draw that moves from Saturday to Sunday stays in the week that it was sold for', async () => {
  const draw = await at.onSale();
  const planned = weekOf(draw.drawDate.toISOString().slice(0, 10));
  const sunday = new Date(draw.drawDate.getTime() + 86_400_000);
  expect(weekOf(sunday.toISOString().slice(0, 10))).not.toEqual(planned);
  const playerId = await at.player(1000);
  const { ticketId, couponIds } = await at.buy({ playerId, rows: [[1, 2, 3, 4, 5]] });
  await at.seal(draw);
  await moveDraw(own.db, draw.drawId, sunday, why);
  await at.advanceTo(sunday);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6);

  const shown = { draw: draw.number, drawDate: sunday.toISOString(), ...planned };
  expect(await resultsOfWeek(resultParts(), 'lotto', planned)).toEqual([expect.objectContaining(shown)]);
  const sundays = weekOf(sunday.toISOString().slice(0, 10));
  expect((await resultsOfWeek(resultParts(), 'lotto', sundays)).map((result) => result.draw)).not.toContain(
    draw.number,
  );
  const weeks = await weeksWithResults(resultParts());
  expect(weeks).toContainEqual({ gameId: 'lotto', ...planned, drawDate: sunday.toISOString() });
  const query = { params: { page: 1 }, query: {}, body: undefined };
  expect((await listTickets(own.db, kinds.weekOf, playerId, query)).tickets).toMatchObject([
    { week: planned.week },
  ]);
  expect(await ticketOf(playerId, ticketId, couponIds[0] ?? '')).toMatchObject({ week: planned.week });
});

test('a ticket can be cancelled until its day ends, or its first draw closes', async () => {
  const draw = await at.onSale();
  const playerId = await at.player(1000);
  const bought = async () => {
    const { ticketId, couponIds } = await at.buy({ playerId, rows: [[1, 2, 3, 4, 5]], drawCount: 2 });
    return (await ticketOf(playerId, ticketId, couponIds[1] ?? '')).receipt;
  };
  const midnight = `${draw.closeDate.toISOString().slice(0, 10)}T00:00:00.000Z`;
  await at.advanceTo(new Date(Date.parse(midnight) - 60_000));
  expect(await bought()).toMatchObject({ cancellable: true, cancelUntil: midnight });
  await at.advanceTo(new Date(midnight));
  expect(await bought()).toMatchObject({ cancellable: true, cancelUntil: draw.closeDate.toISOString() });
});

function ticketOf(playerId: number, ticketId: string, couponId: string) {
  const ids = { ticketId: encodeId(ticketId), couponId: encodeId(couponId) };
  return shownCoupon({ pages: own.db, kinds: own.config.kinds, secret: 'x', locale: 'is' }, playerId, ids);
}

/** A correction that the wallet could not cover. */
async function owe(playerId: number, amount: number): Promise<void> {
  await own.pool.query(
    `INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
     VALUES ($1, domain_now(), 'correction', ledger_account('debt', $1, NULL, NULL, NULL),
       ledger_account('prize_reserve', NULL, NULL, 'lotto', NULL), $2)`,
    [playerId, amount],
  );
  await own.pool.query('UPDATE wallets SET debt = debt + $2 WHERE player_id = $1', [playerId, amount]);
}

/** The draw of the test before it is settled first. */
async function settleBoth(drawId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT draw_id AS id FROM draws WHERE state = 'confirmed' ORDER BY number`.execute(own.db);
  for (const { id } of rows) {
    await at.settle(id);
    await payDraw(own.db, id, 'sigga');
  }
  expect((await at.draw(drawId)).state).toBe('closed');
}
