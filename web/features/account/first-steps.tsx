/** What a player who has never had money here can do today; nothing that is not there yet. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { limitFields } from '#rules/values/limits.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import type { SentLimits } from './limit-change.ts';
import * as limitsCss from './limits.module.css';

type Props = { limits: SentLimits; eIdValidTo: string };

export function FirstSteps({ limits, eIdValidTo }: Props) {
  const { t, format, locale } = useText();
  const paths = pathsFor(locale);
  const hasOwn = limitFields.some((field) => limits[field] < limits.system[field]);
  return (
    <Section title={t('myPages.firstSteps.title')}>
      <ol className={limitsCss.firstSteps}>
        <Step title={t('myPages.firstSteps.account')} isDone>
          {t('myPages.profile.eidValid', { date: format.dateYear(eIdValidTo) })}
        </Step>
        <Step
          title={t(hasOwn ? 'myPages.firstSteps.limitsSet' : 'myPages.firstSteps.limits')}
          isDone={hasOwn}
          way={
            <Link className={buttonClass({})} to={paths.limits()}>
              {t(hasOwn ? 'myPages.overview.changeLimits' : 'myPages.firstSteps.setLimits')}
            </Link>
          }
        >
          {t(hasOwn ? 'myPages.firstSteps.limitsSetHow' : 'myPages.firstSteps.limitsHow', {
            max: money(limits.system.stakeLimitDay),
          })}
        </Step>
        <Step
          title={t('myPages.firstSteps.read')}
          way={
            <Link className={buttonClass({})} to={paths.game('lotto')}>
              {t('myPages.firstSteps.readGame', { game: t('games.lotto.name') })}
            </Link>
          }
        >
          {t('myPages.firstSteps.readHow')}
        </Step>
      </ol>
    </Section>
  );
}

type StepProps = { title: string; isDone?: boolean; way?: ReactNode; children: ReactNode };

function Step({ title, isDone = false, way, children }: StepProps) {
  const { t } = useText();
  return (
    <li className={isDone ? limitsCss.isDone : undefined}>
      {isDone && <Icon name="check" />}
      <div>
        <h3>
          {isDone && <span className="visually-hidden">{t('myPages.tickets.large.done')}: </span>}
          {title}
        </h3>
        <p className="soft">{children}</p>
        {way !== undefined && <p>{way}</p>}
      </div>
    </li>
  );
}
