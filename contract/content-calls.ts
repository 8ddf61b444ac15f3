/** The calls that pass on what the content service says. */
import { z } from 'zod';
import type { Call } from './call.ts';
import {
  contentLocales,
  found,
  foundDraws,
  frontPage,
  gameConfigs,
  generalPage,
  globalSiteConfig,
  jokerConfig,
  news,
  newsItem,
  promotionalBanner,
  siteConfig,
  slug,
  slugList,
  sports,
  translations,
} from './content.ts';
import * as v from './values.ts';

const locale = z.enum(contentLocales).default('is');
const common = { method: 'GET', access: 'anyone', maxAge: 5, refusals: [] } as const;
const localized = { ...common, query: z.object({ locale }) } as const;

/** What is kept and forgotten together: the names of the calls' addresses. */
export const contentKeys = [
  'slugs',
  'global-site-config',
  'site-config',
  'game-configs',
  'joker-config',
  'sports',
  'translations',
  'banner',
  'front-page',
  'general-page',
  'news',
  'news-item',
] as const;
export type ContentKey = (typeof contentKeys)[number];

export const contentCalls = {
  'content.slugs': {
    ...localized,
    path: '/dato/slugs',
    summary: 'Every published page and news item',
    answer: { status: 200, body: slugList },
  },
  'content.globalSiteConfig': {
    ...localized,
    path: '/dato/global-site-config',
    summary: 'Locales, site name and favicons',
    answer: { status: 200, body: globalSiteConfig },
  },
  'content.siteConfig': {
    ...localized,
    path: '/dato/site-config',
    summary: 'Header and footer',
    answer: { status: 200, body: siteConfig },
  },
  'content.gameConfigs': {
    ...localized,
    path: '/dato/game-configs',
    summary: 'Games and feature flags',
    answer: { status: 200, body: gameConfigs },
  },
  'content.jokerConfig': {
    ...localized,
    path: '/dato/joker-config',
    summary: 'What Joker is called and says of itself',
    answer: { status: 200, body: jokerConfig },
  },
  'content.sports': {
    ...localized,
    path: '/dato/sports',
    summary: 'Names of sports',
    answer: { status: 200, body: sports },
  },
  'content.translations': {
    ...localized,
    path: '/dato/translations',
    summary: 'Every text of the product',
    answer: { status: 200, body: translations },
  },
  'content.banner': {
    ...localized,
    path: '/dato/banner',
    summary: 'The promotional banner, null when there is none',
    answer: { status: 200, body: promotionalBanner },
  },
  'content.frontPage': {
    ...localized,
    path: '/dato/front-page',
    summary: 'The sections of home below the games',
    answer: { status: 200, body: frontPage },
  },
  'content.generalPage': {
    ...common,
    path: '/dato/general-page',
    summary: 'One page by its slug',
    query: z.object({ locale, slug }),
    answer: { status: 200, body: generalPage },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'content.news': {
    ...common,
    path: '/dato/news',
    summary: 'News, newest first, 12 a page; unknown category: no data',
    query: z.object({ locale, category: slug.optional(), page: v.page.optional() }),
    answer: { status: 200, body: news },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'content.newsItem': {
    ...common,
    path: '/dato/news-item',
    summary: 'One news item by its slug',
    query: z.object({ locale, slug }),
    answer: { status: 200, body: newsItem },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'content.search': {
    ...common,
    path: '/dato/search',
    summary: 'Games, pages, news and clubs by their words, draws by date, week or number',
    query: z.object({ locale, query: v.typed().min(1).max(100) }),
    answer: { status: 200, body: z.object({ found, draws: foundDraws }) },
  },
  'content.invalidate': {
    method: 'POST',
    path: '/dato/invalidate-cache/{key}',
    access: 'webhook',
    summary: 'Something was changed in the content service; unknown key: no data',
    params: z.object({ key: z.string() }),
    body: z.object({
      cachePostfix: z.string().max(200).optional().describe('Only this language, or this slug'),
    }),
    bodyOptional: true,
    answer: { status: 204, body: null },
    refusals: ['EC_AUTH_FAIL', 'EC_NO_DATA_FOUND'],
  },
} as const satisfies Record<string, Call>;
