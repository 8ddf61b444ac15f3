/** Programs that are played now or have ended, as a ruled list; each leads to its results. */
import { Link } from 'react-router';
import * as gameLinesCss from '#web/blocks/game-lines.module.css';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import type { Round } from './rounds.server.ts';

export function Rounds({ rounds }: { rounds: readonly Round[] }) {
  const { t } = useText();
  const running = rounds.filter(({ isDecided }) => !isDecided);
  const ended = rounds.filter(({ isDecided }) => isDecided);
  return (
    <>
      {running.length > 0 && (
        <Section title={t('pools.rounds.running')}>
          <RoundList rounds={running} />
        </Section>
      )}
      {ended.length > 0 && (
        <Section title={t('pools.rounds.ended')}>
          <RoundList rounds={ended} />
        </Section>
      )}
    </>
  );
}

function RoundList({ rounds }: { rounds: readonly Round[] }) {
  return (
    <ul className={gameLinesCss.gameLines}>
      {rounds.map((round) => (
        <RoundLine key={round.programId} round={round} />
      ))}
    </ul>
  );
}

function RoundLine({ round }: { round: Round }) {
  const { t, format, locale } = useText();
  const { now } = useShell();
  const { gameId, week, year, playDate, isDecided, outcomes } = round;
  return (
    <li data-game={gameId}>
      <GameSymbol game={gameId} />
      <div className={gameLinesCss.words}>
        <h3>
          <Link to={pathsFor(locale).results(gameId, { week, year })}>
            {t(`games.${gameId}.name`)}, {t('calendar.weekNumber', { week }).toLowerCase()}
          </Link>
        </h3>
        <p className="soft">{isDecided ? outcomes.join(' ') : <Progress round={round} />}</p>
      </div>
      <p className={gameLinesCss.aside}>{format.nearDateTime(playDate, now)}</p>
    </li>
  );
}

function Progress({ round: { done, running, playDate } }: { round: Round }) {
  const { t, format } = useText();
  const { now } = useShell();
  if (now < playDate) return t('pools.rounds.awaitsKickOff', { date: format.nearDateTime(playDate, now) });
  return t('pools.ticket.progress', { done, running, left: 13 - done - running });
}
