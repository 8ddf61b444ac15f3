/** Contract entry → function; no conditions. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { ContactConfig } from '#server/platform/config.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { newsPostfix } from './ask.ts';
import { withContact } from './contact.ts';
import type { Content } from './content.ts';
import { isSlug } from './safe-address.ts';

/** @param contact shown where the content names none */
export function contentRoutes(content: Content, contact: ContactConfig) {
  const { read } = content;
  return {
    'content.slugs': ({ query }) => read('slugs', query.locale),
    'content.globalSiteConfig': ({ query }) => read('global-site-config', query.locale),
    'content.siteConfig': async ({ query: { locale } }) => {
      return withContact(await read('site-config', locale), contact, locale);
    },
    'content.gameConfigs': ({ query }) => read('game-configs', query.locale),
    'content.jokerConfig': ({ query }) => read('joker-config', query.locale),
    'content.sports': ({ query }) => read('sports', query.locale),
    'content.translations': ({ query }) => read('translations', query.locale),
    'content.banner': ({ query }) => read('banner', query.locale),
    'content.frontPage': ({ query }) => read('front-page', query.locale),
    'content.generalPage': async ({ query }) => {
      await refuseUnlisted(content, query, 'page');
      return found(await read('general-page', query.locale, query.slug));
    },
    'content.newsItem': async ({ query }) => {
      await refuseUnlisted(content, query, 'article');
      return found(await read('news-item', query.locale, query.slug));
    },
    'content.news': ({ query }) => news(content, query),
    'content.invalidate': async ({ params, body }) => {
      await content.invalidate(params.key, body.cachePostfix);
    },
  } satisfies Partial<Handlers>;
}

function found<T>(value: T): NonNullable<T> {
  return value ?? refuse('EC_NO_DATA_FOUND');
}

type Wanted = ApiInput<'content.generalPage'>['query'];

/** The list of all addresses answers for those that do not exist; an empty one knows nothing. */
async function refuseUnlisted(
  { read }: Content,
  { locale, slug }: Wanted,
  type: 'page' | 'article',
): Promise<void> {
  const listed = isSlug(slug) ? await read('slugs', locale) : [];
  const isListed = listed.length === 0 || listed.some((each) => each.slug === slug && each.type === type);
  if (!isSlug(slug) || !isListed) refuse('EC_NO_DATA_FOUND');
}

/** Page 0 and pages past the end are empty. */
async function news(
  { read }: Content,
  { locale, category, page = 1 }: ApiInput<'content.news'>['query'],
): Promise<ApiAnswer<'content.news'>> {
  if (category !== undefined && !(await isCategory(read, locale, category))) refuse('EC_NO_DATA_FOUND');
  const first = found(await read('news', locale, newsPostfix(category, 1)));
  if (page < 1 || page > Math.max(1, first.pageCount)) return { ...first, articles: [], page };
  return found(await read('news', locale, newsPostfix(category, page)));
}

async function isCategory(
  read: Content['read'],
  locale: Wanted['locale'],
  category: string,
): Promise<boolean> {
  if (!isSlug(category)) return false;
  const { categories } = found(await read('news', locale));
  return categories.length === 0 || categories.some(({ slug }) => slug === category);
}
