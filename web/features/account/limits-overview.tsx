/** The limits at a glance, and the ways to change them, to pause and to end. */
import { Link } from 'react-router';
import type { LimitField } from '#rules/values/limits.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import type { SentLimits } from './limit-change.ts';
import { LimitMeter } from './limit-meter.tsx';
import * as limitsCss from './limits.module.css';

/** What is bought comes first. */
const order: readonly LimitField[] = [
  'stakeLimitDay',
  'depositLimitDay',
  'depositLimitWeek',
  'depositLimitMonth',
];

export function LimitsOverview({ limits }: { limits: SentLimits }) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const change = <Link to={paths.limits()}>{t('myPages.overview.changeLimits')}</Link>;
  return (
    <Section title={t('myPages.nav.limits')} aside={change}>
      <div className={limitsCss.metersShort}>
        {order.map((field) => (
          <LimitMeter key={field} field={field} limits={limits} />
        ))}
      </div>
      <p className="actions">
        <Link className={buttonClass({})} to={paths.limits('hle')}>
          {t('myPages.lockout.title')}
        </Link>
        <Link className={buttonClass({ kind: 'plain' })} to={paths.limits('loka')}>
          {t('myPages.close.title')}
        </Link>
      </p>
    </Section>
  );
}
