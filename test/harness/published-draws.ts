/** A settled draw of each number lottery, with all that is published of it, and lotto's draw before it. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Draw } from '#server/draws/draw.ts';
import { importFigures } from '#server/draws/figures/import.ts';
import { proofOf } from '#server/draws/seal/evidence.ts';
import { encodeId } from '#server/platform/ids.ts';
import type { TestDatabase } from './database.ts';
import { type Bought, drawFixture, openLottoCarry } from './draws.ts';
import { type Published, publishedOf } from './recompute.ts';

export type PublishedDraw = Published & {
  draw: Draw;
  proof: ApiAnswer<'lotto.proof'>;
  /** Evidence of the draw before, where there is one. */
  before?: Published['evidence'] | undefined;
};

type Market = ReturnType<typeof drawFixture>;

/** All are sold and sealed before time moves on to the first of them. */
export async function publishedDraws(own: TestDatabase): Promise<Record<string, PublishedDraw>> {
  const at = drawFixture(own);
  const playerId = await at.player(10_000_000);
  await at.open();
  await openLottoCarry(own.db, 24_000_000);
  const sold = { own, at, playerId };
  const firstSold = await lottoDraw(sold);
  const lottoSold = await lottoDraw(sold);
  const vikinglottoSold = await vikinglottoDraw(sold);
  const eurojackpotSold = await eurojackpotDraw(sold);
  const first = await firstSold([11, 12, 13, 14, 15]);
  const lotto = await lottoSold([1, 2, 3, 4, 5]);
  return {
    first,
    lotto: { ...lotto, before: first.evidence },
    vikinglotto: await vikinglottoSold(),
    eurojackpot: await eurojackpotSold(),
  };
}

type Sale = { own: TestDatabase; at: Market; playerId: number };

async function lottoDraw({ own, at, playerId }: Sale) {
  const draw = await at.onSale();
  const rows = [
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 6],
    [1, 2, 3, 30, 31],
    [32, 33, 34, 35, 36],
  ];
  const bought = await Promise.all([
    at.buy({ playerId, rows, joker: '01934' }),
    at.buy({ playerId, rows: [[1, 2, 3, 4, 5, 6, 7, 8]], system: 8 }),
    at.buy({ playerId, rows: [[2, 3, 4, 6, 9, 10, 11]], system: 7, joker: '55234' }),
    at.buy({ playerId, rows: [[1, 2, 3, 4, 7]], joker: '01239' }),
    at.buy({ playerId, rows: [[40, 41, 42, 43, 44]], joker: '01239' }),
  ]);
  await at.seal(draw);
  return async (drawn: number[]) => {
    await at.result(draw.drawId, drawn, 6, '01234');
    await at.settle(draw.drawId);
    return published(own, draw, playerId, bought);
  };
}

async function vikinglottoDraw({ own, at, playerId }: Sale) {
  const draw = await at.onSale('vikinglotto');
  const rows = [
    [1, 2, 3, 4, 5, 6],
    [1, 2, 3, 4, 5, 20],
    [1, 2, 3, 21, 22, 23],
  ];
  const bought = [
    await at.buy({ playerId, rows, extras: [[5], [5], [4]], joker: '01239' }, draw),
    await at.buy({ playerId, rows: [[1, 2, 3, 4, 30, 31, 32]], extras: [[1]], system: 7 }, draw),
  ];
  await at.seal(draw);
  return async () => {
    await at.result(draw.drawId, [1, 2, 3, 4, 5, 6], 5, '01234');
    await bringFigures(own, draw, {
      ...{ game: 'vikinglotto', draw: draw.number, euroRate: '150.00', rowsAll: 8_000_000 },
      tiers: [
        { tier: 1, winners: 1, winnersIceland: 1, amountEuro: '19040000.00' },
        { tier: 2, winners: 0, winnersIceland: 0, amountEuro: '0' },
      ],
      nextFirstPrizeEuro: '3000000',
    });
    await at.settle(draw.drawId);
    return published(own, draw, playerId, bought);
  };
}

async function eurojackpotDraw({ own, at, playerId }: Sale) {
  const draw = await at.onSale('eurojackpot');
  const bought = [
    await at.buy({ playerId, rows: [[1, 2, 3, 4, 5]], extras: [[3, 9]], joker: '01299' }, draw),
    await at.buy({ playerId, rows: [[11, 12, 13, 14, 15]], extras: [[3, 9]] }, draw),
  ];
  await at.seal(draw);
  return async () => {
    await at.result(draw.drawId, [1, 2, 30, 31, 32], [3, 12], '01234');
    await bringFigures(own, draw, {
      ...{ game: 'eurojackpot', draw: draw.number, euroRate: '150.25', rowsAll: 30_000_000 },
      tiers: Array.from({ length: 12 }, (_, index) => ({
        ...{ tier: index + 1, winners: 0, winnersIceland: 0, amountEuro: '0' },
        ...(index === 0 && { winners: 1, amountEuro: '120000000' }),
        ...(index === 11 && { winners: 610_000, winnersIceland: 1, amountEuro: '9.90' }),
      })),
      nextFirstPrizeEuro: '10000000',
    });
    await at.settle(draw.drawId);
    return published(own, draw, playerId, bought);
  };
}

async function bringFigures({ db, config }: TestDatabase, { drawId }: Draw, file: object): Promise<void> {
  const text = JSON.stringify(file);
  for (const actor of ['gunna', 'jonas']) await importFigures(db, config, { drawId, text, actor });
}

async function published(
  own: TestDatabase,
  draw: Draw,
  playerId: number,
  bought: readonly Bought[],
): Promise<PublishedDraw> {
  const [{ ticketId, couponIds } = { ticketId: '', couponIds: [] }] = bought;
  const params = { ticketId: encodeId(ticketId), couponId: encodeId(couponIds[0] ?? '') };
  const proof = await proofOf(own.db, own.config.kinds, playerId, params);
  return { ...(await publishedOf(own, draw)), draw, proof };
}
