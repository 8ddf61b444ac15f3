/** Games as a ruled list: what each is, and whether it can be played now. */
import { Link } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { isPool, pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import * as gameLinesCss from './game-lines.module.css';
import type { PanelDraw } from './game-panel.tsx';
import { Retry } from './retry.tsx';

export type GameLine = Pick<
  ApiAnswer<'content.gameConfigs'>['games'][number],
  'gameId' | 'name' | 'tagline' | 'rulesSlug'
> & {
  /** The draw of a number lottery that is on sale; null when none is, and for other games. */
  draw: PanelDraw | null;
  /** When the current sale closes; null when nothing is on sale. */
  closeDate: string | null;
  /** Switched off by the operator. */
  isOff: boolean;
};

/** The pools share one symbol and one colour. */
export function motifOf(gameId: string): string {
  if (gameId.startsWith('toto')) return 'toto';
  return gameId === 'lengjanlive' ? 'lengjan' : gameId;
}

type Props = {
  title: string;
  gameIds: readonly string[];
  games: readonly GameLine[] | null | undefined;
};

export function GameMenuSection({ title, gameIds, games }: Props) {
  const lines = gameIds.flatMap((gameId) => games?.find((game) => game.gameId === gameId) ?? []);
  return (
    <Section title={title}>
      {games ? (
        <ul className={gameLinesCss.gameLines}>
          {lines.map((game) => (
            <Line key={game.gameId} game={game} />
          ))}
        </ul>
      ) : (
        <Retry />
      )}
    </Section>
  );
}

function Line({ game }: { game: GameLine }) {
  const { t, format, locale } = useText();
  const { now } = useShell();
  const paths = pathsFor(locale);
  const { gameId, name, tagline, closeDate, rulesSlug } = game;
  const to = isPool(gameId) ? paths.playPools(gameId) : paths.game(gameId);
  return (
    <li data-game={motifOf(gameId)}>
      <GameSymbol game={motifOf(gameId)} />
      <div className={gameLinesCss.words}>
        <h3>{closeDate === null ? name : <Link to={to}>{name}</Link>}</h3>
        <p className="soft">{tagline}</p>
      </div>
      <p className={gameLinesCss.aside}>
        {closeDate === null ? (
          <span className="soft">{t(game.isOff ? 'common.gameClosed' : 'gamesList.notYet')}</span>
        ) : (
          <>
            <span className="soft">{t('gamePage.salesClose')}</span> {format.nearDateTime(closeDate, now)}
          </>
        )}
        {closeDate === null && rulesSlug !== null && (
          <Link to={paths.page(rulesSlug)} aria-label={`${t('gamesList.rules')}, ${name}`}>
            {t('gamesList.rules')}
          </Link>
        )}
      </p>
    </li>
  );
}
