/**
 * How far something is, always with words. With a value: at once. Without one: after 400 ms, and after five
 * seconds it says that the work goes on.
 */
import { useText } from '#web/text/text.tsx';
import * as progressCss from './progress.module.css';
import { useAfter } from './use-after.ts';

type KnownProps = {
  label: string;
  /** Whole percent, 0 to 100. */
  value: number;
  /** What stands beside the bar instead of the percentage, such as the time left. */
  shown?: string;
};

export function Progress({ label, value, shown }: KnownProps) {
  const { t } = useText();
  const said = shown ?? t('loading.percent', { value });
  return (
    <div className={progressCss.progress}>
      <p>
        <span>{label}</span> <span className="figures soft">{said}</span>
      </p>
      <div
        className={progressCss.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuetext={said}
      >
        {/* Attributes, not styles: the policy of the page takes none from the markup. */}
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={value} height="1" />
        </svg>
      </div>
    </div>
  );
}

const quietMs = 400;
const stillMs = 5_000;

export function Waiting({ label }: { label: string }) {
  const { t } = useText();
  const isShown = useAfter(quietMs);
  const isLong = useAfter(stillMs);
  return (
    <div className={progressCss.progress} aria-busy="true">
      <p role="status">
        {isShown && <span>{label}</span>}{' '}
        {isLong && <span className="soft">{t('loading.stillWorking')}</span>}
      </p>
      {isShown && (
        <div className={progressCss.track} role="progressbar" aria-label={label}>
          <i className={progressCss.moving} />
        </div>
      )}
    </div>
  );
}
