/** Whether the games of a page with rules are on sale: the page says it, and never the editor's text. */
import type { Locale } from '#texts/evaluate.ts';
import type { Api } from '#web/api/client.ts';
import { loadGames } from '#web/blocks/game-lines.server.ts';
import { orNull } from '#web/blocks/section-data.server.ts';

/** @returns why none of the games whose rules stand on the page is on sale; null for every other page */
export async function loadNoSale(api: Api, locale: Locale, slug: string): Promise<'off' | 'notYet' | null> {
  const all = await orNull(loadGames(api, locale));
  const games = (all ?? []).filter(({ rulesSlug }) => rulesSlug === slug);
  if (games.length === 0 || games.some(({ closeDate }) => closeDate !== null)) return null;
  return games.every(({ isOff }) => isOff) ? 'off' : 'notYet';
}
