/** Reads what the frame shows from the content service and cuts it to what travels. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Link } from '#contract/content.ts';
import type { OnSale } from '#contract/draws.ts';
import type { Locale } from '#texts/evaluate.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import type { SentSite } from '#web/page/frame-parts.ts';
import type { MenuGroup, MenuWay, Site, Way } from '#web/page/site.ts';

/** The content calls always answer; a part that fails all the same is left out, and the page stands. */
async function orNothing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

/** Public answers are the same objects as long as they are kept, and so is what is made of them. */
const kept = new Map<Locale, { parts: readonly unknown[]; sent: SentSite }>();

export async function loadSite(api: Api, locale: Locale): Promise<SentSite> {
  const request = { query: { locale } };
  const [config, games, joker, sports, banner, limits, sale, names] = await Promise.all([
    orNothing(api('content.siteConfig', request)),
    orNothing(api('content.gameConfigs', request)),
    orNothing(api('content.jokerConfig', request)),
    orNothing(api('content.sports', request)),
    orNothing(api('content.banner', request)),
    orNothing(api('system.limits', {})),
    orNothing(api('draws.onSale', {})),
    orNothing(api('results.gameNames', {})),
  ]);
  const parts = [config, games, joker, sports, banner, limits, sale, names];
  const known = kept.get(locale);
  if (known?.parts.every((part, place) => part === parts[place])) return known.sent;
  const off = (games?.featureFlags ?? []).filter(({ enabled }) => !enabled).map(({ key }) => key);
  const onSale = (sale?.games ?? []).filter(({ gameId }) => !(off as string[]).includes(gameId));
  const site: Site = {
    ...headerOf(config, onSale),
    contact: config?.contact ?? null,
    footer: footerOf(config),
    banner: bannerOf(banner),
    joker: { name: joker?.name ?? '', tagline: joker?.tagline ?? '' },
    sports: (sports ?? []).map(({ sportId, name, slug }) => ({ sportId, name, slug })),
    limits,
    ...(names && names.games.length > 0 && { named: names.games }),
    off,
  };
  const sent = JSON.stringify(site) as SentSite;
  kept.set(locale, { parts, sent });
  return sent;
}

type Config = ApiAnswer<'content.siteConfig'> | null;

type Sale = OnSale['games'];
type Header = Omit<Site, 'contact' | 'footer' | 'banner' | 'joker' | 'sports' | 'limits' | 'off'>;

function headerOf(config: Config, sale: Sale): Header {
  const header = config?.header;
  const menu = menuOf(header?.menuLinks ?? [], sale);
  return {
    logoText: header?.logoText ?? '',
    infoText: header?.infoText ?? null,
    menu,
    responsible: header?.responsibleBettingLink ? wayOf(header.responsibleBettingLink) : null,
    searchLinks: (header?.searchLinks ?? []).map(wayOf),
    shortcutGroups: (header?.shortcutLinkGroups ?? []).map(({ title, links }) => ({
      title,
      links: links.map(wayOf),
    })),
    headerLinks: shownOf(header?.headerLinks ?? [], header?.menuLinks ?? [], menu),
    myPages: header?.myPages ?? null,
  };
}

function footerOf(config: Config): Site['footer'] {
  const footer = config?.footer;
  return {
    bottomLinks: (footer?.bottomLinks ?? []).map(wayOf),
    bottomLogos: footer?.bottomLogos ?? [],
    infoText: footer?.infoText ?? null,
    shortcutLinks: (footer?.shortcutLinks ?? []).map(wayOf),
  };
}

function bannerOf(banner: ApiAnswer<'content.banner'>): Site['banner'] {
  if (banner === null) return null;
  const { text, linkText, url, platforms } = banner;
  return { text, linkText, url, platforms };
}

function wayOf({ localizedBlock: { name, url, icon } }: Link): Way {
  return { name, url, icon };
}

type MenuLink = ApiAnswer<'content.siteConfig'>['header']['menuLinks'][number];

/**
 * One level below the top; who names no parent, one that is not there, or itself in a circle, stands at the
 * top. A link of a game is there while the game is on sale, in the order in which sales close, and a group
 * of nothing but games while one of them is.
 */
export function menuOf(links: readonly MenuLink[], sale: Sale): MenuGroup[] {
  const byId = new Map(links.map((link) => [link.id, link]));
  const place = new Map(sale.map(({ gameId }, at) => [gameId, at]));
  const placeOf = ({ gameId }: MenuLink) => (gameId === null ? sale.length : (place.get(gameId) ?? -1));
  return links.flatMap((top) => {
    if (rootOf(top, byId) !== top || placeOf(top) < 0) return [];
    const all = links.filter((link) => link !== top && rootOf(link, byId) === top);
    const below = all.filter((link) => placeOf(link) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
    if (all.length > 0 && below.length === 0) return [];
    return [{ ...wayOf(top), below: below.map((link) => menuWayOf(link, sale)) }];
  });
}

/** A link of the header comes and goes with the group of the menu that has the same address. */
export function shownOf(
  links: readonly Link[],
  menuLinks: readonly MenuLink[],
  menu: readonly MenuGroup[],
): Way[] {
  const shown = new Set(menu.flatMap(({ url, below }) => [url, ...below.map((way) => way.url)]));
  const hidden = new Set(menuLinks.map((link) => wayOf(link).url).filter((url) => !shown.has(url)));
  return links.map(wayOf).filter(({ url }) => !hidden.has(url));
}

function menuWayOf(link: MenuLink, sale: Sale): MenuWay {
  const { closeDate = null } = sale.find(({ gameId }) => gameId === link.gameId) ?? {};
  return { ...wayOf(link), gameId: link.gameId, closeDate };
}

function rootOf(link: MenuLink, byId: ReadonlyMap<string, MenuLink>): MenuLink {
  const seen = new Set<MenuLink>();
  for (let at = link; ; ) {
    seen.add(at);
    const above = byId.get(at.parent?.id ?? '');
    if (above === undefined) return at;
    if (seen.has(above)) return link;
    at = above;
  }
}
