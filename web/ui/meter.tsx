/** A bar of the used part of a limit, with the amounts beside it and a notch at 80 %. */
import type { ReactNode } from 'react';
import * as meterCss from './meter.module.css';
import * as progressCss from './progress.module.css';

type Props = {
  label: string;
  /** Accessible name, where it says more than the label. */
  name?: string;
  /** `value` may be above `max` when the limit was lowered afterwards. */
  value: number;
  max: number;
  /** False: there is no limit, and the bar is dashed. */
  isSet?: boolean;
  /** What a screen reader says of it. */
  spoken: string;
  figures: ReactNode;
  children?: ReactNode;
};

export function Meter({ label, name = label, value, max, isSet = true, spoken, figures, children }: Props) {
  const percent = max === 0 ? 100 : Math.min(100, (100 * value) / max);
  return (
    <div className={meterCss.meter}>
      <p className={meterCss.head}>
        <span>{label}</span>
        <span className="figures">{figures}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> each in its own colours */}
      <div
        className={`${progressCss.track} ${isSet ? meterCss.notched : meterCss.unset}`}
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={Math.max(max, value)}
        aria-valuenow={value}
        aria-valuetext={spoken}
      >
        {/* Attributes, not styles: the policy of the page takes none from the markup. */}
        {isSet && (
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={percent} height="1" />
          </svg>
        )}
      </div>
      {children}
    </div>
  );
}
