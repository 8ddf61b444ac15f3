/**
 * The only place that spells an address of a page. Icelandic at `/…`, English at `/en/…`,
 * with the same slugs.
 */
import type { Locale } from '#texts/evaluate.ts';

/** Addresses without language, as the table of routes has them. */
export const slugs = {
  home: '',
  catalogue: '_honnun',
  contentCatalogue: '_honnun/efni',
  game: 'lottoleikir/:gameId',
  play: 'lottoleikir/:gameId/spila',
  drawCalendar: 'lottoleikir/:gameId/utdrattur/:file',
  programCalendar: 'getraunaleikir/:gameId/umferd/:file',
  /** Without a game they lead to the one that most people look for. */
  results: 'urslit/:gameId?',
  statistics: 'tolfraedi/:gameId?',
  check: 'vann-eg',
  contact: 'hafa-samband',
  selfTest: 'sjalfsprof',
  account: 'minar-sidur',
  tickets: 'minar-sidur/midar',
  claim: 'minar-sidur/vinningur',
  transactions: 'minar-sidur/spilareikningur',
  subscriptions: 'minar-sidur/askriftir',
  profile: 'minar-sidur/upplysingar',
  sessions: 'minar-sidur/taeki',
  savedRows: 'minar-sidur/radir',
  teams: 'minar-sidur/hopar',
  ownPools: 'minar-sidur/huskerfi',
  notices: 'minar-sidur/tilkynningar',
  limits: 'minar-sidur/mork',
  reminder: 'minar-sidur/timaaminning',
  password: 'minar-sidur/lykilord',
  cards: 'minar-sidur/kort',
  numberGames: 'lottoleikir',
  poolGames: 'getraunaleikir',
  totoeng: 'getraunaleikir/1x2-enski-boltinn',
  totoeur: 'getraunaleikir/1x2-evropu-boltinn',
  xg: 'getraunaleikir/xg',
  league: 'getraunadeild',
  leagueCalendar: 'getraunadeild/:file',
  news: 'um-okkur/frettir',
  newsFilter: 'um-okkur/frettir/:filter/:pageNumber?',
  article: 'um-okkur/frett/:slug',
  clubs: 'felog',
  club: 'felog/:number',
  contributions: 'aheit',
  search: 'leit',
  offline: 'an-nets',
  maintenance: 'vidhald',
  laterTexts: 'textar/:part',
} as const;

/** Stands for every category in the address of a further page of all news. */
export const allNews = 'allar';
/** Stands for every week in the address of contributions. */
export const allWeeks = 'allar-vikur';

export const poolPages = ['totoeng', 'totoeur', 'xg'] as const;
/** A pool game that has a play page. */
export type PoolPage = (typeof poolPages)[number];

export function isPool(gameId: string): gameId is PoolPage {
  return (poolPages as readonly string[]).includes(gameId);
}

/** The game of a play page, by its path. */
export function poolAt(pathname: string): PoolPage {
  const path = slugOf(pathname);
  return poolPages.find((page) => slugs[page] === path) ?? 'totoeng';
}

/** A game in addresses of results and statistics: of football pools as that of its play page. */
export function gameSlug(gameId: string): string {
  return isPool(gameId) ? (slugs[gameId].split('/').at(-1) as string) : gameId;
}

/** The game that such an address names. */
export function gameOfSlug(slug: string): string {
  return poolPages.find((page) => gameSlug(page) === slug) ?? slug;
}

type Query = Readonly<Record<string, string | number | undefined>>;

function address(locale: Locale, slug: string, query: Query = {}): string {
  const prefix = locale === 'en' ? '/en' : '';
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined,
  );
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return (slug === '' ? prefix || '/' : `${prefix}/${slug}`) + (search === '' ? '' : `?${search}`);
}

export type Paths = ReturnType<typeof pathsFor>;

/** The addresses of one language. */
export function pathsFor(locale: Locale) {
  return {
    home: () => address(locale, slugs.home),
    /** Opens the sign-in dialog over home and returns to `callbackUrl` afterwards. */
    signIn: (callbackUrl?: string) =>
      address(locale, slugs.home, { login: 'true', error: callbackUrl && 'SessionRequired', callbackUrl }),
    ...gamePaths(locale),
    ...accountPaths(locale),
    ...contentPaths(locale),
    search: (q?: string) => address(locale, slugs.search, { q }),
    offline: () => address(locale, slugs.offline),
    /** JSON texts for dialogs that load after the page. */
    laterTexts: (part: 'innskraning' | 'greidslur' | 'hle') =>
      address(locale, slugs.laterTexts.replace(':part', part)),
    /** A path without language, as editors write it, in this language. */
    local: (path: string) => (localeOf(path) === 'en' ? path : translatedTo(locale, path)),
  };
}

function gamePaths(locale: Locale) {
  const game = (slug: string, gameId: string): string => slug.replace(/:gameId\??/, gameId);
  return {
    numberGames: () => address(locale, slugs.numberGames),
    poolGames: () => address(locale, slugs.poolGames),
    playPools: (gameId: PoolPage, query: { groupId?: string | undefined; tab?: string | undefined } = {}) =>
      address(locale, slugs[gameId], query),
    /** The betting league: a season (`2026-4`), a division, and whether all of its teams are shown. */
    league: (query: { keppni?: string; deild?: string; allir?: string | undefined } = {}) =>
      address(locale, slugs.league, query),
    leagueCalendar: (season: string) =>
      address(locale, slugs.leagueCalendar.replace(':file', `${season}.ics`)),
    /** With these marks, spelled as `rules/pools/play-address.ts` spells them. */
    playMarks: (gameId: PoolPage, played: string) => `${address(locale, slugs[gameId])}?${played}`,
    game: (gameId: string) => address(locale, game(slugs.game, gameId)),
    play: (gameId: string, query: { quick?: number; subscription?: 'true' } = {}) =>
      address(locale, game(slugs.play, gameId), query),
    /** With these numbers, spelled as `rules/numbers/play-address.ts` spells them. */
    playNumbers: (gameId: string, played: string) => `${address(locale, game(slugs.play, gameId))}?${played}`,
    /** A file for calendars with these draws or programs. */
    drawCalendar: (gameId: string, draws: readonly number[]) => {
      const slug = isPool(gameId) ? slugs.programCalendar : slugs.drawCalendar;
      return address(locale, game(slug, gameId).replace(':file', `${draws.join('-')}.ics`));
    },
    /** One spelling for each week, whatever order it is asked in. */
    results: (gameId: string, { week, year }: { week?: number; year?: number } = {}) =>
      address(locale, game(slugs.results, gameSlug(gameId)), { week, year }),
    statistics: (gameId: string, query: { tab?: string; ar?: string; syn?: string } = {}) =>
      address(locale, game(slugs.statistics, gameSlug(gameId)), query),
    /** Did I win: by the code on a ticket, or for a row over all past draws. */
    check: (query: { kodi?: string; leikur?: string; rows?: string; system?: string } = {}) =>
      address(locale, slugs.check, query),
  };
}

/** My pages. */
function accountPaths(locale: Locale) {
  return {
    account: () => address(locale, slugs.account),
    tickets: (query: { filter?: string; page?: number; first?: string | undefined } = {}) =>
      address(locale, slugs.tickets, query),
    ticket: (ticketId: string, couponId?: string) => address(locale, slugs.tickets, { ticketId, couponId }),
    /** The claim of a large prize; without a coupon, the claim of the ticket that is furthest from paid. */
    claim: (ticketId: string, couponId?: string) => address(locale, slugs.claim, { ticketId, couponId }),
    transactions: (
      query: {
        transactionType?: string | undefined;
        month?: string | undefined;
        page?: number;
        first?: string | undefined;
      } = {},
    ) => address(locale, slugs.transactions, query),
    subscriptions: (query: { subscriptionId?: string } = {}) => address(locale, slugs.subscriptions, query),
    profile: () => address(locale, slugs.profile),
    sessions: () => address(locale, slugs.sessions),
    savedRows: () => address(locale, slugs.savedRows),
    teams: () => address(locale, slugs.teams),
    /** Club pools; `kerfi` is one of them. */
    ownPools: (query: { kerfi?: string; page?: number } = {}) => address(locale, slugs.ownPools, query),
    notices: (query: { page?: number } = {}) => address(locale, slugs.notices, query),
    /** Limits, time reminder, break (`hle`) and closing (`loka`). */
    limits: (part?: 'hle' | 'loka' | 'breyta') =>
      address(locale, slugs.limits) + (part === undefined ? '' : `#${part}`),
    /** What the time reminder shows, as data. */
    reminder: () => address(locale, slugs.reminder),
    password: () => address(locale, slugs.password),
    /** Cards, the way of payment and the bank account. */
    cards: () => address(locale, slugs.cards),
  };
}

function contentPaths(locale: Locale) {
  return {
    /** All news, or those of a category; page 1 is spelled without its number. */
    news: (category?: string, page = 1) => {
      const parts = [slugs.news, ...(page > 1 ? [category ?? allNews, page] : category ? [category] : [])];
      return address(locale, parts.join('/'));
    },
    article: (slug: string) => address(locale, slugs.article.replace(':slug', slug)),
    clubs: () => address(locale, slugs.clubs),
    /** A club by its number; `vika` is the week whose programs are listed. */
    club: (number: number | string, query: { ar?: number; vika?: number; allt?: 'true' } = {}) =>
      address(locale, slugs.club.replace(':number', String(number)), query),
    contact: () => address(locale, slugs.contact),
    selfTest: () => address(locale, slugs.selfTest),
    contributions: (query: { ar?: number; vika?: number | string; rod?: string | undefined } = {}) =>
      address(locale, slugs.contributions, query),
    /** A general page of the content service; its slug may have slashes. */
    page: (slug: string) => address(locale, slug),
  };
}

function translatedTo(locale: Locale, path: string): string {
  if (locale === 'is' || path.startsWith('/api/')) return path;
  return path === '/' ? '/en' : `/en${path}`;
}

/**
 * The picture that stands for a page where it is shared. `subject` is the page's Icelandic address without
 * the first slash; `urslit/lotto/2026/38` is a week's results.
 */
export function pictureAddress(locale: Locale, subject = 'hending'): string {
  return `/deilimynd/${locale}/${subject}.png`;
}

/** All movements of whoever is signed in, as a file. */
export function historyFile(format: 'csv' | 'json', locale: Locale): string {
  return `/api/proxy/user/export?format=${format}&locale=${locale}`;
}

/** Files that the server writes; the feeds have an English edition too. */
export const feedSlugs = { news: 'um-okkur/frettir/rss.xml', results: 'urslit/rss.xml' } as const;

/**
 * The address of the page that a loader makes. When the browser goes on by itself, React Router asks with an
 * address of its own, `/hjalp.data?_routes=…`, and passes it to loaders as it came.
 */
export function pageUrl(request: { url: string }): URL {
  const url = new URL(request.url);
  if (!url.pathname.endsWith('.data')) return url;
  url.pathname = url.pathname.replace(/(?:(?<=\/)_)?\.data$/, '');
  url.searchParams.delete('_routes');
  return url;
}

/** The language of an address. */
export function localeOf(pathname: string): Locale {
  return pathname === '/en' || pathname.startsWith('/en/') ? 'en' : 'is';
}

/** A path without its language and first slash: `minar-sidur/midar` for `/en/minar-sidur/midar`. */
function slugOf(pathname: string): string {
  return pathname.replace(/^\/en(?=\/|$)/, '').slice(1);
}

/** Addresses that are nothing but a form of the sign-in dialog, over home. */
export const dialogPaths = ['reset-password', 'credit-card'] as const;

/** Which of them a path begins with; null when with none. */
export function dialogPathOf(pathname: string): (typeof dialogPaths)[number] | null {
  const path = slugOf(pathname);
  return dialogPaths.find((start) => path.startsWith(start)) ?? null;
}

/** My pages are shown to signed-in players only. */
export function needsSession(pathname: string): boolean {
  return slugOf(pathname).startsWith(slugs.account);
}

/** Whether all signed-in players see the same page but for what `own-part.ts` fills in. */
export function isOfAllPlayers({ pathname, searchParams }: URL): boolean {
  const path = slugOf(pathname);
  if (needsSession(pathname) || dialogPathOf(pathname) !== null || path === slugs.search) return false;
  // A form for one visitor; an answer that is rationed by who asks.
  return searchParams.get('login') !== 'true' && !searchParams.has('kodi');
}

/** Whether a page shows tickets of its player and what waits for them. */
export function showsTickets({ pathname }: URL): boolean {
  const path = slugOf(pathname);
  return path === slugs.home || path === slugs.account || dialogPathOf(pathname) !== null;
}

/** What is shown instead of a page while nothing can be read, in the language of the page. */
export function maintenancePath(pathname: string): string {
  return address(localeOf(pathname), slugs.maintenance);
}

/** The same page in the other language. */
export function translated(pathname: string, search: string): string {
  if (localeOf(pathname) === 'en') return (pathname.slice(3) || '/') + search;
  return (pathname === '/' ? '/en' : `/en${pathname}`) + search;
}

/** This address with the sign-in dialog open. */
export function withSignIn(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  query.set('login', 'true');
  return `${pathname}?${query}`;
}

/** A target after sign-in: a path on this origin, or null. Only such a one is followed (must-hold 25). */
export function safeCallback(value: string | null, origin: string): string | null {
  if (value === null || value === '') return null;
  try {
    const url = new URL(value, origin);
    return url.origin === new URL(origin).origin ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}
