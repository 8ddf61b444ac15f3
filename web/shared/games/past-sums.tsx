/** Paid, won and net, and how both grew: a thin line for what was paid, bars for what came back. */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as barChartCss from '#web/ui/bar-chart.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import * as pastSumsCss from './past-sums.module.css';

type Step = { paid: number; won: number };

/** @param spoken what the picture shows, in words */
export function PastSums({ paid, won, steps, spoken }: Step & { steps: readonly Step[]; spoken: string }) {
  const { t } = useText();
  return (
    <>
      <dl className={listsCss.sums}>
        <div>
          <dt>
            <span className={pastSumsCss.keyLine} aria-hidden="true" /> {t('whatIf.paid')}
          </dt>
          <dd>{money(paid)}</dd>
        </div>
        <div>
          <dt>
            <span className={pastSumsCss.keyBar} aria-hidden="true" /> {t('whatIf.won')}
          </dt>
          <dd>{money(won)}</dd>
        </div>
        <div>
          <dt>{t('whatIf.net')}</dt>
          <dd>{money(won - paid)}</dd>
        </div>
      </dl>
      {steps.length > 1 && <Growth steps={steps} label={spoken} />}
    </>
  );
}

const [width, height] = [1000, 260];

function Growth({ steps, label }: { steps: readonly Step[]; label: string }) {
  const most = Math.max(1, ...steps.flatMap(({ paid, won }) => [paid, won]));
  const step = width / steps.length;
  const y = (amount: number): number => Math.round(height - (amount * (height - 8)) / most);
  const line = steps.map(({ paid }, place) => `${Math.round((place + 1) * step)} ${y(paid)}`).join('L');
  return (
    <svg
      className={pastSumsCss.growth}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {steps.map(({ won }, place) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a step
          key={place}
          className={barChartCss.chartBar}
          x={Math.round(place * step + step * 0.15)}
          y={y(won)}
          width={Math.max(1, Math.round(step * 0.7))}
          height={height - y(won)}
        />
      ))}
      <path d={`M0 ${height}L${line}`} />
    </svg>
  );
}
