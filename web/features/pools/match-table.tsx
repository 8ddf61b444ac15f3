/** The thirteen matches of a 1X2 coupon: what is said of each, and its three marks. */
import { memo, useState } from 'react';
import { signs } from '#rules/pools/games.ts';
import { useText } from '#web/text/text.tsx';
import { KickOff } from './kick-off.tsx';
import { MarkCells } from './mark-cells.tsx';
import { type MarkTableProps, markTableId, SourceChoice } from './mark-table.tsx';
import * as matchTableCss from './match-table.module.css';
import { Prediction, type Source, sourcesOf } from './predictions.tsx';
import type { PlayMatch } from './program.ts';
import { activeRow } from './slip.ts';
import { useMarkKeys } from './use-mark-keys.ts';

export function MatchTable({ desk, matches, onToggle }: MarkTableProps) {
  const { t } = useText();
  const sources = sourcesOf(matches);
  const [shown, setShown] = useState<Source>(sources[0] ?? 'chances');
  const keys = useMarkKeys(markTableId, signs, onToggle);
  const row = activeRow(desk.slip);
  return (
    <div className={matchTableCss.board}>
      {sources.length > 1 && (
        <SourceChoice
          className={matchTableCss.source}
          names={sources.map((source) => ({ source, name: t(sourceNames[source]) }))}
          chosen={shown}
          onChoose={setShown}
        >
          <legend className="meta">{t('toto.predictionSource')}</legend>
        </SourceChoice>
      )}
      <table
        id={markTableId}
        className={matchTableCss.table}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <caption className="visually-hidden">{t('toto.heading')}</caption>
        <Head sources={sources} />
        <tbody>
          {matches.map((match, index) => (
            <MatchRow
              key={match.number}
              match={match}
              mask={row[index] ?? 0}
              sources={sources}
              shown={shown}
              stop={keys.stop.match === index ? keys.stop.outcome : null}
              onToggle={onToggle}
            />
          ))}
        </tbody>
      </table>
      {sources.includes('people') && <p className="meta">{t('pools.playedKey')}</p>}
    </div>
  );
}

const sourceNames = {
  forecast: 'toto.forecast',
  chances: 'pools.chances',
  odds: 'toto.odds',
  people: 'toto.peopleChoice',
} as const;

function Head({ sources }: { sources: readonly Source[] }) {
  const { t } = useText();
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t('pools.number')}</span>
        </th>
        <th scope="col">{t('pools.match')}</th>
        <th scope="col">{t('pools.starts')}</th>
        {sources.map((source) => (
          <th key={source} scope="col">
            {t(sourceNames[source])}
          </th>
        ))}
        <th scope="col">
          <span className={matchTableCss.signs} aria-hidden="true">
            {signs.map((sign) => (
              <span key={sign}>{sign}</span>
            ))}
          </span>
          <span className="visually-hidden">{t('pools.marks')}</span>
        </th>
      </tr>
    </thead>
  );
}

type RowProps = {
  match: PlayMatch;
  mask: number;
  sources: readonly Source[];
  /** On narrow screens, where there is room for one. */
  shown: Source;
  stop: number | null;
  onToggle: (match: number, outcome: number) => void;
};

const MatchRow = memo(({ match, mask, sources, shown, stop, onToggle }: RowProps) => {
  const { t } = useText();
  const { number, home, away } = match;
  const name = (sign: (typeof signs)[number]) =>
    t('toto.markSign', { number, home, away, sign: t(`toto.sign${sign}`) });
  return (
    <tr>
      <td className={matchTableCss.number}>{number}</td>
      <td className={matchTableCss.teams}>
        <b>{home}</b> <span className="soft">–</span> <b>{away}</b>
      </td>
      <td className={matchTableCss.kickOff}>
        <KickOff match={match} />
      </td>
      {sources.map((source) => (
        <td key={source} className={source === shown ? matchTableCss.shown : matchTableCss.other}>
          <Prediction match={match} source={source} />
        </td>
      ))}
      <td className={matchTableCss.marks}>
        <MarkCells
          match={number - 1}
          names={signs.map(name)}
          labels={signs}
          label={t('toto.versus', { home, away })}
          mask={mask}
          stop={stop}
          onToggle={onToggle}
        />
      </td>
    </tr>
  );
});
