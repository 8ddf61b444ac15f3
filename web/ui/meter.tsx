/** How much of a limit is used, with the amounts in words beside it. */
import type { ReactNode } from 'react';
import * as meterCss from './meter.module.css';
import * as progressCss from './progress.module.css';

type Props = {
  label: string;
  /** `value` may be above `max` when the limit was lowered afterwards. */
  value: number;
  max: number;
  /** What a screen reader says of it. */
  spoken: string;
  figures: ReactNode;
  children?: ReactNode;
};

export function Meter({ label, value, max, spoken, figures, children }: Props) {
  const percent = max === 0 ? 100 : Math.min(100, (100 * value) / max);
  return (
    <div className={meterCss.meter}>
      <p className={meterCss.head}>
        <span>{label}</span>
        <span className="figures">{figures}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> each in its own colours */}
      <div
        className={progressCss.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(max, value)}
        aria-valuenow={value}
        aria-valuetext={spoken}
      >
        {/* Attributes, not styles: the policy of the page takes none from the markup. */}
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={percent} height="1" />
        </svg>
      </div>
      {children}
    </div>
  );
}
