/** A break from playing: at once, for a chosen time, and never shortened (must-hold 37, 38). */
import { type FormEvent, useState } from 'react';
import { useCall } from '#web/api/use-call.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import { Section } from '#web/ui/section.tsx';
import * as accountCss from './account.module.css';

const offered = [1, 7, 30, 180] as const;
const daysMax = 365;
const dayMs = 86_400_000;

type Props = { lockedUntil: string | null; now: string };
type Choice = (typeof offered)[number] | 'custom';

export function LockOut({ lockedUntil, now }: Props) {
  const { t, format } = useText();
  const [choice, setChoice] = useState<Choice>(7);
  const [typed, setTyped] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const days = choice === 'custom' ? readDays(typed) : choice;
  const until = days === null ? null : new Date(Date.parse(now) + days * dayMs).toISOString();
  const said = [
    until !== null && t('myPages.lockout.until', { date: format.dateTime(until) }),
    t('myPages.lockout.cannotUndo'),
  ];
  const words = said.filter(Boolean).join(' ');

  const ask = (event: FormEvent): void => {
    event.preventDefault();
    setFaulty(days === null);
    if (days !== null) setAsked(true);
    else document.getElementById('break-days')?.focus();
  };

  return (
    <div id="hle">
      <Section title={t('myPages.lockout.title')}>
        <form className={accountCss.form} method="dialog" noValidate onSubmit={ask}>
          <div role="status">
            {lockedUntil !== null && (
              <Notice kind="info" secondary={t('myPages.lockout.longer')}>
                {t('myPages.lockout.active', { date: format.dateTime(lockedUntil) })}
              </Notice>
            )}
          </div>
          <p>{t('myPages.lockout.intro')}</p>
          <Choices choice={choice} choose={setChoice} />
          {choice === 'custom' && (
            <DaysField typed={typed} isFaulty={isFaulty && days === null} onTyped={setTyped} />
          )}
          <p className="meta" aria-live="polite">
            {words}
          </p>
          <p>
            <Button type="submit">{t('myPages.lockout.start')}</Button>
          </p>
        </form>
        <StartDialog days={isAsked ? days : null} words={words} onClose={() => setAsked(false)} />
      </Section>
    </div>
  );
}

function Choices({ choice, choose }: { choice: Choice; choose: (choice: Choice) => void }) {
  const { t } = useText();
  return (
    <fieldset>
      <legend>{t('myPages.lockout.days')}</legend>
      <div className={`${optionsCss.options} ${optionsCss.options2}`}>
        {([...offered, 'custom'] as const).map((offer) => (
          <label key={offer} className={optionsCss.option}>
            <input type="radio" name="break" checked={choice === offer} onChange={() => choose(offer)} />
            <span>
              {offer === 'custom'
                ? t('myPages.lockout.custom')
                : t('myPages.lockout.daysOption', { days: offer })}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type DaysProps = { typed: string; isFaulty: boolean; onTyped: (text: string) => void };

function DaysField({ typed, isFaulty, onTyped }: DaysProps) {
  const { t } = useText();
  return (
    <Field
      id="break-days"
      label={t('myPages.lockout.custom')}
      hint={t('myPages.lockout.customHint', { max: daysMax })}
      error={isFaulty ? t('validation.invalidDays', { max: daysMax }) : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      onChange={({ target }) => onTyped(target.value)}
    />
  );
}

type DialogProps = {
  /** Null: not asked. */
  days: number | null;
  words: string;
  onClose: () => void;
};

function StartDialog({ days, words, onClose }: DialogProps) {
  const { t, error } = useText();
  const { call, isBusy, refused } = useCall('limits.lockOut');
  const start = async (): Promise<void> => {
    if (days !== null && (await call({ body: { days } }))) onClose();
  };
  return (
    <Dialog
      open={days !== null}
      title={t('myPages.lockout.confirmTitle')}
      closeLabel={t('myPages.lockout.keep')}
      onClose={onClose}
      held={isBusy}
      className={dialogCss.small}
    >
      <div className={dialogCss.body}>
        <p>{words}</p>
        {refused !== null && (
          <Notice kind="danger" role="alert">
            {error(refused)}
          </Notice>
        )}
        <div className={dialogCss.reviewActions}>
          <Button kind="primary" block busy={isBusy} onClick={() => void start()}>
            {t(isBusy ? 'loading.sending' : 'myPages.lockout.confirm')}
          </Button>
          <Button kind="plain" off={isBusy} onClick={onClose}>
            {t('myPages.lockout.keep')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** A whole number from 1 to 365, or null. */
function readDays(typed: string): number | null {
  const days = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return days >= 1 && days <= daysMax ? days : null;
}
