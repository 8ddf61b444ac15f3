/** The games that can be played now, for menus. */

import type { OnSale } from '#contract/draws.ts';
import type { BoardReader, SaleBoard } from './sale-board.ts';

/** The same object as long as it says the same: pages that show it are kept as long. */
export function createOnSaleReader(board: BoardReader): () => Promise<OnSale> {
  let shown: OnSale = { games: [] };
  return async () => {
    const next = gamesOf(await board.read());
    if (JSON.stringify(next) !== JSON.stringify(shown)) shown = next;
    return shown;
  };
}

function gamesOf(board: SaleBoard): OnSale {
  const games = [...board].map(([gameId, [draw]]) => ({ gameId, closeDate: draw.closeDate.toISOString() }));
  return { games: games.sort((a, b) => (a.closeDate < b.closeDate ? -1 : 1)) };
}
