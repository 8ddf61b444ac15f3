import { expect, test } from 'vitest';
import { createOnSaleReader } from './games-on-sale.ts';
import type { SaleBoard, SaleDraw } from './sale-board.ts';

const draw = (game: string, closeDate: string): SaleDraw => ({
  ...{ drawId: 1, game, number: 1, reach: 1, rulesId: 'of the test', amountRow: 1, amountSide: 0 },
  drawDate: new Date(closeDate),
  closeDate: new Date(closeDate),
});

test('the nearest close is first, and nothing new is the same object', async () => {
  let board: SaleBoard = new Map([
    [
      'vikinglotto',
      [draw('vikinglotto', '2026-12-02T17:00:00Z'), draw('vikinglotto', '2026-12-09T17:00:00Z')],
    ],
    ['lotto', [draw('lotto', '2026-11-28T18:40:00Z')]],
  ]);
  const read = createOnSaleReader({ read: async () => board, markStale: () => {} });
  const first = await read();
  expect(first.games).toEqual([
    { gameId: 'lotto', closeDate: '2026-11-28T18:40:00.000Z' },
    { gameId: 'vikinglotto', closeDate: '2026-12-02T17:00:00.000Z' },
  ]);
  board = new Map(board);
  expect(await read()).toBe(first);
  board = new Map([['lotto', [draw('lotto', '2026-12-05T18:40:00Z')]]]);
  expect((await read()).games).toEqual([{ gameId: 'lotto', closeDate: '2026-12-05T18:40:00.000Z' }]);
});
