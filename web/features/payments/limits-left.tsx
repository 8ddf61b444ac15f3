/** What the deposit limits leave, with the amount that is being typed; limits are one press away. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { WaitingAmounts } from '#web/shared/payments/waiting-amounts.tsx';
import { useText } from '#web/text/text.tsx';
import * as progressCss from '#web/ui/progress.module.css';
import * as paymentsCss from './payments.module.css';
import { depositLeft, type PaymentData } from './use-payment-data.ts';

type Props = Pick<PaymentData, 'limits'> & { amount: number; onLeave: () => void };

export function LimitsLeft({ limits, amount, onLeave }: Props) {
  const { t, locale } = useText();
  return (
    <section className={paymentsCss.limitsLeft}>
      <div className={paymentsCss.limitsHead}>
        <h3>{t('deposit.limits')}</h3>
        <Link to={pathsFor(locale).limits()} onClick={onLeave}>
          {t('deposit.setLimits')}
        </Link>
      </div>
      {depositLeft({ limits }).periods.map(({ period, left, field }) => {
        const [max, used] = [limits[field], limits.used[field]];
        const percent = (value: number) => (max === 0 ? 0 : Math.min(100, (100 * value) / max));
        const now = Math.min(amount, left);
        const words = t('deposit.left', { amount: money(left - now) });
        return (
          <div key={period} className={paymentsCss.limitLeft}>
            <span>{t(`deposit.period.${period}`)}</span>
            {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> each in its own colours */}
            <div
              className={progressCss.track}
              role="meter"
              aria-label={t(`myPages.limits.${field}`)}
              aria-valuemin={0}
              aria-valuemax={Math.max(max, used)}
              aria-valuenow={Math.min(used + now, Math.max(max, used))}
              aria-valuetext={words}
            >
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width={percent(used)} height="1" />
                <rect className={paymentsCss.limitNow} x={percent(used)} width={percent(now)} height="1" />
              </svg>
            </div>
            <span className="soft">{words}</span>
          </div>
        );
      })}
      <WaitingAmounts waiting={limits.waiting} />
    </section>
  );
}
