/** How often each number came up, and which came up together. */

import { useShell } from '#web/page/shell.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import { BarChart } from '#web/ui/bar-chart.tsx';
import * as discsCss from '#web/ui/discs.module.css';
import { Section } from '#web/ui/section.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { ChanceNote } from './chance-note.tsx';
import * as statisticsCss from './statistics.module.css';
import type { Statistics } from './statistics-data.server.ts';

type Count = Statistics['numbers'][number];
type Props = {
  gameId: NumberGame;
  drum: 'tolur' | 'aukatolur';
  statistics: Statistics;
  view: 'chart' | 'table';
  other: string;
};

const listed = 6;

export function NumbersTab({ gameId, drum, statistics, view, other }: Props) {
  const { t } = useText();
  const counts = drum === 'tolur' ? statistics.numbers : statistics.bonus;
  const gameIn = t(`games.${gameId}.nameIn`);
  const label = t(drum === 'tolur' ? 'statistics.chartLabel' : 'statistics.bonusChartLabel', { gameIn });
  const byCount = counts.toSorted((a, b) => b.count - a.count || a.number - b.number);
  return (
    <>
      <ChanceNote chances={counts} />
      <BarChart
        label={label}
        bars={counts.map(({ number, count, expected, deviation }) => ({
          name: String(number),
          value: count,
          expected,
          deviation,
        }))}
        view={view}
        other={other}
        table={<CountTable caption={label} counts={counts} />}
      />
      {view === 'chart' && (
        <div className={statisticsCss.evenColumns}>
          <Section title={t('statistics.most')}>
            <CountTable
              caption={`${t('statistics.most')}. ${label}`}
              isCaptionHidden
              counts={byCount.slice(0, listed)}
            />
          </Section>
          <Section title={t('statistics.least')}>
            <CountTable
              caption={`${t('statistics.least')}. ${label}`}
              isCaptionHidden
              counts={byCount.toReversed().slice(0, listed)}
            />
          </Section>
        </div>
      )}
      {drum === 'tolur' && <Pairs pairs={statistics.pairs} />}
    </>
  );
}

type TableProps = { caption: string; isCaptionHidden?: boolean; counts: readonly Count[] };

function CountTable({ caption, isCaptionHidden = false, counts }: TableProps) {
  const { t, format } = useText();
  const { now } = useShell();
  const columns: Column[] = [
    { name: t('statistics.number') },
    { name: t('statistics.count'), align: 'end' },
    { name: t('statistics.lastDrawn'), align: 'end' },
    { name: t('statistics.drawsSince'), align: 'end' },
  ];
  return (
    <Table
      caption={caption}
      isCaptionHidden={isCaptionHidden}
      narrow="scroll"
      columns={columns}
      rows={counts.map(({ number, count, last, since }) => ({
        key: String(number),
        cells: [
          <span key="number" className={`${discsCss.disc} ${discsCss.miss} ${discsCss.small} figures`}>
            {number}
          </span>,
          count,
          last === undefined ? t('statistics.never') : format.dayOfYears(last, now),
          since,
        ],
      }))}
    />
  );
}

function Pairs({ pairs }: { pairs: Statistics['pairs'] }) {
  const { t } = useText();
  return (
    <Section title={t('statistics.pairs')}>
      <p className="measure">{t('statistics.pairsLead')}</p>
      <ul className={statisticsCss.pairList}>
        {pairs.pairs.map(({ numbers, count }) => (
          <li key={numbers.join()}>
            {numbers.map((number) => (
              <span key={number} className={`${discsCss.disc} ${discsCss.miss} ${discsCss.small} figures`}>
                {number}
              </span>
            ))}
            <span>{t('statistics.countOf', { count })}</span>
          </li>
        ))}
      </ul>
      <ChanceNote chances={[pairs]} of="pair" />
    </Section>
  );
}
