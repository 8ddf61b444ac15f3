/** Contract entry → function; no conditions. */
import { contentKeys } from '#contract/content.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { builtIn } from './built-in.ts';

export function contentRoutes() {
  return {
    'content.slugs': async () => builtIn.slugs(),
    'content.globalSiteConfig': async ({ query }) => builtIn['global-site-config'](query.locale),
    'content.siteConfig': async ({ query }) => builtIn['site-config'](query.locale),
    'content.gameConfigs': async ({ query }) => builtIn['game-configs'](query.locale),
    'content.jokerConfig': async ({ query }) => builtIn['joker-config'](query.locale),
    'content.sports': async () => builtIn.sports(),
    'content.translations': async ({ query }) => builtIn.translations(query.locale),
    'content.banner': async () => builtIn.banner(),
    'content.frontPage': async () => builtIn['front-page'](),
    'content.generalPage': async () => refuse('EC_NO_DATA_FOUND'),
    'content.news': async ({ query }) => builtIn.news(Math.max(1, query.page ?? 1)),
    'content.newsItem': async () => refuse('EC_NO_DATA_FOUND'),
    'content.invalidate': async ({ params }) => {
      if (!contentKeys.some((key) => key === params.key)) refuse('EC_NO_DATA_FOUND');
    },
    'content.search': async () => ({ found: [] }),
  } satisfies Partial<Handlers>;
}
