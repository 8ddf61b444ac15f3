/**
 * A break from playing, taken over any page: at once, for a chosen time, and never shortened (must-hold 37,
 * 38). It starts at the shortest, and its button names the end.
 */
import { type FormEvent, type ReactNode, useState } from 'react';
import { money } from '#texts/number.ts';
import { useCall } from '#web/api/use-call.ts';
import { useShell } from '#web/page/shell.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { useDomainInstant } from '#web/ui/domain-clock.ts';
import * as fieldCss from '#web/ui/field.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import { Notice } from '#web/ui/notice.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import * as breakCss from './break.module.css';

const offered = [1, 7, 30] as const;
const daysMax = 365;
const dayMs = 86_400_000;

type Choice = (typeof offered)[number] | 'custom';

export function BreakDialog({ onClose }: { onClose: () => void }) {
  const { t, format, error } = useText();
  const readNow = useDomainInstant(useShell().now);
  const [now] = useState(readNow);
  const { call, isBusy, refused } = useCall('limits.lockOut');
  const [choice, setChoice] = useState<Choice>(1);
  const [lastDay, setLastDay] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const [until, setUntil] = useState<string | null>(null);
  const days = choice === 'custom' ? daysUntil(lastDay, now) : choice;
  const end = days === null ? null : after(now, days);

  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFaulty(end === null);
    if (end === null || days === null) document.getElementById('break-last-day')?.focus();
    else if (await call({ body: { days } })) setUntil(end);
  };
  const close = { closeLabel: t('a11y.closeDialog'), onClose, held: isBusy, className: dialogCss.small };
  if (until !== null) return <Begun {...close} until={until} />;
  return (
    <Dialog open title={t('myPages.lockout.title')} {...close}>
      <form className={dialogCss.body} method="dialog" noValidate onSubmit={(event) => void start(event)}>
        <p>{t('myPages.lockout.intro')}</p>
        <Choices choice={choice} choose={setChoice} now={now}>
          <LastDay now={now} isFaulty={isFaulty && end === null} onTyped={setLastDay} />
        </Choices>
        <Meanwhile />
        <p className="soft">{t('myPages.lockout.cannotUndo')}</p>
        {refused !== null && (
          <Notice kind="danger" role="alert">
            {error(refused)}
          </Notice>
        )}
        <div className={`${dialogCss.reviewActions} ${breakCss.ways}`}>
          <Button kind="primary" type="submit" block busy={isBusy}>
            {isBusy
              ? t('loading.sending')
              : end === null
                ? t('myPages.lockout.start')
                : t('myPages.lockout.confirm', { date: format.date(end) })}
          </Button>
          <Button block off={isBusy} onClick={onClose}>
            {t('myPages.lockout.keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type BegunProps = {
  closeLabel: string;
  onClose: () => void;
  className: string | undefined;
  until: string;
};

function Begun({ until, ...close }: BegunProps) {
  const { t, format } = useText();
  return (
    <Dialog open title={t('nav.break')} {...close}>
      <div className={dialogCss.body}>
        <p role="status">{t('myPages.lockout.done', { date: format.dateTime(until) })}</p>
        <Button block onClick={close.onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  );
}

type ChoicesProps = {
  choice: Choice;
  choose: (choice: Choice) => void;
  now: string;
  children: ReactNode;
};

/** @param children the date field of the custom choice */
function Choices({ choice, choose, now, children }: ChoicesProps) {
  const { t, format } = useText();
  return (
    <fieldset>
      <legend className="visually-hidden">{t('myPages.lockout.days')}</legend>
      <div className={optionsCss.ruledChoices}>
        {([...offered, 'custom'] as const).map((offer) => (
          <label key={offer}>
            <input type="radio" name="break" checked={choice === offer} onChange={() => choose(offer)} />
            <span>
              {offer === 'custom'
                ? t('myPages.lockout.custom')
                : t('myPages.lockout.daysOption', { days: offer })}
            </span>
            {offer !== 'custom' && <span className="soft">{format.dateTime(after(now, offer))}</span>}
          </label>
        ))}
      </div>
      {choice === 'custom' && children}
    </fieldset>
  );
}

type LastDayProps = { now: string; isFaulty: boolean; onTyped: (day: string) => void };

function LastDay({ now, isFaulty, onTyped }: LastDayProps) {
  const { t, format } = useText();
  const [first, last] = [after(now, 1), after(now, daysMax)];
  const between = { from: format.date(first), to: format.dateYear(last) };
  return (
    <div className={`${fieldCss.field} ${breakCss.lastDay}`}>
      <label htmlFor="break-last-day">{t('myPages.lockout.lastDay')}</label>
      <input
        id="break-last-day"
        className={fieldCss.input}
        type="date"
        min={first.slice(0, 10)}
        max={last.slice(0, 10)}
        aria-invalid={isFaulty}
        aria-describedby={isFaulty ? 'break-last-day-error' : undefined}
        onChange={({ target }) => onTyped(target.value)}
      />
      {isFaulty && (
        <p id="break-last-day-error" className={fieldCss.error}>
          {t('validation.invalidBreakEnd', between)}
        </p>
      )}
    </div>
  );
}

/** The effect of the break on tickets, subscriptions, balance and devices. */
function Meanwhile() {
  const { t } = useText();
  const amount = money(useOwn()?.account.balance ?? 0);
  const facts = [
    [t('myPages.lockout.tickets'), t('myPages.lockout.ticketsGoOn')],
    [t('myPages.lockout.subscriptionsLabel'), t('myPages.lockout.subscriptionsStop')],
    [t('myPages.lockout.balance'), t('myPages.lockout.balanceStays', { amount })],
    [t('myPages.lockout.devices'), t('myPages.lockout.devicesOut')],
  ] as const;
  return (
    <dl className={`${listsCss.keyValues} ${breakCss.facts}`}>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

const after = (now: string, days: number): string => new Date(Date.parse(now) + days * dayMs).toISOString();

/** Whole days from today to `2026-12-24`, 1 to 365; null for any other text. */
function daysUntil(day: string, now: string): number | null {
  const days = (Date.parse(day) - Date.parse(now.slice(0, 10))) / dayMs;
  return days >= 1 && days <= daysMax ? days : null;
}
