import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { weekOf } from '#rules/values/weeks.ts';
import { loadGames, panelDraw } from '#web/blocks/game-lines.server.ts';
import type { GameLine } from '#web/blocks/game-lines.tsx';
import * as gamePanelCss from '#web/blocks/game-panel.module.css';
import { GamePanel } from '#web/blocks/game-panel.tsx';
import { poolsOnSale } from '#web/blocks/pool-pots.server.ts';
import { loadResults } from '#web/blocks/result-line.server.ts';
import { loadContributions, loadSectionData, orNull } from '#web/blocks/section-data.server.ts';
import type { ContributionsData } from '#web/blocks/section-data.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { localeOf, pageUrl } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useIsOnBreak } from '#web/shared/account/on-break.tsx';
import { FirstMatter } from '#web/shared/matters/first-matter.tsx';
import { useText } from '#web/text/text.tsx';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { Break } from './break.tsx';
import * as homeCss from './home.module.css';
import texts from './home-page.tsx?texts';
import { Outcomes } from './outcomes.tsx';

const BelowGames = lazyIsland(() => import('./below-games.tsx').then(({ BelowGames }) => BelowGames));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const { pathname, searchParams: query } = pageUrl(request);
  const locale = localeOf(pathname);
  const { now } = context.get(requestContext);
  const [{ draws }, results, content, games, clubs] = await orErrorPage(
    Promise.all([
      api('lotto.currentDraws', {}),
      loadResults(api),
      orNull(api('content.frontPage', { query: { locale } })),
      orNull(loadGames(api, locale)),
      loadContributions(api, new URLSearchParams(), now),
    ]),
  );
  const sections = content?.sections ?? [];
  const lotto = draws.find(({ gameId }) => gameId === 'lotto');
  return {
    texts: textsFor({ request, context }, texts),
    draws: [...draws].sort((a, b) => (a.closeDate < b.closeDate ? -1 : 1)).map(panelDraw),
    results: Object.values(results),
    pools: await poolsOnSale(api, games ?? []),
    notYet: (games ?? []).filter(isNotYet).map(({ name }) => name),
    week: weekOf(now.slice(0, 10)).week,
    toPrizes: lotto ? Math.floor(lotto.prizeShare / 100) : null,
    clubs: clubsOf(clubs),
    sections,
    seo: content?.seo ?? [],
    data: await loadSectionData(api, { sections, locale, query, now }),
  };
}

/** What clubs got of the week before; null while it is not booked. */
function clubsOf({ year, week, contributions }: ContributionsData) {
  if (!contributions?.length || week === null) return null;
  const amount = contributions.reduce((sum, one) => sum + one.amount, 0);
  return { year, week, amount, isSample: contributions.some(({ sample }) => sample) };
}

/** Live betting is part of Lengjan. */
function isNotYet({ gameId, closeDate, isOff }: GameLine): boolean {
  return closeDate === null && !isOff && gameId !== 'lengjanlive';
}

export default function HomePage() {
  const { draws, week, seo, ...below } = useLoaderData<typeof loader>();
  const { t, format } = useText();
  const { now, state } = useShell();
  const isOnBreak = useIsOnBreak();
  return (
    <div className="wrap">
      <PageMeta title={t('seo.home.title')} description={t('seo.home.description')} path="" seo={seo} />
      {state === 'open' ? (
        <h1 className="visually-hidden">{t('home.title')}</h1>
      ) : (
        <div className={homeCss.heroHead}>
          <h1>{t(isOnBreak ? 'nav.break' : 'home.heading')}</h1>
          <p className="soft first-capital">{t('home.day', { date: format.weekdayDate(now), week })}</p>
        </div>
      )}
      {state !== 'out' && <FirstMatter />}
      {isOnBreak ? (
        <Break />
      ) : (
        <>
          {state === 'open' && <Outcomes />}
          <div className={`${gamePanelCss.games}${draws.length === 1 ? ` ${gamePanelCss.games1}` : ''}`}>
            {draws.map((draw, place) => (
              <GamePanel key={draw.gameId} draw={draw} first={place === 0} now={now} />
            ))}
          </div>
          <LazyIsland>
            <BelowGames {...below} />
          </LazyIsland>
        </>
      )}
    </div>
  );
}
