/** Asks the content service in its own protocol and puts its records into the product's shape. */
import { readBody, unreachable } from './body.ts';
import { type ContentQuestions, type ContentService, ContentServiceError } from './face.ts';
import { articlesPerPage, queries, recordsPerRequest } from './queries.ts';
import { globalSiteConfig, list, newsItem, type Record_, reshape, slugs } from './shapes.ts';
import { answerSchema, apiErrorSchema, type GraphqlRequest, headers } from './wire.ts';

export type ContentServiceOptions = {
  /** Address of the GraphQL endpoint; empty or null: not defined. */
  url: string | null;
  /** Token of the delivery API; empty or null: not defined. */
  key: string | null;
  /** Also what is not published yet. */
  includeDrafts?: boolean;
  timeoutMs?: number;
  /** A larger answer is not read to its end. */
  maxBytes?: number;
  fetch?: typeof fetch;
};

type Ask = (name: keyof typeof queries, variables: Record<string, unknown>) => Promise<Record_>;

export function createContentService(options: ContentServiceOptions): ContentService {
  const ask: Ask = async (name, variables) =>
    reshape(await request(options, { ...queries[name], variables })) as Record_;
  const answers: { [Key in keyof ContentQuestions]: (question: ContentQuestions[Key]) => Promise<unknown> } =
    {
      slugs: ({ locale }) => allSlugs(ask, locale),
      'global-site-config': async (question) => globalSiteConfig(await ask('global-site-config', question)),
      'site-config': async (question) => (await ask('site-config', question)).siteConfig,
      'game-configs': async (question) => {
        const { games, switches } = await ask('game-configs', question);
        return { games, featureFlags: (switches as Record_ | null)?.flags ?? [] };
      },
      'joker-config': async (question) => (await ask('joker-config', question)).jokerConfig,
      sports: async (question) => (await ask('sports', question)).sports,
      translations: async (question) =>
        ((await ask('translations', question)).translations as Record_ | null)?.messages ?? null,
      banner: async (question) => (await ask('banner', question)).banner,
      'front-page': async (question) => (await ask('front-page', question)).frontPage,
      'general-page': async (question) => (await ask('general-page', question)).generalPage,
      news: (question) => news(ask, question),
      'news-item': async (question) => newsItem((await ask('news-item', question)).article),
    };
  return { ask: (key, question) => answers[key](question) };
}

/** More than editors will ever write. A service that claims more is not asked without end. */
const slugRequestsMax = 40;

async function allSlugs(ask: Ask, locale: string): Promise<unknown> {
  const all = [];
  for (let request = 0; request < slugRequestsMax; request += 1) {
    const skip = request * recordsPerRequest;
    const answer = await ask('slugs', { locale, skip });
    all.push(...slugs(answer));
    const { pageCount, articleCount } = answer as Record<string, Record_ | null>;
    const counts = [pageCount?.count, articleCount?.count];
    if (!counts.every(Number.isSafeInteger)) break;
    if (Math.max(...counts.map(Number)) <= skip + recordsPerRequest) return all;
  }
  throw new ContentServiceError('unreadable', 'The list of slugs has no end, or does not say its length');
}

/** Null for a category that does not exist, and for a page after the last. */
async function news(ask: Ask, { locale, category, page }: ContentQuestions['news']): Promise<unknown> {
  const categories = list((await ask('categories', { locale })).categories);
  const wanted = categories.find(({ slug }) => slug === category);
  if (category !== undefined && !wanted) return null;
  const { articles, found } = await ask('news', {
    locale,
    first: articlesPerPage,
    skip: (page - 1) * articlesPerPage,
    filter: wanted ? { category: { eq: wanted.id } } : {},
  });
  const articleCount = Number((found as Record_).count);
  const pageCount = Math.ceil(articleCount / articlesPerPage);
  if (page > Math.max(1, pageCount)) return null;
  return { categories, articles, page, pageCount, articleCount };
}

async function request(options: ContentServiceOptions, body: GraphqlRequest): Promise<Record_> {
  const { url, key, includeDrafts = false, timeoutMs = 5_000, maxBytes = 4_000_000 } = options;
  if (!url) throw new ContentServiceError('undefined', 'The content API URL is not defined');
  if (!key) throw new ContentServiceError('undefined', 'The content API key is not defined');
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await (options.fetch ?? fetch)(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      [headers.key]: `Bearer ${key}`,
      ...(includeDrafts && { [headers.includeDrafts]: 'true' }),
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  }).catch(unreachable);
  const bytes = await readBody(response, maxBytes);
  return dataOf(response, parseJson(bytes.toString('utf8')));
}

function dataOf({ status, ok }: Response, json: unknown): Record_ {
  const answer = answerSchema.safeParse(json);
  const [first] = answer.data?.errors ?? [];
  if (first) throw new ContentServiceError('refused', first.message, status);
  if (!ok) {
    const [error] = apiErrorSchema.safeParse(json).data?.data ?? [];
    const said = error ? `: ${error.attributes.details.message ?? error.attributes.code}` : '';
    throw new ContentServiceError('refused', `The content service answers ${status}${said}`, status);
  }
  const data = answer.data?.data;
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record_;
  throw new ContentServiceError(
    'unreadable',
    `The answer ${status} of the content service is not data`,
    status,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
