/** The newest results of all games as RSS, in the language of the address. */
import type { LoaderFunctionArgs } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { isApiError } from '#web/api/api-error.ts';
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
  const [{ weeks }, { games: names }] = await Promise.all([
    api('results.weeks', {}),
    api('results.gameNames', {}),
  ]);
  const answers = await Promise.all(
    weeks
      .slice(0, itemsMax)
      .map(({ gameId, year, week }) =>
        orNone(api('results.lotto', { query: { gameId, year: String(year), week: String(week) } })),
      ),
  );
  const { t } = words;
  return feedAnswer({
    locale,
    title: t('brand.titleTemplate', { page: t('results.title') }),
    description: t('brand.description'),
    page: origin + pathsFor(locale).results('lotto'),
    self: origin + pathsFor(locale).local(`/${feedSlugs.results}`),
    items: answers.flatMap(({ results }) =>
      results.flatMap((result) => itemOf(result, names, words, origin)),
    ),
  });
}

/** The results of one game that cannot be shown hold up no others. */
async function orNone<T extends { results: unknown[] }>(answer: Promise<T>): Promise<Pick<T, 'results'>> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error)) return { results: [] };
    throw error;
  }
}

type Result = ApiAnswer<'results.lottoLatest'>;
type Named = ApiAnswer<'results.gameNames'>['games'];

/** Draws of one week share a page; each is an item of its own. */
function itemOf(result: Result, names: Named, words: Text, origin: string): FeedItem[] {
  const { t, format, locale } = words;
  const { gameId, drawDate, week, year, draw } = result;
  const text = drawnOf(result, words);
  if (text === null) return [];
  const { name, nameIn } = namesOf(gameId, names, words);
  return [
    {
      title: t('seo.results.title', { gameIn: nameIn, date: format.dateYear(drawDate) }),
      text,
      link: `${origin}${pathsFor(locale).results(gameId, { week, year })}#${draw}`,
      at: drawDate,
      category: name,
    },
  ];
}

/** Null while nothing is drawn. */
function drawnOf(result: Result, { t, locale }: Text): string | null {
  if ('wins' in result) {
    const { outcome } = result;
    return outcome ? `${outcome.name[locale]}: ${outcome.marks.map(({ text }) => text).join(', ')}` : null;
  }
  const { lottoNumbers, bonusNumbers } = result;
  if (lottoNumbers.length === 0) return null;
  const numbers = [...lottoNumbers, ...bonusNumbers.map((number) => `(${number})`)].join(', ');
  return t('seo.results.description', { numbers });
}

function namesOf(gameId: string, names: Named, { t, locale }: Text): { name: string; nameIn: string } {
  if (isNumberGame(gameId)) return { name: t(`games.${gameId}.name`), nameIn: t(`games.${gameId}.nameIn`) };
  const named = names.find((game) => game.gameId === gameId);
  return { name: named?.name[locale] ?? gameId, nameIn: named?.nameIn[locale] ?? gameId };
}
