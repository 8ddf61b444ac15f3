/** The games that can be played now, for menus. */

import type { OnSale } from '#contract/draws.ts';
import type { BoardReader, SaleBoard } from './sale-board.ts';

/** The same object as long as the board is: pages that show it are kept as long. */
export function createOnSaleReader(board: BoardReader): () => Promise<OnSale> {
  let read: SaleBoard | null = null;
  let shown: OnSale = { games: [] };
  return async () => {
    const latest = await board.read();
    if (latest !== read) {
      read = latest;
      const next = gamesOf(latest);
      if (JSON.stringify(next) !== JSON.stringify(shown)) shown = next;
    }
    return shown;
  };
}

function gamesOf(board: SaleBoard): OnSale {
  const games = [...board].map(([gameId, [draw]]) => ({ gameId, closeDate: draw.closeDate.toISOString() }));
  return { games: games.sort((a, b) => (a.closeDate < b.closeDate ? -1 : 1)) };
}
