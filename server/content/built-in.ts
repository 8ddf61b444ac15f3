/**
 * The minimum that the product carries itself, so that every page has its frame though the content service
 * never answered: names and texts come from `content/texts`, every game is on.
 */
import en from '#content/texts/en.json' with { type: 'json' };
import is from '#content/texts/is.json' with { type: 'json' };
import type { ApiAnswer } from '#contract/api.ts';
import { type ContentLocale, featureFlags, type Link, type PlainText } from '#contract/content.ts';
import { gameIds } from '#contract/values.ts';

const texts = { is, en };
const rulesSlugs = {
  lotto: 'reglur-lotto',
  vikinglotto: 'reglur-vikinglotto',
  eurojackpot: 'reglur-eurojackpot',
  totoeng: 'reglur-getraunir',
  totoeur: 'reglur-getraunir',
  xg: 'reglur-xg',
  lengjan: 'reglur-lengjan',
  lengjanlive: 'reglur-lengjan',
} as const;

const link = (url: string, name: string): Link => {
  const id = `built-in${url.replaceAll('/', '-')}`;
  return { id, localizedBlock: { id: `${id}-is`, icon: null, name, url } };
};

function paragraph(value: string): PlainText {
  const document = { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'span', value }] }] };
  return { value: { schema: 'dast', document }, links: [] };
}

export const builtIn = {
  translations: (locale: ContentLocale): ApiAnswer<'content.translations'> => texts[locale],
  'global-site-config': (locale: ContentLocale): ApiAnswer<'content.globalSiteConfig'> => {
    const { name, description } = texts[locale].brand;
    return { locales: ['is', 'en'], siteName: name, titleSuffix: ` – ${name}`, description, favicon: [] };
  },
  'site-config': (locale: ContentLocale): ApiAnswer<'content.siteConfig'> => {
    const { brand, nav, footer } = texts[locale];
    const responsible = link('/abyrg-spilun', nav.responsible);
    const menuWays = [
      link('/lottoleikir', nav.numberGames),
      link('/urslit', nav.results),
      link('/tolfraedi', nav.statistics),
      link('/vann-eg', texts[locale].check.title),
    ];
    return {
      id: 'built-in-site-config',
      betradarEventUrl: null,
      seo: [],
      header: {
        logoText: brand.name,
        infoText: null,
        menuLinks: menuWays.map((way) => ({ ...way, parent: null, gameId: null })),
        responsibleBettingLink: responsible,
        searchLinks: [link('/urslit', nav.results)],
        shortcutLinkGroups: [{ id: 'built-in-help', title: nav.help, links: [responsible] }],
        headerLinks: menuWays,
        myPages: null,
      },
      contact: null,
      footer: {
        bottomLinks: [
          link('/notendaskilmalar', footer.terms),
          link('/personuverndarstefna', footer.privacy),
          link('/skilmalar-askriftar', footer.subscriptionTerms),
        ],
        bottomLogos: [],
        infoText: paragraph(footer.licence),
        shortcutLinks: [responsible],
      },
    };
  },
  'game-configs': (locale: ContentLocale): ApiAnswer<'content.gameConfigs'> => ({
    games: gameIds.map((gameId) => {
      const { name, slug, about } = texts[locale].games[gameId];
      return { id: `built-in-${gameId}`, gameId, name, slug, tagline: about, rulesSlug: rulesSlugs[gameId] };
    }),
    featureFlags: featureFlags.map((key) => ({ key, enabled: true })),
  }),
  'joker-config': (locale: ContentLocale): ApiAnswer<'content.jokerConfig'> => {
    const { name, about } = texts[locale].games.joker;
    return { id: 'built-in-joker', name, tagline: about, text: paragraph(about) };
  },
  sports: (): ApiAnswer<'content.sports'> => [],
  banner: (): ApiAnswer<'content.banner'> => null,
  'front-page': (): ApiAnswer<'content.frontPage'> => ({
    id: 'built-in-front-page',
    seo: [],
    sections: [],
  }),
  slugs: (): ApiAnswer<'content.slugs'> => [],
  news: (): ApiAnswer<'content.news'> => ({
    categories: [],
    articles: [],
    page: 1,
    pageCount: 0,
    articleCount: 0,
  }),
};
