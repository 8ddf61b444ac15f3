/** Every address of the web and its page. The same pages serve both languages. */
import { index, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';
import type { Locale } from '#texts/evaluate.ts';
import { dialogPaths, feedSlugs, slugs } from './page/paths.ts';

const pages = {
  catalogue: 'features/catalogue/catalogue-page.tsx',
  contentCatalogue: 'features/catalogue/content-page.tsx',
  game: 'features/numbers/game-page.tsx',
  play: 'features/numbers/play-page.tsx',
  results: 'features/results/results-page.tsx',
  statistics: 'features/statistics/statistics-page.tsx',
  check: 'features/check/check-page.tsx',
  account: 'features/account/overview-page.tsx',
  tickets: 'features/tickets/tickets-page.tsx',
  claim: 'features/tickets/claim-page.tsx',
  transactions: 'features/account/transactions-page.tsx',
  subscriptions: 'features/account/subscriptions-page.tsx',
  profile: 'features/account/profile-page.tsx',
  sessions: 'features/account/sessions-page.tsx',
  savedRows: 'shell/saved-page.tsx',
  teams: 'features/league/teams-page.tsx',
  ownPools: 'features/syndicates/pools-page.tsx',
  notices: 'features/account/notices-page.tsx',
  limits: 'features/account/limits-page.tsx',
  reminder: 'features/account/reminder-data.ts',
  password: 'features/account/password-page.tsx',
  cards: 'features/payments/cards-page.tsx',
  search: 'shell/search-page.tsx',
  numberGames: 'features/content/games-page.tsx',
  poolGames: 'features/content/games-page.tsx',
  totoeng: 'features/pools/play-page.tsx',
  totoeur: 'features/pools/play-page.tsx',
  xg: 'features/pools/play-page.tsx',
  league: 'features/league/league-page.tsx',
  news: 'features/content/news-page.tsx',
  newsFilter: 'features/content/news-page.tsx',
  article: 'features/content/article-page.tsx',
  clubs: 'features/clubs/clubs-page.tsx',
  club: 'features/clubs/club-page.tsx',
  contact: 'features/content/contact-page.tsx',
  selfTest: 'features/self-test/self-test-page.tsx',
  contributions: 'features/clubs/contributions-page.tsx',
  offline: 'shell/offline-page.tsx',
  maintenance: 'shell/maintenance-page.tsx',
} as const satisfies Partial<Record<keyof typeof slugs, string>>;

function pagesIn(locale: Locale): RouteConfigEntry[] {
  const base = locale === 'en' ? 'en' : '';
  const at = (slug: string): string => (base === '' ? slug : `${base}/${slug}`);
  const home = 'features/home/home-page.tsx';
  return [
    base === '' ? index(home, { id: `${locale}-home` }) : route(base, home, { id: `${locale}-home` }),
    ...Object.entries(pages).map(([name, file]) =>
      route(at(slugs[name as keyof typeof pages]), file, { id: `${locale}-${name}` }),
    ),
    ...dialogPaths.map((start) =>
      route(at(`${start}/*`), 'features/auth/dialog-page.tsx', { id: `${locale}-${start}` }),
    ),
    route(at('*'), 'features/content/general-page.tsx', { id: `${locale}-page` }),
  ];
}

/** What the server writes for machines; feeds and texts that come later in both languages. */
const files: RouteConfigEntry[] = [
  route('sw.js', 'shell/service-worker-file.ts', { id: 'service-worker' }),
  route('an-nets.js', 'shell/offline-check-file.ts', { id: 'offline-check' }),
  route('sitemap.xml', 'features/sharing/sitemap.ts'),
  route('robots.txt', 'features/sharing/robots.ts'),
  route('manifest.webmanifest', 'features/sharing/web-manifest.ts'),
  route('deilimynd/:locale/*', 'features/sharing/picture.ts'),
  ...(['is', 'en'] as const).flatMap((locale) => {
    const at = (slug: string): string => (locale === 'en' ? `en/${slug}` : slug);
    return [
      route(at('frame/:version'), 'shell/frame-file.ts', { id: `${locale}-frame` }),
      route(at(feedSlugs.news), 'features/sharing/news-feed.ts', { id: `${locale}-news-feed` }),
      route(at(feedSlugs.results), 'features/sharing/results-feed.ts', { id: `${locale}-results-feed` }),
      ...(['drawCalendar', 'programCalendar'] as const).map((name) =>
        route(at(slugs[name]), 'features/sharing/draw-calendar.ts', { id: `${locale}-${name}` }),
      ),
      route(at(slugs.leagueCalendar), 'features/sharing/league-calendar.ts', {
        id: `${locale}-leagueCalendar`,
      }),
      route(at(slugs.laterTexts), 'shell/later-texts-file.ts', { id: `${locale}-later-texts` }),
    ];
  }),
];

export default [...files, ...pagesIn('is'), ...pagesIn('en')] satisfies RouteConfig;
