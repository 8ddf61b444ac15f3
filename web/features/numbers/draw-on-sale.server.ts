/** The draw that a game's pages are about. A game that is not sold yet has its rules to show instead. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { isApiError } from '#web/api/api-error.ts';
import { orNull } from '#web/blocks/section-data.server.ts';
import { apiContext } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import type { Raffle } from './promotion.tsx';

type Args = Pick<LoaderFunctionArgs, 'request' | 'context' | 'params'>;

/** The raffle beside a draw, in the language of the page; null without one, and where nobody can say. */
export async function raffleOf({ request, context }: Args, gameId: string, draw: number): Promise<Raffle> {
  const locale = localeOf(pageUrl(request).pathname);
  const asked = { params: { gameId, draw: String(draw) }, query: { locale } };
  const answer = await orNull(context.get(apiContext)('lotto.raffle', asked));
  return answer?.raffle ?? null;
}

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
