/** Whether the games of a page with rules are on sale: the page says it, and never the editor's text. */
import type { Locale } from '#texts/evaluate.ts';
import type { Api } from '#web/api/client.ts';
import { orNull } from '#web/blocks/section-data.server.ts';

/** @returns why none of the games whose rules stand on the page is on sale; null for every other page */
export async function loadNoSale(api: Api, locale: Locale, slug: string): Promise<'off' | 'notYet' | null> {
  const [config, sale] = await Promise.all([
    orNull(api('content.gameConfigs', { query: { locale } })),
    orNull(api('draws.onSale', {})),
  ]);
  const games = (config?.games ?? []).flatMap(({ gameId, rulesSlug }) =>
    rulesSlug === slug ? [gameId] : [],
  );
  if (games.length === 0 || sale === null) return null;
  const isOff = (game: string) =>
    config?.featureFlags.some(({ key, enabled }) => key === game && !enabled) ?? false;
  const isSold = (game: string) => sale.games.some(({ gameId }) => gameId === game) && !isOff(game);
  if (games.some(isSold)) return null;
  return games.every(isOff) ? 'off' : 'notYet';
}
