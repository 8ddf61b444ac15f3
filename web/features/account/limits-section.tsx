/** Limits: what is used and left, raises that wait, and the form. */
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { type LimitField, limitGroups, raiseWaitHours } from '#rules/values/limits.ts';
import { money } from '#texts/number.ts';
import { useCall } from '#web/api/use-call.ts';
import { pathsFor } from '#web/page/paths.ts';
import { WaitingAmounts } from '#web/shared/payments/waiting-amounts.tsx';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Done } from '#web/ui/done.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { confirmRaise, type LimitChange, type SentLimits, stepsOf, withdrawRaise } from './limit-change.ts';
import { LimitMeter } from './limit-meter.tsx';
import * as limitsCss from './limits.module.css';
import { LimitsForm } from './limits-form.tsx';
import { UsedLimits } from './used-limits.tsx';

type Props = { limits: SentLimits; now: string };

export function LimitsSection({ limits, now }: Props) {
  const { t, error, locale } = useText();
  const { call, isBusy, refused } = useCall('limits.update');
  const [done, setDone] = useState<{ by: 'raise' | 'form'; said: string } | null>(null);
  const send = async (change: LimitChange, said: string): Promise<void> => {
    setDone(null);
    if (await call({ body: change })) setDone({ by: 'raise', said });
  };
  return (
    <Section title={t('myPages.limits.title')}>
      <div className="stack">
        <p className="lead">{t('myPages.limits.intro', { hours: raiseWaitHours })}</p>
        {done?.by === 'raise' && <Done>{done.said}</Done>}
        <UsedLimits limits={limits} />
        <p className="actions">
          <a className={buttonClass({ kind: 'primary' })} href="#breyta">
            {t('myPages.limits.edit')}
          </a>
          <Link className={buttonClass({})} to={pathsFor(locale).limits('hle')}>
            {t('myPages.lockout.start')}
          </Link>
          <Link className={buttonClass({ kind: 'plain' })} to={pathsFor(locale).selfTest()}>
            {t('responsible.selfTest')}
          </Link>
        </p>
        <WaitingAmounts waiting={limits.waiting} />
      </div>
      <p className={`meta ${limitsCss.notch}`}>{t('myPages.limits.notch')}</p>
      <div className={limitsCss.groups}>
        {limitGroups.map((group, nth) => (
          <Group key={group[0]} name={groupNames[nth] as GroupName}>
            {group.map((field) => (
              <LimitMeter key={field} field={field} limits={limits} isInGroup>
                <Raise field={field} limits={limits} now={now} isBusy={isBusy} send={send} />
              </LimitMeter>
            ))}
          </Group>
        ))}
      </div>
      {refused !== null && (
        <Notice kind="danger" role="alert">
          {error(refused)}
        </Notice>
      )}
      <Disclosure name={t('myPages.limits.edit')} opensByHash>
        <LimitsForm
          limits={limits}
          now={now}
          done={done?.by === 'form' ? done.said : null}
          setDone={(said) => setDone({ by: 'form', said })}
        />
      </Disclosure>
    </Section>
  );
}

/** In the order of `limitGroups`. */
const groupNames = ['deposit', 'stake', 'loss'] as const;
type GroupName = (typeof groupNames)[number];

function Group({ name, children }: { name: GroupName; children: ReactNode }) {
  const { t } = useText();
  const id = useId();
  return (
    <section className={limitsCss.group} aria-labelledby={id}>
      <h3 id={id}>{t(`myPages.limits.${name}`)}</h3>
      <p className="meta">{t(`myPages.limits.${name}About`)}</p>
      {children}
    </section>
  );
}

type RaiseProps = Props & {
  field: LimitField;
  isBusy: boolean;
  send: (change: LimitChange, said: string) => Promise<void>;
};

/** A raise that was asked for: when it may be confirmed, and one press to do so or to give it up. */
function Raise({ field, limits, now, isBusy, send }: RaiseProps) {
  const { t, format } = useText();
  const raise = limits.pending?.[field];
  if (raise === undefined) return null;
  const step = stepsOf(limits, confirmRaise(limits, field), now)[field];
  const amount = money(raise.value);
  const isRipe = step.act === 'confirm';
  const isBlocked = step.act === 'wait' && raise.effectiveAt <= now;
  const key = isRipe ? 'pendingReady' : isBlocked ? 'pendingAfter' : 'pending';
  const date = format.nearDateTime(raise.effectiveAt, now);
  return (
    <div className={limitsCss.raise}>
      <p>{t(`myPages.limits.${key}`, { amount, date })}</p>
      <p className="actions">
        {isRipe && (
          <Button
            kind="primary"
            busy={isBusy}
            onClick={() => void send(confirmRaise(limits, field), t('myPages.limits.savedNow'))}
          >
            {t('myPages.limits.pendingConfirm', { amount })}
          </Button>
        )}
        <Button
          busy={isBusy}
          onClick={() => void send(withdrawRaise(limits, field), t('myPages.limits.savedWithdrawn'))}
        >
          {t('myPages.limits.pendingCancel')}
          <span className="visually-hidden"> – {t(`myPages.limits.${field}`)}</span>
        </Button>
      </p>
    </div>
  );
}
