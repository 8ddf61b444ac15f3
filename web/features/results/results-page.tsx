import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import type { Api } from '#web/api/client.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { noSuchPage, orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { gameOfSlug, gameSlug, isPool, localeOf, pageUrl, pathsFor, poolPages } from '#web/page/paths.ts';
import { ServerClock } from '#web/page/server-clock.tsx';
import { useSite } from '#web/page/site.ts';
import { DrawNews } from '#web/shared/games/draw-news.tsx';
import { useGameName, useGameNameIn } from '#web/shared/games/game-name.ts';
import { isNumberGame, type NumberGame, numberGames } from '#web/shared/games/number-games.ts';
import { useDrawNews } from '#web/shared/games/use-draw-news.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { foldedPart, NarrowFold } from '#web/ui/narrow-fold.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Drawn } from './drawn.tsx';
import { Evidence } from './evidence.tsx';
import { loadPoolResults } from './pool-results.server.ts';
import * as resultsCss from './results.module.css';
import { loadResults } from './results-data.server.ts';
import texts from './results-page.tsx?texts';
import type { Evidence as Found, DescribedResult as OtherResult, Raffle, Result } from './results-types.ts';
import { Waiting } from './waiting.tsx';
import { WeekStepper } from './week-stepper.tsx';

const Compare = lazyIsland(() => import('./compare.tsx').then(({ Compare }) => Compare));
const DescribedResult = lazyIsland(() =>
  import('./described-result.tsx').then(({ DescribedResult }) => DescribedResult),
);
const JokerTable = lazyIsland(() => import('./prize-table.tsx').then(({ JokerTable }) => JokerTable));
const PoolResult = lazyIsland(() => import('./pool-results.tsx').then(({ PoolResult }) => PoolResult));
const PrizeTable = lazyIsland(() => import('./prize-table.tsx').then(({ PrizeTable }) => PrizeTable));
const RaffleTable = lazyIsland(() => import('./prize-table.tsx').then(({ RaffleTable }) => RaffleTable));
const PotHistory = lazyIsland(() => import('./pot-history.tsx').then(({ PotHistory }) => PotHistory));

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = pageUrl(request);
  const { now } = context.get(requestContext);
  const { gameId } = params;
  const locale = localeOf(url.pathname);
  if (gameId === undefined) throw redirect(pathsFor(locale).results('lotto'));
  const api = context.get(apiContext);
  const common = { texts: textsFor({ request, context }, texts) };
  const pool = gameOfSlug(gameId);
  if (isPool(pool)) {
    if (pool === gameId && gameSlug(pool) !== gameId)
      throw redirect(pathsFor(locale).results(pool) + url.search);
    const asked = { gameId: pool, query: url.searchParams, locale };
    return {
      ...common,
      gameId: pool,
      pools: await orErrorPage(loadPoolResults(api, asked, now)),
      numbers: null,
    };
  }
  if (!isNumberGame(gameId) && !(await isNamed(api, gameId))) throw noSuchPage();
  const asked = { gameId, query: url.searchParams, locale };
  const data = await orErrorPage(loadResults(api, asked, now));
  return { ...common, gameId, pools: null, ...data };
}

async function isNamed(api: Api, gameId: string): Promise<boolean> {
  const { games } = await orErrorPage(api('results.gameNames', {}));
  return games.some((game) => game.gameId === gameId);
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type DrawsData = Extract<Data, { pools: null }>;
type PoolsData = Exclude<Data, DrawsData>;

export default function ResultsPage() {
  const data = useLoaderData<typeof loader>();
  return data.pools === null ? <DrawResults {...data} /> : <ProgramResults {...data} />;
}

function ProgramResults({ gameId, pools }: PoolsData) {
  const { t, format } = useText();
  const { programs, hasWeek, refused, ...weeks } = pools;
  const gameIn = useGameNameIn()(gameId);
  const title = t('results.gameTitle', { gameIn });
  const held = programs.find(({ program }) => program.account);
  const decided = held?.program;
  return (
    <div className={`wrap ${resultsCss.page}`} data-game={gameId}>
      <PageMeta
        title={decided ? t('seo.results.title', { gameIn, date: format.dateYear(decided.playDate) }) : title}
        {...(held &&
          decided && {
            description: t(`pools.results.description.${gameId === 'xg' ? 'goals' : 'signs'}`, {
              outcomes: held.outcomes.join(', '),
            }),
            picture: `${pathsFor('is').results(gameId).slice(1)}/${weeks.shown.year}/${weeks.shown.week}`,
            path: pathsFor('is').results(gameId, weeks.shown),
            crumbs: [
              { name: t('nav.results'), path: '/urslit' },
              { name: title, path: pathsFor('is').results(gameId) },
            ],
          })}
      />
      <ResultsHead gameId={gameId} title={title} />
      <GameLinks gameId={gameId} />
      <WeekStepper gameId={gameId} {...weeks} />
      <RefusedWeek refused={refused} />
      {programs.length === 0 && (
        <p className="lead">{t(hasWeek ? 'pools.results.noWeek' : 'empty.results')}</p>
      )}
      {programs.map((held) => (
        <LazyIsland key={held.program.programId}>
          <PoolResult {...held} />
        </LazyIsland>
      ))}
      <ServerClock />
    </div>
  );
}

/** The results of other games. */
function GameLinks({ gameId }: { gameId: string }) {
  const { t, locale } = useText();
  const { results: addressOf } = pathsFor(locale);
  const { named = [] } = useSite();
  const nameOf = useGameName();
  const games = [...numberGames, ...poolPages, ...named.map((game) => game.gameId)].map((name) => {
    return { name, label: nameOf(name), to: addressOf(name) };
  });
  return <FilterLinks label={t('common.game')} links={games} chosen={gameId} />;
}

function RefusedWeek({ refused }: { refused: 'future' | 'none' | null }) {
  const { t } = useText();
  if (refused === null) return null;
  return (
    <Notice kind="warn">{t(refused === 'future' ? 'calendar.futureWeek' : 'calendar.noSuchWeek')}</Notice>
  );
}

function DrawResults(data: DrawsData) {
  const { gameId, results, waiting, numbers, isOnSale, hasWeek, refused, shown } = data;
  const { before, after, years, weeks, current } = data;
  const { t } = useText();
  const news = useDrawNews(gameId, data.awaited);
  const nameInOf = useGameNameIn();
  const title = t('results.gameTitle', { gameIn: nameInOf(gameId) });
  return (
    <div className={`wrap ${resultsCss.page}`} data-game={gameId}>
      <ResultsMeta gameId={gameId} results={results} shown={shown} title={title} />
      <ResultsHead gameId={gameId} title={title} />
      <GameLinks gameId={gameId} />
      <WeekStepper
        gameId={gameId}
        shown={shown}
        before={before}
        after={after}
        years={years}
        weeks={weeks}
        current={current}
      />
      <DrawNews gameId={gameId} news={news} />
      <RefusedWeek refused={refused} />
      {waiting.map(({ draw, evidence }) => (
        <Waiting key={draw.draw} gameId={gameId} draw={draw} evidence={evidence} isOnSale={isOnSale} />
      ))}
      {results.length + waiting.length === 0 && (
        <p className="lead">{t(hasWeek ? 'empty.week' : 'empty.results')}</p>
      )}
      {results.map(({ result, ...held }, place) =>
        'lottoNumbers' in result ? (
          <Held key={result.draw} isOnSale={isOnSale} isOlder={place > 0} result={result} {...held} />
        ) : (
          <Described key={result.draw} result={result} evidence={held.evidence} />
        ),
      )}
      {numbers && isNumberGame(gameId) && (
        <LazyIsland>
          {results.length > 0 && (
            <Compare gameId={gameId} shown={shown} boxes={numbers.boxes} compared={numbers.compared} />
          )}
          <PotHistory gameId={gameId} pots={numbers.pots} />
        </LazyIsland>
      )}
      <ServerClock />
    </div>
  );
}

type MetaProps = Pick<DrawsData, 'gameId' | 'results' | 'shown'> & { title: string };

/** A week without results is not described to search engines. */
function ResultsMeta({ gameId, results, shown, title }: MetaProps) {
  const { t, format } = useText();
  const gameIn = useGameNameIn()(gameId);
  const first = results.find(({ result }) => !result.cancelled)?.result;
  if (first === undefined) return <PageMeta title={title} />;
  return (
    <PageMeta
      title={t('seo.results.title', { gameIn, date: format.dateYear(first.drawDate) })}
      {...('lottoNumbers' in first && {
        description: t('seo.results.description', { numbers: first.lottoNumbers.join(', ') }),
        picture: `urslit/${gameId}/${shown.year}/${shown.week}`,
      })}
      path={pathsFor('is').results(gameId, shown)}
      crumbs={[
        { name: t('nav.results'), path: '/urslit' },
        { name: title, path: pathsFor('is').results(gameId) },
      ]}
      feed={{ title: t('results.title'), path: '/urslit/rss.xml' }}
    />
  );
}

function ResultsHead({ gameId, title }: Pick<MetaProps, 'gameId' | 'title'>) {
  const { t, locale } = useText();
  return (
    <div className={layoutCss.pageHead}>
      <Breadcrumbs
        steps={[{ name: t('nav.home'), to: pathsFor(locale).home() }, { name: t('nav.results') }]}
      />
      <div className={layoutCss.titleRow}>
        <GameSymbol game={gameId} />
        <h1>{title}</h1>
      </div>
    </div>
  );
}

type HeldProps = {
  result: Result;
  isShared: boolean;
  evidence: Found | null;
  raffle: Raffle;
  isOnSale: boolean;
  /** Not the newest draw of the week: a phone shows its numbers and folds the rest. */
  isOlder: boolean;
};

/** A draw with its result, or one that was cancelled. */
function Held({ result, isOlder, ...held }: HeldProps) {
  const { t, format } = useText();
  if (!isOlder || result.cancelled) return <HeldParts {...held} result={result} />;
  return (
    <div className={resultsCss.older}>
      <NarrowFold label={t('results.showPrizes', { date: format.onDate(result.drawDate) })}>
        <HeldParts {...held} result={result} part={foldedPart} />
      </NarrowFold>
    </div>
  );
}

type PartsProps = Omit<HeldProps, 'isOlder'> & { part?: string | undefined };

/** @param part class of the parts that are folded for an older draw */
function HeldParts({ result, isShared, evidence, raffle, isOnSale, part }: PartsProps) {
  return (
    <>
      <div className={resultsCss.prizeTables}>
        <Drawn result={result} gameId={result.gameId as NumberGame} isOnSale={isOnSale} />
        {!result.cancelled && (
          <LazyIsland>
            <PrizeTable
              result={result}
              isCounting={evidence !== null && !evidence.settlement}
              isShared={isShared}
            />
            <JokerTable result={result} />
            {raffle && <RaffleTable raffle={raffle} />}
          </LazyIsland>
        )}
      </div>
      {evidence && (
        <div className={part}>
          <Evidence evidence={evidence} result={result.cancelled ? null : result} />
        </div>
      )}
    </>
  );
}

/** The same of a game that has no parts of its own here. */
function Described({ result, evidence }: { result: OtherResult; evidence: Found | null }) {
  return (
    <>
      <LazyIsland>
        <DescribedResult result={result} isCounting={evidence !== null && !evidence.settlement} />
      </LazyIsland>
      {evidence && <Evidence evidence={evidence} result={result.cancelled ? null : result} />}
    </>
  );
}
