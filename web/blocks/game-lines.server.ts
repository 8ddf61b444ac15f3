/** The games as the content service names them, with what is on sale now. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Api } from '#web/api/client.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import type { GameLine } from './game-lines.tsx';
import type { PanelDraw } from './game-panel.tsx';

export async function loadGames(api: Api, locale: 'is' | 'en'): Promise<GameLine[]> {
  const query = { locale };
  const [{ games, featureFlags }, { draws }, sale, pages] = await Promise.all([
    api('content.gameConfigs', { query }),
    api('lotto.currentDraws', {}),
    api('draws.onSale', {}),
    api('content.slugs', { query }),
  ]);
  const off = new Set<string>(featureFlags.filter(({ enabled }) => !enabled).map(({ key }) => key));
  const onSale = new Map<string, PanelDraw>(draws.map((draw) => [draw.gameId, panelDraw(draw)]));
  const closes = new Map(sale.games.map(({ gameId, closeDate }) => [gameId, closeDate]));
  const known = new Set(pages.map(({ slug }) => slug));
  return games.map(({ gameId, name, tagline, rulesSlug }) => ({
    gameId,
    name,
    tagline,
    isOff: off.has(gameId),
    rulesSlug: rulesSlug !== null && known.has(rulesSlug) ? rulesSlug : null,
    draw: off.has(gameId) ? null : (onSale.get(gameId) ?? null),
    closeDate: off.has(gameId) ? null : (closes.get(gameId) ?? null),
  }));
}

type Draw = ApiAnswer<'lotto.currentDraws'>['draws'][number];

/** Only what the panels show: the rest would travel and be encoded for nothing. */
export function panelDraw({ gameId, closeDate, firstPrize, potMultiple, amountRow }: Draw): PanelDraw {
  return { gameId: gameId as NumberGame, closeDate, firstPrize, potMultiple, amountRow };
}
