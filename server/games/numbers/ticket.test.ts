import { expect, test } from 'vitest';
import type { NumbersTicket } from '#contract/games/numbers.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { shownCoupon } from '#server/draws/ticket.ts';
import { encodeId } from '#server/platform/ids.ts';
import type { Bought } from '#test/harness/draws.ts';
import { ownDraws } from '#test/harness/own-draws.ts';

const { own, at } = ownDraws();

async function ticketOf(playerId: number, { ticketId, couponIds }: Bought) {
  const ids = { ticketId: encodeId(ticketId), couponId: encodeId(couponIds[0] ?? '') };
  const parts = { pages: own.db, kinds: own.config.kinds, secret: 'x', locale: 'is' } as const;
  return (await shownCoupon(parts, playerId, ids)) as NumbersTicket;
}

test('a system tells for each tier how many of its rows won, and what each of them got', async () => {
  const playerId = await at.player(100_000);
  const system = await at.buy({ playerId, rows: [[1, 2, 3, 4, 5, 6, 7]], system: 7 });
  const lost = await at.buy({ playerId, rows: [[11, 12, 13, 14, 15, 16, 17]], system: 7 });
  const plain = await at.buy({ playerId, rows: [[1, 2, 3, 20, 21]] });
  expect(await ticketOf(playerId, system)).not.toHaveProperty('systemWins');
  const draw = await at.onSale();
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 40, 41], 4);
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  const { systemWins = [], rows, amountWin } = await ticketOf(playerId, system);
  expect(systemWins.map(({ name, rows }) => [name, rows])).toEqual([
    ['3+B', 3],
    ['3', 3],
    ['2+B', 9],
  ]);
  const sum = systemWins.reduce((total, each) => total + each.rows * each.amount, 0);
  expect(sum).toBeGreaterThan(0);
  expect([rows[0]?.amountWin, amountWin]).toEqual([sum, sum]);
  const [none, row] = [await ticketOf(playerId, lost), await ticketOf(playerId, plain)];
  expect([none.systemWins, none.rows[0]?.amountWin]).toEqual([[], 0]);
  expect(row).not.toHaveProperty('systemWins');
  expect(row.rows[0]?.amountWin).toBe(systemWins[1]?.amount);
});
