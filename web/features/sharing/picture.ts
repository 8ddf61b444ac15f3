/**
 * `/deilimynd/{locale}/{subject}.png`: what is shown where a page is shared. Subjects are the pages' own
 * Icelandic addresses. No persons, and no amounts that anybody won.
 */
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import type { Locale } from '#texts/evaluate.ts';
import { isApiError } from '#web/api/api-error.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { noSuchPage } from '#web/loaders/error-data.ts';
import { wordsIn } from '#web/loaders/page-texts.server.ts';
import { slugs } from '#web/page/paths.ts';
import { bonusShapes, isNumberGame } from '#web/shared/games/number-games.ts';
import type { Text } from '#web/text/text.tsx';
import { compose, scopeOfGame, type Words } from './compose.server.ts';

type Context = Readonly<RouterContextProvider>;
type Subject = Omit<Words, 'brand'>;

export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  const locale = params['locale'];
  const subject = /^(.+)\.png$/.exec(params['*'] ?? '')?.[1];
  if ((locale !== 'is' && locale !== 'en') || subject === undefined) throw noSuchPage();
  const words = wordsIn(context, locale);
  const found = await subjectOf(subject, words, context).catch((error: unknown) => {
    if (isApiError(error) && error.status < 500) throw noSuchPage();
    throw error;
  });
  if (found === null) throw noSuchPage();
  return context.get(requestContext).draw(compose({ ...found, brand: words.t('brand.name') }));
}

async function subjectOf(subject: string, words: Text, context: Context): Promise<Subject | null> {
  const { t, locale } = words;
  if (subject === 'hending')
    return { scope: 'hending', over: t('brand.tagline'), title: t('seo.home.title') };
  const [, gameId] = matching(slugs.game, subject) ?? [];
  if (gameId !== undefined) return gameSubject(gameId, words);
  const [, slug] = matching(slugs.article, subject) ?? [];
  if (slug !== undefined) return newsSubject(slug, locale, words, context);
  const [, drawn = '', year = '', week = ''] =
    matching(`${slugs.results.replace('?', '')}/:year/:week`, subject) ?? [];
  return drawn === '' ? null : resultSubject({ gameId: drawn, year, week }, words, context);
}

/** The parts of an address that fit a slug with names in it, null when it does not. */
function matching(slug: string, subject: string): RegExpExecArray | null {
  return new RegExp(`^${slug.replace(/:\w+/g, '([\\w-]+)')}$`).exec(subject);
}

function gameSubject(gameId: string, { t }: Text): Subject | null {
  if (!isNumberGame(gameId)) return null;
  return { scope: gameId, title: t(`games.${gameId}.name`), over: t(`games.${gameId}.drawDay`) };
}

async function newsSubject(
  slug: string,
  locale: Locale,
  { format }: Text,
  context: Context,
): Promise<Subject> {
  const { title, publishedAt, category } = await context.get(apiContext)('content.newsItem', {
    query: { locale, slug },
  });
  return { scope: scopeOfSlug(slug), title, over: `${category.name}, ${format.dateYear(publishedAt)}` };
}

/** News of a game wear its colours. */
function scopeOfSlug(slug: string): Words['scope'] {
  const named = slug.split('-').map(scopeOfGame);
  return named.find((scope) => scope !== 'hending') ?? 'hending';
}

async function resultSubject(
  query: { gameId: string; year: string; week: string },
  { t, format }: Text,
  context: Context,
): Promise<Subject | null> {
  const { gameId } = query;
  if (!isNumberGame(gameId)) return null;
  const { results } = await context.get(apiContext)('results.lotto', { query });
  const drawn = results
    .filter((result) => 'lottoNumbers' in result)
    .find(({ lottoNumbers }) => lottoNumbers.length > 0);
  if (drawn === undefined) return null;
  return {
    scope: gameId,
    title: t('results.gameTitle', { gameIn: t(`games.${gameId}.nameIn`) }),
    over: format.dateYear(drawn.drawDate),
    numbers: { main: drawn.lottoNumbers, bonus: drawn.bonusNumbers, shape: bonusShapes[gameId] },
  };
}
