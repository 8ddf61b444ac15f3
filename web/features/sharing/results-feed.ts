/** The newest results of the number games as RSS, in the language of the address. */
import type { LoaderFunctionArgs } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { wordsIn } from '#web/loaders/page-texts.server.ts';
import { feedSlugs, localeOf, pathsFor } from '#web/page/paths.ts';
import { isNumberGame } from '#web/shared/games/number-games.ts';
import type { Text } from '#web/text/text.tsx';
import { type FeedItem, feedAnswer } from './feed.ts';

const itemsMax = 20;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { origin } = context.get(requestContext);
  const api = context.get(apiContext);
  const locale = localeOf(new URL(request.url).pathname);
  const words = wordsIn(context, locale);
  const { weeks } = await api('results.weeks', {});
  const answers = await Promise.all(
    weeks
      .slice(0, itemsMax)
      .map(({ gameId, year, week }) =>
        api('results.lotto', { query: { gameId, year: String(year), week: String(week) } }),
      ),
  );
  const { t } = words;
  return feedAnswer({
    locale,
    title: t('brand.titleTemplate', { page: t('results.title') }),
    description: t('brand.description'),
    page: origin + pathsFor(locale).results('lotto'),
    self: origin + pathsFor(locale).local(`/${feedSlugs.results}`),
    items: answers.flatMap(({ results }) => results.flatMap((result) => itemOf(result, words, origin))),
  });
}

/** Draws of one week share a page; each is an item of its own. */
function itemOf(
  result: ApiAnswer<'results.lottoLatest'>,
  { t, format, locale }: Text,
  origin: string,
): FeedItem[] {
  const { gameId, drawDate, week, year, lottoNumbers, bonusNumbers, draw } = result;
  if (!isNumberGame(gameId) || lottoNumbers.length === 0) return [];
  const numbers = [...lottoNumbers, ...bonusNumbers.map((number) => `(${number})`)].join(', ');
  const gameIn = t(`games.${gameId}.nameIn`);
  return [
    {
      title: t('seo.results.title', { gameIn, date: format.dateYear(drawDate) }),
      text: t('seo.results.description', { numbers }),
      link: `${origin}${pathsFor(locale).results(gameId, { week, year })}#${draw}`,
      at: drawDate,
      category: t(`games.${gameId}.name`),
    },
  ];
}
