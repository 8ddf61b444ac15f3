/**
 * Bars from server HTML before a band of what chance alone gives, with the expected value as a line, and a
 * switch to the same data as a table; works without script. On a phone the bars lie. Whoever shows draws puts
 * `statistics.fair` beside it.
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '#web/text/text.tsx';
import * as barChartCss from './bar-chart.module.css';

type Bar = { name: string; value: number; expected: number; deviation: number };

type Props = {
  /** What is counted, as a whole sentence: the name of the picture. */
  label: string;
  bars: readonly Bar[];
  view: 'chart' | 'table';
  /** The address that shows the other view. */
  other: string;
  table: ReactNode;
};

export function BarChart({ label, bars, view, other, table }: Props) {
  const { t } = useText();
  const isChart = view === 'chart';
  return (
    <div className="stack">
      <p>
        <Link to={other} preventScrollReset>
          {t(isChart ? 'statistics.asTable' : 'statistics.asChart')}
        </Link>
      </p>
      {isChart ? (
        <figure className={barChartCss.chart}>
          <Bars label={label} bars={bars} />
          <LyingBars bars={bars} />
          <figcaption>
            <span>
              <span className={barChartCss.chartDash} aria-hidden="true" /> {t('statistics.expectedLabel')}
            </span>
            <span>
              <span className={barChartCss.chartKey} aria-hidden="true" /> {t('statistics.bandLabel')}
            </span>
          </figcaption>
        </figure>
      ) : (
        table
      )}
    </div>
  );
}

const width = 1240;
const top = 24;
const floor = 274;

const lowOf = ({ expected, deviation }: Bar): number => Math.max(0, expected - 2 * deviation);
const highOf = ({ expected, deviation }: Bar): number => expected + 2 * deviation;
const mostOf = (bars: readonly Bar[]): number =>
  Math.max(1, ...bars.flatMap((bar) => [bar.value, highOf(bar)]));

function Bars({ label, bars }: Pick<Props, 'label' | 'bars'>) {
  const most = mostOf(bars);
  const step = width / bars.length;
  const wide = step * 0.78;
  const y = (value: number): number => round(floor - ((floor - top) * value) / most);
  const line = bars
    .map(({ expected }, place) => `M${round(place * step)} ${y(expected)}h${round(step)}`)
    .join('');
  return (
    <svg viewBox={`0 0 ${width} 304`} role="img" aria-label={label} className="figures">
      {bars.map((bar, place) => (
        <rect
          key={bar.name}
          className={barChartCss.chartBand}
          x={round(place * step)}
          y={y(highOf(bar))}
          width={round(step)}
          height={round(y(lowOf(bar)) - y(highOf(bar)))}
        />
      ))}
      {bars.map(({ name, value }, place) => {
        const x = round(place * step + (step - wide) / 2);
        const height = floor - y(value);
        const isLow = height < 26;
        return (
          <g key={name}>
            <rect className={barChartCss.chartBar} x={x} y={y(value)} width={round(wide)} height={height} />
            <text x={round(x + wide / 2)} y={296}>
              {name}
            </text>
            <text
              x={round(x + wide / 2)}
              y={isLow ? y(value) - 5 : floor - 7}
              className={isLow ? undefined : barChartCss.chartInside}
            >
              {value}
            </text>
          </g>
        );
      })}
      <path className={barChartCss.chartGap} d={line} />
      <path className={barChartCss.chartExpected} d={line} />
      <path className={barChartCss.chartFloor} d={`M0 ${floor}H${width}`} />
    </svg>
  );
}

function LyingBars({ bars }: Pick<Props, 'bars'>) {
  const most = mostOf(bars);
  const share = (value: number): number => round((1000 * value) / most);
  return (
    <ol className={`${barChartCss.chartLying} figures`}>
      {bars.map((bar) => (
        <li key={bar.name}>
          <b>{bar.name}</b>
          <svg viewBox="0 0 1000 30" preserveAspectRatio="none" aria-hidden="true">
            <rect
              className={barChartCss.chartBand}
              x={share(lowOf(bar))}
              width={round(share(highOf(bar)) - share(lowOf(bar)))}
              height="30"
            />
            <rect className={barChartCss.chartBar} y="6" width={share(bar.value)} height="18" />
            <path className={barChartCss.chartGap} d={`M${share(bar.expected)} 0v30`} />
            <path className={barChartCss.chartExpected} d={`M${share(bar.expected)} 0v30`} />
          </svg>
          <span>{bar.value}</span>
        </li>
      ))}
    </ol>
  );
}

/** Tenths of a unit are finer than any screen. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
