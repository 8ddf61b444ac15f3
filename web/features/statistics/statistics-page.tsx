import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { noSuchPage, orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { isNumberGame, numberGames } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PeriodForm } from './period-form.tsx';
import * as statisticsCss from './statistics.module.css';
import { always, loadStatistics, type Tab, tabs } from './statistics-data.server.ts';
import texts from './statistics-page.tsx?texts';

const NumbersTab = lazyIsland(() => import('./numbers-tab.tsx').then(({ NumbersTab }) => NumbersTab));
const JokerTab = lazyIsland(() => import('./joker-tab.tsx').then(({ JokerTab }) => JokerTab));
const PrizesTab = lazyIsland(() => import('./prizes-tab.tsx').then(({ PrizesTab }) => PrizesTab));

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = pageUrl(request);
  const { now } = context.get(requestContext);
  const { gameId } = params;
  if (gameId === undefined) throw redirect(pathsFor(localeOf(url.pathname)).statistics('lotto'));
  if (!isNumberGame(gameId)) throw noSuchPage();
  const data = await orErrorPage(loadStatistics(context.get(apiContext), gameId, url.searchParams, now));
  return { texts: textsFor({ request, context }, texts), gameId, tabs, always, ...data };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const tabTexts = {
  tolur: 'statistics.tabNumbers',
  aukatolur: 'statistics.tabBonus',
  joker: 'statistics.tabJoker',
  vinningar: 'statistics.tabPrizes',
} as const satisfies Record<Tab, string>;

export default function StatisticsPage() {
  const data = useLoaderData<typeof loader>();
  const { gameId, tab, ar, isKnown, hasJoker, statistics } = data;
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const gameIn = t(`games.${gameId}.nameIn`);
  const title = t('statistics.gameTitle', { gameIn });
  const games = numberGames.map((name) => ({
    name,
    label: t(`games.${name}.name`),
    to: paths.statistics(name),
  }));
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
      <div className={layoutCss.pageHead}>
        <Breadcrumbs steps={[{ name: t('nav.home'), to: paths.home() }, { name: t('nav.statistics') }]} />
        <div className={layoutCss.titleRow}>
          <GameSymbol game={gameId} />
          <h1>{title}</h1>
        </div>
        <p className="lead measure">{t('statistics.fair')}</p>
      </div>
      <FilterLinks label={t('common.game')} links={games} chosen={gameId} />
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
