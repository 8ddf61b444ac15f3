import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { noSuchPage, orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { gameOfSlug, gameSlug, isPool, localeOf, pageUrl, pathsFor, poolPages } from '#web/page/paths.ts';
import { isNumberGame, numberGames } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PeriodForm } from './period-form.tsx';
import { loadPoolStatistics } from './pool-statistics.server.ts';
import * as statisticsCss from './statistics.module.css';
import { always, loadStatistics, type Tab, tabs } from './statistics-data.server.ts';
import texts from './statistics-page.tsx?texts';

const NumbersTab = lazyIsland(() => import('./numbers-tab.tsx').then(({ NumbersTab }) => NumbersTab));
const JokerTab = lazyIsland(() => import('./joker-tab.tsx').then(({ JokerTab }) => JokerTab));
const PoolPeriod = lazyIsland(() => import('./pool-statistics.tsx').then(({ PoolPeriod }) => PoolPeriod));
const PoolCounted = lazyIsland(() => import('./pool-statistics.tsx').then(({ PoolCounted }) => PoolCounted));
const PoolWhatIf = lazyIsland(() => import('./pool-what-if.tsx').then(({ PoolWhatIf }) => PoolWhatIf));
const PrizesTab = lazyIsland(() => import('./prizes-tab.tsx').then(({ PrizesTab }) => PrizesTab));

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = pageUrl(request);
  const { now } = context.get(requestContext);
  const { gameId } = params;
  const locale = localeOf(url.pathname);
  const common = { texts: textsFor({ request, context }, texts) };
  if (gameId === undefined) throw redirect(pathsFor(locale).statistics('lotto'));
  const pool = gameOfSlug(gameId);
  if (isPool(pool)) {
    if (gameSlug(pool) !== gameId) throw redirect(pathsFor(locale).statistics(pool) + url.search);
    const found = await orErrorPage(loadPoolStatistics(context.get(apiContext), pool, url.searchParams, now));
    return { ...common, gameId: pool, pool: found };
  }
  if (!isNumberGame(gameId)) throw noSuchPage();
  const data = await orErrorPage(loadStatistics(context.get(apiContext), gameId, url.searchParams, now));
  return { ...common, gameId, pool: null, tabs, always, ...data };
}

type AnyData = ReturnType<typeof useLoaderData<typeof loader>>;
type Data = Extract<AnyData, { pool: null }>;
type PoolData = Exclude<AnyData, Data>;

const tabTexts = {
  tolur: 'statistics.tabNumbers',
  aukatolur: 'statistics.tabBonus',
  joker: 'statistics.tabJoker',
  vinningar: 'statistics.tabPrizes',
} as const satisfies Record<Tab, string>;

const poolTabTexts = (gameId: string) =>
  ({
    merki: gameId === 'xg' ? 'pools.goals' : 'pools.outcome',
    vinningar: 'statistics.tabPrizes',
    'hvad-ef': 'whatIf.title',
  }) as const;

export default function StatisticsPage() {
  const data = useLoaderData<typeof loader>();
  return data.pool === null ? <NumberStatistics data={data} /> : <PoolStatistics data={data} />;
}

/** The statistics of other games. */
function GameLinks({ gameId }: { gameId: string }) {
  const { t, locale } = useText();
  const games = [...numberGames, ...poolPages].map((name) => ({
    name,
    label: t(`games.${name}.name`),
    to: pathsFor(locale).statistics(name),
  }));
  return <FilterLinks label={t('common.game')} links={games} chosen={gameId} />;
}

function PoolStatistics({ data: { gameId, pool } }: { data: PoolData }) {
  const { t, locale } = useText();
  const { tab, ar, isKnown, statistics } = pool;
  const paths = pathsFor(locale);
  const gameIn = t(`games.${gameId}.nameIn`);
  const title = t('statistics.gameTitle', { gameIn });
  const views = pool.tabs.map((name) => ({
    name,
    label: t(poolTabTexts(gameId)[name]),
    to: paths.statistics(gameId, { ...(name !== 'merki' && { tab: name }), ...(ar !== '' && { ar }) }),
  }));
  return (
    <div className={`wrap ${statisticsCss.statistics}`} data-game={gameId}>
      <PageMeta
        title={t('seo.statistics.title', { gameIn })}
        description={t('pools.statistics.description', { gameIn })}
        path={pathsFor('is').statistics(gameId)}
        crumbs={[
          { name: t('nav.statistics'), path: '/tolfraedi' },
          { name: title, path: pathsFor('is').statistics(gameId) },
        ]}
      />
      <Head gameId={gameId} title={title} lead={t('pools.statistics.fair')} />
      <GameLinks gameId={gameId} />
      <LazyIsland>
        <PoolPeriod gameId={gameId} {...pool} />
      </LazyIsland>
      <FilterLinks label={t('statistics.title')} links={views} chosen={tab} />
      {!isKnown && <Notice kind="warn">{t('statistics.noSuchYear')}</Notice>}
      {statistics.programs === 0 ? (
        <p className="lead">{t('pools.statistics.empty')}</p>
      ) : (
        <LazyIsland>
          <PoolCounted gameId={gameId} tab={tab} statistics={statistics} />
          {pool.past && <PoolWhatIf gameId={gameId} ar={ar} past={pool.past} />}
        </LazyIsland>
      )}
    </div>
  );
}

function Head({ gameId, title, lead }: { gameId: string; title: string; lead: string }) {
  const { t, locale } = useText();
  const home = { name: t('nav.home'), to: pathsFor(locale).home() };
  return (
    <div className={layoutCss.pageHead}>
      <Breadcrumbs steps={[home, { name: t('nav.statistics') }]} />
      <div className={layoutCss.titleRow}>
        <GameSymbol game={gameId} />
        <h1>{title}</h1>
      </div>
      <p className="lead measure">{lead}</p>
    </div>
  );
}

function NumberStatistics({ data }: { data: Data }) {
  const { gameId, tab, ar, isKnown, hasJoker, statistics } = data;
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const gameIn = t(`games.${gameId}.nameIn`);
  const title = t('statistics.gameTitle', { gameIn });
  const period = ar === '' ? {} : { ar };
  const views = data.tabs
    .filter((name) => name !== 'joker' || hasJoker)
    .map((name) => ({
      name,
      label: t(tabTexts[name]),
      to: paths.statistics(gameId, { ...(name !== 'tolur' && { tab: name }), ...period }),
    }));
  return (
    <div className={`wrap ${statisticsCss.statistics}`} data-game={gameId}>
      <PageMeta
        title={t('seo.statistics.title', { gameIn })}
        description={t('seo.statistics.description', { gameIn })}
        path={pathsFor('is').statistics(gameId)}
        crumbs={[
          { name: t('nav.statistics'), path: '/tolfraedi' },
          { name: title, path: pathsFor('is').statistics(gameId) },
        ]}
      />
      <Head gameId={gameId} title={title} lead={t('statistics.fair')} />
      <GameLinks gameId={gameId} />
      <PeriodForm {...data} />
      <FilterLinks label={t('statistics.title')} links={views} chosen={tab} />
      {!isKnown && <Notice kind="warn">{t('statistics.noSuchYear')}</Notice>}
      {statistics.draws === 0 ? <p className="lead">{t('empty.statistics')}</p> : <Counted data={data} />}
    </div>
  );
}

function Counted({ data }: { data: Data }) {
  const { t, locale } = useText();
  const { gameId, tab, ar, view, statistics } = data;
  const { samples, draws, isMixed } = statistics;
  const other = pathsFor(locale).statistics(gameId, {
    ...(tab !== 'tolur' && { tab }),
    ...(ar !== '' && { ar }),
    ...(view === 'chart' && { syn: 'tafla' }),
  });
  return (
    <>
      {samples > 0 && (
        <Notice kind="warn">
          {samples === draws ? t('statistics.allSamples') : t('statistics.samples', { count: samples })}
        </Notice>
      )}
      {isMixed && <Notice kind="info">{t('statistics.mixed')}</Notice>}
      <LazyIsland>
        {tab === 'joker' ? (
          <JokerTab joker={statistics.joker} view={view} other={other} />
        ) : tab === 'vinningar' ? (
          <PrizesTab gameId={gameId} statistics={statistics} />
        ) : (
          <NumbersTab gameId={gameId} drum={tab} statistics={statistics} view={view} other={other} />
        )}
      </LazyIsland>
    </>
  );
}
