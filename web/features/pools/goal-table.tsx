/** The thirteen matches of an xg coupon: eight numbers of goals for each, what people play, the chances. */
import { memo, useState } from 'react';
import { goals } from '#rules/pools/games.ts';
import { useText } from '#web/text/text.tsx';
import * as goalTableCss from './goal-table.module.css';
import { KickOff } from './kick-off.tsx';
import { MarkCells } from './mark-cells.tsx';
import { type MarkTableProps, markTableId, SourceChoice } from './mark-table.tsx';
import type { PlayMatch } from './program.ts';
import { activeRow, isBegunRow } from './slip.ts';
import { useMarkKeys } from './use-mark-keys.ts';

type Shown = 'people' | 'chances';

export function GoalTable({ desk, matches, onToggle }: MarkTableProps) {
  const { t } = useText();
  const hasPeople = matches.some(({ people }) => people !== null);
  const [shown, setShown] = useState<Shown>(hasPeople ? 'people' : 'chances');
  const keys = useMarkKeys(markTableId, goals, onToggle);
  const row = activeRow(desk.slip);
  const isBegun = isBegunRow(row);
  return (
    <div className={goalTableCss.board}>
      {hasPeople && (
        <SourceChoice
          className={goalTableCss.source}
          names={(['people', 'chances'] as const).map((source) => ({ source, name: t(`pools.${source}`) }))}
          chosen={shown}
          onChoose={setShown}
        >
          <legend className="visually-hidden">{t('pools.sourceOf')}</legend>
        </SourceChoice>
      )}
      <table
        id={markTableId}
        className={goalTableCss.table}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <caption className="visually-hidden">{t('xg.heading')}</caption>
        <Head hasPeople={hasPeople} />
        <tbody>
          {matches.map((match, index) => (
            <GoalRow
              key={match.number}
              match={match}
              mask={row[index] ?? 0}
              shown={shown}
              isMissing={isBegun && row[index] === 0}
              stop={keys.stop.match === index ? keys.stop.outcome : null}
              onToggle={onToggle}
            />
          ))}
        </tbody>
      </table>
      <p className={goalTableCss.key}>{t(hasPeople ? 'pools.barsAndStrokes' : 'pools.strokes')}</p>
    </div>
  );
}

function Head({ hasPeople }: { hasPeople: boolean }) {
  const { t } = useText();
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t('pools.number')}</span>
        </th>
        <th scope="col">{t('pools.match')}</th>
        <th scope="col">{t('pools.starts')}</th>
        <th scope="col">{t(hasPeople ? 'pools.peopleAndChances' : 'pools.chances')}</th>
        <th scope="col">
          <span className={goalTableCss.goals} aria-hidden="true">
            {goals.map((each) => (
              <span key={each}>{each}</span>
            ))}
          </span>
          <span className="visually-hidden">{t('pools.goals')}</span>
        </th>
      </tr>
    </thead>
  );
}

type RowProps = {
  match: PlayMatch;
  mask: number;
  shown: Shown;
  /** It has no mark, in a row that was begun. */
  isMissing: boolean;
  stop: number | null;
  onToggle: (match: number, outcome: number) => void;
};

const GoalRow = memo(({ match, mask, shown, isMissing, stop, onToggle }: RowProps) => {
  const { t } = useText();
  const { number, home, away, chances, people } = match;
  const names = goals.map((_, count) => {
    const said = count === goals.length - 1 ? t('xg.goalsSeven') : t('xg.goals', { count });
    return t('xg.markGoals', { number, home, away, goals: said });
  });
  const percent = match[shown] ?? chances;
  return (
    <tr className={isMissing ? goalTableCss.missing : undefined}>
      <td className={goalTableCss.number}>{number}</td>
      <td className={goalTableCss.teams}>
        <b>{home}</b> <span className="soft">–</span> <b>{away}</b>
        {isMissing && <span className={goalTableCss.word}> {t('pools.unmarked')}</span>}
      </td>
      <td className={goalTableCss.kickOff}>
        <KickOff match={match} />
      </td>
      <td className={goalTableCss.chart}>
        <Bars people={people} chances={chances} mask={mask} />
      </td>
      <td className={goalTableCss.marks}>
        <MarkCells
          match={number - 1}
          labels={goals}
          names={names}
          label={t('toto.versus', { home, away })}
          mask={mask}
          stop={stop}
          asides={percent.map((value, count) => <em key={goals[count]}>{value}%</em>)}
          onToggle={onToggle}
        />
      </td>
    </tr>
  );
});

/** Bars of what people play, strokes of the chances; the scale ends above the highest of both. */
function Bars({ people, chances, mask }: Pick<PlayMatch, 'people' | 'chances'> & { mask: number }) {
  const top = Math.max(...chances, ...(people ?? []), 1);
  const height = (value: number) => (34 * value) / top;
  return (
    <svg className={goalTableCss.bars} viewBox="0 0 124 36" aria-hidden="true">
      {chances.map((chance, count) => (
        <g key={goals[count]}>
          {people && (
            <rect
              className={(mask >> count) & 1 ? goalTableCss.on : undefined}
              x={count * 15.7}
              y={36 - height(people[count] ?? 0)}
              width="12.7"
              height={height(people[count] ?? 0)}
            />
          )}
          <path d={`M${count * 15.7 - 1} ${35 - height(chance)}h14.7`} />
        </g>
      ))}
    </svg>
  );
}
