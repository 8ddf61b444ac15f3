/** Sells tickets of pools that support clubs, and brings programs to their end. */
import type { PoolId } from '#rules/pools/games.ts';
import { parsePicks } from '#rules/pools/panels.ts';
import { wordsOf } from '#rules/pools/picks.ts';
import type { Draw } from '#server/draws/draw.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { newId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { createSell } from '#server/sales/sell.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { decide, resultsOf } from '#test/pools/programs.ts';

export const price = 13;
const right = '1X21X21X21X21';
const goals = '0,1,2,3,0,1,2,3,0,1,2,3,0';

export type Sold = {
  draw: Draw;
  playerId: number;
  club: number | null;
  rows: number;
  /** Another than the right one. */
  row?: string;
};

/** A ticket of so many equal rows. */
export function seller(own: TestDatabase) {
  const sell = createSell(own.pipeline, createLog('test', 2, 'silent'));
  return async ({ draw: { drawId, game }, playerId, club, rows, row }: Sold) => {
    const [usual, outcomes] = game === 'xg' ? [goals, 8] : [right, 3];
    const [first = 0, second = 0] = wordsOf(parsePicks(game as PoolId, row ?? usual) ?? [], outcomes);
    const ticketId = newId();
    const couponId = newId();
    await sell({
      ...{ playerId, game, ticketId, coupons: [{ drawId, couponId }], supportId: club },
      ...{ stake: rows * price, rowCount: rows, system: 0, quickPicks: 0, side: null },
      rowMasks: Array.from({ length: rows }, () => first),
      secondMasks: game === 'xg' ? Array.from({ length: rows }, () => second) : null,
      ...{ channel: null, ip: null, affiliateId: null, key: null, inputHash: null, session: null },
    });
    return { ticketId, couponId };
  };
}

/** Of a sealed program: decided, settled and paid. */
export async function finish(own: TestDatabase, draw: Draw): Promise<void> {
  await decide(own, draw, resultsOf(right));
  await settleDraw(own.db, own.config, draw.drawId);
  await payDraw(own.db, draw.drawId, 'gunna');
}
