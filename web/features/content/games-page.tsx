/** The lists of number games and of pools: what can be played now, and honestly what cannot. */

import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { loadGames } from '#web/blocks/game-lines.server.ts';
import { type GameLine, motifOf } from '#web/blocks/game-lines.tsx';
import * as gamePanelCss from '#web/blocks/game-panel.module.css';
import { GamePanel } from '#web/blocks/game-panel.tsx';
import { poolsOnSale } from '#web/blocks/pool-pots.server.ts';
import { apiContext } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { isPool, localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { OnBreak, useIsOnBreak } from '#web/shared/account/on-break.tsx';
import { isNumberGame, numberGames } from '#web/shared/games/number-games.ts';
import { Pot } from '#web/shared/games/pot.tsx';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import { GameSymbol, Scene } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import * as contentCss from './content.module.css';
import texts from './games-page.tsx?texts';
import { loadRounds } from './rounds.server.ts';
import { Rounds } from './rounds.tsx';

const pools = ['totoeng', 'totoeur', 'xg', 'lengjan'];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname } = pageUrl(request);
  const locale = localeOf(pathname);
  const isNumbers = pathname === pathsFor(locale).numberGames();
  const api = context.get(apiContext);
  const [all, rounds] = await Promise.all([
    orErrorPage(loadGames(api, locale)),
    isNumbers ? [] : orErrorPage(loadRounds(api, locale)),
  ]);
  const shown: readonly string[] = isNumbers ? numberGames : pools;
  const games = shown.flatMap((gameId) => all.find((game) => game.gameId === gameId) ?? []);
  const pots = isNumbers ? [] : await poolsOnSale(api, games);
  return {
    ...{ texts: textsFor({ request, context }, texts), isNumbers, rounds },
    games: games.sort(soonestFirst),
    pots: Object.fromEntries(pots.map(({ gameId, pot }) => [gameId, pot])),
  };
}

/** What is on sale comes first, the nearest close foremost. */
function soonestFirst(a: GameLine, b: GameLine): number {
  const [closeA, closeB] = [a.closeDate ?? 'z', b.closeDate ?? 'z'];
  return closeA < closeB ? -1 : Number(closeA > closeB);
}

export default function GamesPage() {
  const { isNumbers, games, rounds, pots } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const { now } = useShell();
  const title = t(isNumbers ? 'gamesList.numbers' : 'gamesList.betting');
  const intro = t(isNumbers ? 'gamesList.numbersIntro' : 'gamesList.bettingIntro');
  const path = isNumbers ? pathsFor('is').numberGames() : pathsFor('is').poolGames();
  return (
    <div className="wrap">
      <PageMeta title={title} description={intro} path={path} crumbs={[{ name: title, path }]} />
      <div className={`${layoutCss.pageHead} measure`}>
        <Breadcrumbs steps={[{ name: t('nav.home'), to: pathsFor(locale).home() }]} />
        <h1>{title}</h1>
        <p className="lead">{intro}</p>
      </div>
      <div
        className={
          isNumbers ? `${gamePanelCss.games} games-3` : `${gamePanelCss.games} ${contentCss.games2x2}`
        }
      >
        {games.map((game, place) =>
          game.draw === null ? (
            <PlainPanel key={game.gameId} game={game} pot={pots[game.gameId] ?? 0} now={now} />
          ) : (
            <GamePanel key={game.gameId} draw={game.draw} first={place === 0} now={now} />
          ),
        )}
      </div>
      <Rounds rounds={rounds} />
    </div>
  );
}

/** A pool: its pot so far and the way to its coupon, or that it is not on sale; then rules and results. */
function PlainPanel({ game, pot, now }: { game: GameLine; pot: number; now: string }) {
  const { t, format, locale } = useText();
  const isOnBreak = useIsOnBreak();
  const { gameId, name, tagline, rulesSlug, isOff, closeDate } = game;
  const paths = pathsFor(locale);
  const motif = motifOf(gameId);
  return (
    <article
      className={`${gamePanelCss.game} ${contentCss.gameWaits}`}
      data-game={motif}
      aria-labelledby={`leikur-${gameId}`}
    >
      <span className={iconCss.band} aria-hidden="true" />
      <div className={gamePanelCss.inside}>
        <div className={gamePanelCss.name}>
          <GameSymbol game={motif} />
          <h2 id={`leikur-${gameId}`}>{name}</h2>
        </div>
        <p>{tagline}</p>
        {closeDate === null && <p className="soft">{t(isOff ? 'common.gameClosed' : 'gamesList.notYet')}</p>}
        {closeDate !== null && isOnBreak && <OnBreak />}
        {closeDate !== null && !isOnBreak && isPool(gameId) && (
          <>
            {pot > 0 && <Pot amount={pot} label={t('pools.potSoFar')} />}
            <p>{t('play.salesClose', { date: format.nearDateTime(closeDate, now) })}</p>
            <p className="actions">
              <Link
                className={buttonClass({ kind: 'primary', big: true })}
                to={paths.playPools(gameId)}
                aria-label={`${t('pools.markMatches')}, ${name}`}
              >
                {t('pools.markMatches')}
              </Link>
            </p>
          </>
        )}
        <ul className={contentCss.ways}>
          {rulesSlug !== null && (
            <li>
              <Link to={paths.page(rulesSlug)} aria-label={`${t('gamesList.rules')}, ${name}`}>
                {t('gamesList.rules')}
              </Link>
            </li>
          )}
          {(isNumberGame(gameId) || isPool(gameId)) && (
            <li>
              <Link to={paths.results(gameId)} aria-label={`${t('nav.results')}, ${name}`}>
                {t('nav.results')}
              </Link>
            </li>
          )}
        </ul>
      </div>
      {(isNumberGame(motif) || closeDate !== null) && <Scene game={motif} />}
    </article>
  );
}
