/**
 * `/deilimynd/{locale}/{subject}.png`: what is shown where a page is shared. Subjects are the pages' own
 * Icelandic addresses. No persons, and no amounts that anybody won.
 */
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import type { Locale } from '#texts/evaluate.ts';
import { time } from '#texts/format.ts';
import { isApiError } from '#web/api/api-error.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { noSuchPage } from '#web/loaders/error-data.ts';
import { wordsIn } from '#web/loaders/page-texts.server.ts';
import { gameOfSlug, isPool, type PoolPage, poolPages, slugs } from '#web/page/paths.ts';
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
  const pool = poolPages.find((page) => subject === slugs[page] || subject.startsWith(`${slugs[page]}/`));
  if (pool) return programSubject(pool, subject.slice(slugs[pool].length + 1), words, context);
  const [, slug] = matching(slugs.article, subject) ?? [];
  if (slug !== undefined) return newsSubject(slug, locale, words, context);
  const [, drawn = '', year = '', week = ''] =
    matching(`${slugs.results.replace('?', '')}/:year/:week`, subject) ?? [];
  if (drawn === '') return null;
  const held = gameOfSlug(drawn);
  if (isPool(held)) return programResultSubject(held, { year, week }, words, context);
  return resultSubject({ gameId: drawn, year, week }, words, context);
}

/** The parts of an address that fit a slug with names in it, null when it does not. */
function matching(slug: string, subject: string): RegExpExecArray | null {
  return new RegExp(`^${slug.replace(/:\w+/g, '([\\w-]+)')}$`).exec(subject);
}

function gameSubject(gameId: string, { t }: Text): Subject | null {
  if (!isNumberGame(gameId)) return null;
  return { scope: gameId, title: t(`games.${gameId}.name`), over: t(`games.${gameId}.drawDay`) };
}

/** The play page of a pool, or one of its programs, whatever has become of it. */
async function programSubject(
  gameId: PoolPage,
  programId: string,
  { t, format, locale }: Text,
  context: Context,
): Promise<Subject | null> {
  const name = { scope: scopeOfGame(gameId), title: t(`games.${gameId}.name`) };
  if (programId === '') return { ...name, over: t('toto.heading') };
  const { week, closeDate } = await programOf(context, gameId, programId, locale);
  const closes = t('toto.closes', { date: format.date(closeDate), time: time(closeDate) });
  return { ...name, over: `${t('toto.week', { week })}. ${closes}` };
}

function programOf(context: Context, gameId: PoolPage, programId: string, locale: Locale) {
  const asked = { params: { programId }, query: { locale } };
  const api = context.get(apiContext);
  return gameId === 'xg' ? api('xg.program', asked) : api('toto.program', asked);
}

async function programResultSubject(
  gameId: PoolPage,
  { year, week }: { year: string; week: string },
  { t, format, locale }: Text,
  context: Context,
): Promise<Subject | null> {
  const api = context.get(apiContext);
  const query = { year, week, locale };
  const { results } =
    gameId === 'xg'
      ? await api('xg.results', { query })
      : await api('toto.results', { query: { ...query, gameId } });
  const decided = results.findLast(({ account }) => account !== undefined);
  if (decided === undefined) return null;
  return {
    scope: scopeOfGame(gameId),
    title: t('results.gameTitle', { gameIn: t(`games.${gameId}.nameIn`) }),
    over: `${t('toto.week', { week: decided.week })}, ${format.dateYear(decided.playDate)}`,
    signs: decided.events.map(({ result = '', byLot = false }) => ({ text: result, isByLot: byLot })),
  };
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
