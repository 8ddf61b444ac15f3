/** The games as the content service names them, with what is on sale now. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Api } from '#web/api.ts';
import type { GameLine } from './game-lines.tsx';

export async function loadGames(api: Api, locale: 'is' | 'en'): Promise<GameLine[]> {
  const query = { locale };
  const [{ games, featureFlags }, { draws }, pages] = await Promise.all([
    api('content.gameConfigs', { query }),
    api('lotto.currentDraws', {}),
    api('content.slugs', { query }),
  ]);
  const off = new Set<string>(featureFlags.filter(({ enabled }) => !enabled).map(({ key }) => key));
  const known = new Set(pages.map(({ slug }) => slug));
  return games.map(({ gameId, name, tagline, rulesSlug }) => ({
    ...{ gameId, name, tagline, isOff: off.has(gameId) },
    rulesSlug: rulesSlug !== null && known.has(rulesSlug) ? rulesSlug : null,
    draw: off.has(gameId) ? null : drawOf(draws.find((draw) => draw.gameId === gameId)),
  }));
}

/** Only what is shown: the rest would travel for nothing. */
function drawOf(draw: ApiAnswer<'lotto.currentDraws'>['draws'][number] | undefined): GameLine['draw'] {
  if (draw === undefined) return null;
  const { gameId, closeDate, firstPrize, potMultiple, amountRow } = draw;
  return { gameId, closeDate, firstPrize, potMultiple, amountRow };
}
