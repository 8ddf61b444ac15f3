/** A closed account's tickets take part and are paid into its balance (must-hold 40, 42). */
import { expect, test } from 'vitest';
import { payDraw } from '#server/draws/settle/pay.ts';
import { spendingSince } from '#server/ledger/spending.ts';
import { closePlayer } from '#server/limits/exclusion.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { ownDraws } from '#test/harness/own-draws.ts';

const { own, at } = ownDraws();

test('closed between purchase and draw, paid after it; spending says what was staked and won', async () => {
  const draw = await at.onSale();
  const playerId = await at.player(10_000);
  const before = await databaseNow(own.db);
  await at.buy({ playerId, rows: [[10, 20, 30, 40, 45]], joker: '12399' });
  await transaction(own.db, (tx) => closePlayer(tx, { playerId, origin: 'test' }));
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '12300');
  await at.settle(draw.drawId);
  expect(await payDraw(own.db, draw.drawId, 'sigga')).toEqual({ paid: 1, high: 0 });
  const won = (await at.balance(playerId)) - (10_000 - 400);
  expect(won).toBeGreaterThan(0);
  const after = await databaseNow(own.db);
  expect(await spendingSince(own.db, playerId, [after, before])).toEqual([
    { from: after, spent: 0, won: 0 },
    { from: before, spent: 400, won },
  ]);
});
