/** The draw that a game's pages are about. A game that is not sold yet has its rules to show instead. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { isApiError } from '#web/api.ts';
import { apiContext } from '#web/context.ts';
import { orErrorPage } from '#web/error-data.ts';
import { localeOf, pageUrl, pathsFor } from '#web/paths.ts';

type Args = Pick<LoaderFunctionArgs, 'request' | 'context' | 'params'>;

/** Throws a way to the rules for a game that is not sold yet, an error page for one that does not exist. */
export async function drawOnSale({
  request,
  context,
  params,
}: Args): Promise<ApiAnswer<'lotto.currentDraw'>> {
  const { gameId = '' } = params;
  const api = context.get(apiContext);
  try {
    return await api('lotto.currentDraw', { params: { gameId } });
  } catch (error) {
    if (!isApiError(error) || error.code !== 'EC_PRODUCT_CLOSED') return orErrorPage(Promise.reject(error));
    const locale = localeOf(pageUrl(request).pathname);
    const { games } = await orErrorPage(api('content.gameConfigs', { query: { locale } }));
    const rules = games.find((game) => game.gameId === gameId)?.rulesSlug;
    throw redirect(rules ? pathsFor(locale).page(rules) : pathsFor(locale).numberGames());
  }
}
