import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDraw } from '#server/draws/close.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

test('a draw is opened, sold, closed, sealed, drawn, settled twice and paid once', async () => {
  const at = drawFixture(own);
  const draw = await at.open();
  const anna = await at.player(50_000);
  const bui = await at.player(50_000);
  await at.buy({
    playerId: anna,
    rows: [
      [1, 2, 3, 4, 5],
      [1, 2, 3, 40, 41],
    ],
    joker: '01234',
  });
  await at.buy({ playerId: bui, rows: [[1, 2, 3, 10, 11, 12]], system: 6 });
  await at.buy({ playerId: bui, rows: [[20, 21, 22, 23, 24]], drawCount: 3 });
  expect(await at.balance(anna)).toBe(50_000 - 550);
  expect(await at.balance(bui)).toBe(50_000 - 900 - 450);

  await at.advanceTo(draw.closeDate);
  await closeDraw(own.db, draw.drawId, { actor: 'calendar' });
  expect((await at.onSale()).number).toBe(draw.number + 1);
  const seal = await sealDraw(own.db, own.config, draw.drawId);
  expect(seal).toMatchObject({ coupons: 3, rows: 9, stakes: 550 + 900 + 150, sideStakes: 250 });

  await at.result(draw.drawId, [1, 2, 3, 4, 6], 5, '01299');
  const settled = await settleDraw(own.db, own.config, draw.drawId);
  expect(settled).toMatchObject({ already: false });
  const paid = await payDraw(own.db, draw.drawId, 'sigga');
  expect(paid.paid).toBe(2);
  expect((await at.draw(draw.drawId)).state).toBe('closed');

  expect(await checkLedger(own.db)).toEqual({ ok: true });
});
