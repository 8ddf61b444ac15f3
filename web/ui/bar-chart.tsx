/**
 * Bars from server HTML with the expected value as a line, and a switch to the same data as a table; works
 * without script. On a phone the bars lie. Whoever shows draws puts `statistics.fair` beside it.
 */
import { Link } from 'react-router';
import { useText } from '#web/text/text.tsx';
import { Table } from './table.tsx';

type Props = {
  /** What is counted, as a whole sentence: the name of the picture and of the table. */
  label: string;
  /** Of the column of names. */
  nameLabel: string;
  bars: readonly { name: string; value: number }[];
  expected: { value: number; shown: string };
  view: 'chart' | 'table';
  /** The address that shows the other view. */
  other: string;
};

export function BarChart({ label, nameLabel, bars, expected, view, other }: Props) {
  const { t } = useText();
  const isChart = view === 'chart';
  const countLabel = t('statistics.count');
  return (
    <div className="stack">
      {isChart ? (
        <figure className="chart">
          <Bars label={label} bars={bars} expected={expected.value} />
          <LyingBars bars={bars} expected={expected.value} />
          <figcaption>
            <span className="chart-dash" aria-hidden="true" />
            {t('statistics.expectedLabel')}, {expected.shown}
          </figcaption>
        </figure>
      ) : (
        <Table
          caption={label}
          columns={[{ name: nameLabel }, { name: countLabel, align: 'end' }]}
          rows={bars.map(({ name, value }) => ({ key: name, cells: [name, value] }))}
          note={t('statistics.expected', { value: expected.shown })}
        />
      )}
      <p>
        <Link to={other} preventScrollReset>
          {t(isChart ? 'statistics.asTable' : 'statistics.asChart')}
        </Link>
      </p>
    </div>
  );
}

const width = 1240;
const top = 24;
const floor = 274;

function Bars({ label, bars, expected }: { label: string; bars: Props['bars']; expected: number }) {
  const most = Math.max(1, expected, ...bars.map(({ value }) => value));
  const step = width / bars.length;
  const wide = step * 0.78;
  const y = (value: number): number => floor - ((floor - top) * value) / most;
  return (
    <svg viewBox={`0 0 ${width} 304`} role="img" aria-label={label} className="figures">
      {bars.map(({ name, value }, place) => {
        const x = place * step + (step - wide) / 2;
        const height = floor - y(value);
        return (
          <g key={name}>
            <rect className="chart-bar" x={x} y={y(value)} width={wide} height={height} />
            <text x={x + wide / 2} y={296}>
              {name}
            </text>
            <text
              x={x + wide / 2}
              y={height < 26 ? y(value) - 5 : floor - 7}
              className={height < 26 ? undefined : 'chart-inside'}
            >
              {value}
            </text>
          </g>
        );
      })}
      <path className="chart-gap" d={`M0 ${y(expected)}H${width}`} />
      <path className="chart-expected" d={`M0 ${y(expected)}H${width}`} />
      <path className="chart-floor" d={`M0 ${floor}H${width}`} />
    </svg>
  );
}

function LyingBars({ bars, expected }: { bars: Props['bars']; expected: number }) {
  const most = Math.max(1, expected, ...bars.map(({ value }) => value));
  const share = (value: number): number => (1000 * value) / most;
  return (
    <ol className="chart-lying figures">
      {bars.map(({ name, value }) => (
        <li key={name}>
          <b>{name}</b>
          <svg viewBox="0 0 1000 30" preserveAspectRatio="none" aria-hidden="true">
            <rect className="chart-bar" y="6" width={share(value)} height="18" />
            <path className="chart-gap" d={`M${share(expected)} 0v30`} />
            <path className="chart-expected" d={`M${share(expected)} 0v30`} />
          </svg>
          <span>{value}</span>
        </li>
      ))}
    </ol>
  );
}
