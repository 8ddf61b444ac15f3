/** What the open programs of the football pools hold: their fund so far, and what was carried to them. */
import type { Api } from '#web/api/client.ts';
import { isPool, type PoolPage } from '#web/page/paths.ts';
import type { GameLine } from './game-lines.tsx';
import { orNull } from './section-data.server.ts';

export type PoolOnSale = {
  gameId: PoolPage;
  name: string;
  closeDate: string;
  /** Whole krónur; 0 before anything is sold, and where the organiser holds the pool. */
  pot: number;
};

/** The nearest close foremost. */
export async function poolsOnSale(api: Api, games: readonly GameLine[]): Promise<PoolOnSale[]> {
  const open = games.flatMap(({ gameId, name, closeDate }) =>
    isPool(gameId) && closeDate !== null ? [{ gameId, name, closeDate }] : [],
  );
  const shown = await Promise.all(
    open.map(async (pool) => ({ ...pool, pot: await potOf(api, pool.gameId) })),
  );
  return shown.toSorted((a, b) => (a.closeDate < b.closeDate ? -1 : 1));
}

/** A program whose sale has ended meanwhile has none. */
async function potOf(api: Api, gameId: PoolPage): Promise<number> {
  const program =
    gameId === 'xg'
      ? await orNull(api('xg.currentProgram', {}))
      : await orNull(api('toto.currentProgram', { params: { gameId } }));
  return (program?.prizeFund ?? 0) + (program?.carry ?? 0);
}
