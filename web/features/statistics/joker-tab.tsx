/** Joker's digits: how often each was drawn, and in which place. */
import { useText } from '#web/text/text.tsx';
import { BarChart } from '#web/ui/bar-chart.tsx';
import { Table } from '#web/ui/table.tsx';
import { ChanceNote } from './chance-note.tsx';
import type { Statistics } from './statistics-data.server.ts';

type Props = { joker: Statistics['joker']; view: 'chart' | 'table'; other: string };

const places = [1, 2, 3, 4, 5] as const;

export function JokerTab({ joker, view, other }: Props) {
  const { t } = useText();
  if (joker.draws === 0) return <p className="lead">{t('statistics.noJoker')}</p>;
  const table = (
    <Table
      caption={t('statistics.jokerPlaces')}
      narrow="scroll"
      columns={[
        { name: t('statistics.digit') },
        { name: t('statistics.count'), align: 'end' },
        ...places.map((place) => ({
          name: t('statistics.position', { position: place }),
          align: 'end' as const,
        })),
      ]}
      rows={joker.digits.map(({ digit, count, places: counts }) => ({
        key: String(digit),
        cells: [digit, count, ...counts],
      }))}
      note={t('statistics.jokerDraws', { count: joker.draws })}
    />
  );
  return (
    <>
      <ChanceNote chances={joker.digits} of="digit" />
      <BarChart
        label={t('statistics.jokerChartLabel')}
        bars={joker.digits.map(({ digit, count, expected, deviation }) => ({
          name: String(digit),
          value: count,
          expected,
          deviation,
        }))}
        view={view}
        other={other}
        table={table}
      />
      {view === 'chart' && table}
    </>
  );
}
