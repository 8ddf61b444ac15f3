/** `/sitemap.xml`: every page that search engines may keep, in both languages. */
import type { LoaderFunctionArgs } from 'react-router';
import { isApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { isPool, pathsFor } from '#web/page/paths.ts';
import { xml, xmlAnswer } from './xml.ts';

/** Address in Icelandic, and when it last changed where that is known. */
type Entry = { path: string; changed?: string };

/** A sitemap holds no more addresses than this (sitemaps.org); each entry has two. */
const entriesMax = 25_000;

export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { origin } = context.get(requestContext);
  const api = context.get(apiContext);
  const [games, clubs, content, results] = await Promise.all([
    gamePages(api),
    clubPages(api),
    contentPages(api),
    resultPages(api),
  ]);
  const entries = [...fixedPages(), ...games, ...clubs, ...content, ...results].slice(0, entriesMax);
  const seen = new Set<string>();
  const urls = entries.flatMap((entry) => {
    if (seen.has(entry.path)) return [];
    seen.add(entry.path);
    return urlsOf(origin, entry);
  });
  return xmlAnswer(
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
      `xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`,
    'application/xml',
  );
}

function fixedPages(): Entry[] {
  const paths = pathsFor('is');
  return [
    paths.home(),
    paths.numberGames(),
    paths.poolGames(),
    paths.news(),
    paths.clubs(),
    paths.contributions(),
    paths.league(),
  ].map((path) => ({ path }));
}

/** Only games that have a page now. */
async function gamePages(api: Api): Promise<Entry[]> {
  const [{ draws }, { games }] = await Promise.all([api('lotto.currentDraws', {}), api('draws.onSale', {})]);
  const paths = pathsFor('is');
  return [
    ...draws.flatMap(({ gameId }) => [{ path: paths.game(gameId) }, { path: paths.play(gameId) }]),
    ...games.flatMap(({ gameId }) => (isPool(gameId) ? [{ path: paths.playPools(gameId) }] : [])),
  ];
}

async function clubPages(api: Api): Promise<Entry[]> {
  const { clubs } = await api('club.list', {});
  return clubs.map(({ number }) => ({ path: pathsFor('is').club(number) }));
}

/** A content service that is away leaves its pages out; the rest of the map stays right. */
async function contentPages(api: Api): Promise<Entry[]> {
  const paths = pathsFor('is');
  const slugs = await api('content.slugs', { query: { locale: 'is' } }).catch((error: unknown) => {
    if (isApiError(error)) return [];
    throw error;
  });
  return slugs.map(({ slug, type, updatedAt }) => ({
    path: type === 'article' ? paths.article(slug) : paths.page(slug),
    changed: updatedAt,
  }));
}

async function resultPages(api: Api): Promise<Entry[]> {
  const { weeks } = await api('results.weeks', {});
  return weeks.map(({ gameId, year, week, drawDate }) => ({
    path: pathsFor('is').results(gameId, { week, year }),
    changed: drawDate,
  }));
}

function urlsOf(origin: string, { path, changed }: Entry): string[] {
  const [is, en] = (['is', 'en'] as const).map((locale) => xml(origin + pathsFor(locale).local(path)));
  const alternates = [
    ['is', is],
    ['en', en],
    ['x-default', is],
  ].map(([lang, href]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`);
  const when = changed === undefined ? '' : `<lastmod>${xml(changed)}</lastmod>`;
  return [is, en].map((loc) => `<url><loc>${loc}</loc>${when}${alternates.join('')}</url>`);
}
