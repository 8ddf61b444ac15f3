/** The matches of a pool ticket: score, state, and what the ticket plays beside what came. */
import { outcomesOf, type PoolId } from '#rules/pools/games.ts';
import { outcomesIn } from '#rules/pools/picks.ts';
import { time } from '#texts/format.ts';
import { useShell } from '#web/page/shell.ts';
import { type Text, useText } from '#web/text/text.tsx';
import type { PoolMarks, PoolMatch } from './pool-match.ts';
import * as poolPlayedCss from './pool-played.module.css';
import { PoolSigns, type ShownSign } from './pool-signs.tsx';

type Props = { gameId: PoolId; pool: PoolMarks };

export function PoolPlayed({ gameId, pool }: Props) {
  const { t } = useText();
  const { matches, panel, rows } = pool;
  return (
    <>
      <table className={poolPlayedCss.matches}>
        <caption className="visually-hidden">{t('pools.ticket.matches')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('pools.number')}</th>
            <th scope="col">{t('pools.match')}</th>
            <th scope="col">{t('pools.ticket.score')}</th>
            <th scope="col">{t('pools.ticket.state')}</th>
            <th scope="col">{t('pools.marks')}</th>
          </tr>
        </thead>
        <tbody>
          {matches.map((match, index) => (
            <MatchRow
              key={match.number}
              gameId={gameId}
              match={match}
              mask={panel?.[index] ?? null}
              base={pool.base?.[index] ?? 0}
            />
          ))}
        </tbody>
      </table>
      <Key pool={pool} />
      {rows.length > 0 && <Rows gameId={gameId} pool={pool} />}
    </>
  );
}

type RowProps = { gameId: PoolId; match: PoolMatch; mask: number | null; base: number };

/** @param mask null where several rows are played */
function MatchRow({ gameId, match, mask, base }: RowProps) {
  const words = useText();
  const { now } = useShell();
  const { number, home, away, score } = match;
  return (
    <tr>
      <td className={poolPlayedCss.number}>{number}</td>
      <td className={poolPlayedCss.teams}>
        <b>{home}</b> <span aria-hidden="true">–</span> <b>{away}</b>
      </td>
      <td className={poolPlayedCss.score}>
        {score && (
          <>
            <span>{score.home}</span>
            <span aria-hidden="true">–</span>
            <span>{score.away}</span>
          </>
        )}
      </td>
      <td className={poolPlayedCss.state}>
        {stateOf(words, match, now)}
        <RightWord match={match} mask={mask} />
      </td>
      <td className={poolPlayedCss.signs}>
        <PoolSigns
          signs={shownSigns(gameId, match, mask, base)}
          label={spokenOf(words.t, gameId, match, mask)}
        />
      </td>
    </tr>
  );
}

function stateOf({ t, format }: Pick<Text, 't' | 'format'>, match: PoolMatch, now: string): string {
  const { status, sure, kickOff, isMoved } = match;
  if (sure === 'lot') return t('pools.ticket.byLot');
  if (sure === 'final') return t('status.match.finished');
  if (sure === 'awaitsLot') return t('pools.ticket.awaitsLot');
  if (status === 'onGoing') return t('status.match.onGoing');
  const isToday = kickOff.slice(0, 10) === now.slice(0, 10);
  const at = isToday ? time(kickOff) : `${format.dayMonthShort(kickOff)} ${time(kickOff)}`;
  return isMoved ? `${at}, ${t('pools.moved').toLowerCase()}` : at;
}

/** Of a ticket with one panel, and never the words of a final outcome for one that may change. */
function RightWord({ match: { outcome, sure }, mask }: Pick<RowProps, 'match' | 'mask'>) {
  const { t } = useText();
  if (mask === null || outcome === null) return null;
  const isRight = ((mask >> outcome) & 1) === 1;
  const ended = isRight ? 'pools.ticket.right' : 'pools.ticket.wrong';
  const running = isRight ? 'pools.ticket.rightForNow' : 'pools.ticket.wrongForNow';
  return (
    <>
      {' · '}
      <span className={isRight ? poolPlayedCss.isRight : undefined}>
        {t(sure === 'running' ? running : ended)}
      </span>
    </>
  );
}

/** All signs of 1X2; of goals those that are played and the one that came. */
function shownSigns(
  gameId: PoolId,
  { outcome, sure }: PoolMatch,
  mask: number | null,
  base: number,
): ShownSign[] {
  const played = mask ?? 0;
  return outcomesOf(gameId).flatMap((text, place) => {
    const isPlayed = ((played >> place) & 1) === 1;
    const came = outcome === place ? (sure as ShownSign['came']) : null;
    const isListed = mask === null ? came !== null : gameId !== 'xg' || isPlayed || came !== null;
    const isMissed = isPlayed && outcome !== null && sure !== 'running' && came === null;
    return isListed ? [{ text, isPlayed, came, isMissed, isBase: ((base >> place) & 1) === 1 }] : [];
  });
}

function spokenOf(t: Text['t'], gameId: PoolId, { outcome, sure }: PoolMatch, mask: number | null): string {
  const names = outcomesOf(gameId);
  const marks = outcomesIn(mask ?? 0).map((place) => names[place]);
  const said = [
    ...(mask === null ? [] : [t('pools.ticket.yourMarks', { marks: marks.join(', ') })]),
    ...(outcome === null || sure === null
      ? []
      : [t(sure === 'running' ? 'pools.ticket.standsAt' : 'toto.result', { result: names[outcome] ?? '' })]),
  ];
  return said.join('. ');
}

const bars = { running: poolPlayedCss.running, final: undefined, lot: poolPlayedCss.lot };

/** The meaning of the bars that are shown. */
function Key({ pool: { matches, panel } }: Pick<Props, 'pool'>) {
  const { t } = useText();
  const has = (sure: PoolMatch['sure']) => matches.some((match) => match.sure === sure);
  const shown = (['running', 'final', 'lot'] as const).filter(has);
  if (shown.length === 0) return null;
  return (
    <ul className={poolPlayedCss.key}>
      {panel && (
        <li>
          <i className={poolPlayedCss.keyMark} /> {t('pools.ticket.keyMark')}
        </li>
      )}
      {shown.map((sure) => (
        <li key={sure}>
          <i className={bars[sure]} /> {t(`pools.ticket.key.${sure}`)}
        </li>
      ))}
    </ul>
  );
}

function Rows({ gameId, pool: { rows, panelCount, matches, listed, hasFile } }: Props) {
  const { t } = useText();
  const hasOutcomes = matches.some(({ outcome }) => outcome !== null);
  return (
    <div className={poolPlayedCss.rowList}>
      <h3>{t(listed === 'best' ? 'pools.ticket.bestRows' : 'myPages.tickets.played')}</h3>
      {listed !== 'all' && (
        <p className="meta">
          {t(`pools.ticket.rowsListed.${listed}`, { shown: rows.length, count: panelCount })}
          {hasFile && ` ${t('pools.ticket.rowsInFile')}`}
        </p>
      )}
      <ol>
        {rows.map((row) => (
          <li key={row.index}>
            <span className={poolPlayedCss.rowName}>
              {panelCount > 10 ? row.index + 1 : letterOf(row.index)}
            </span>
            <span className={poolPlayedCss.rowSigns}>
              {row.picks.map((mask, match) => (
                <RowSign key={matches[match]?.number} gameId={gameId} mask={mask} match={matches[match]} />
              ))}
            </span>
            {hasOutcomes && (
              <span className={poolPlayedCss.rowRight}>{t('pools.right', { count: row.right })}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

const letterOf = (index: number): string => String.fromCharCode(65 + index);

function RowSign({ gameId, mask, match }: { gameId: PoolId; mask: number; match: PoolMatch | undefined }) {
  const { t } = useText();
  const outcome = match?.outcome ?? null;
  const isRight = outcome !== null && ((mask >> outcome) & 1) === 1;
  const text = outcomesIn(mask)
    .map((place) => outcomesOf(gameId)[place])
    .join('/');
  return (
    <span className={isRight ? poolPlayedCss.rowHit : undefined}>
      {text}
      {isRight && <span className="visually-hidden"> {t('pools.ticket.right')}</span>}
    </span>
  );
}
