/**
 * A break from playing, taken over any page: at once, for a chosen time, and never shortened (must-hold 37,
 * 38). It starts at the shortest, and its button names the end.
 */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useCall } from '#web/api/use-call.ts';
import { useShell } from '#web/page/shell.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { useDomainInstant } from '#web/ui/domain-clock.ts';
import * as listsCss from '#web/ui/lists.module.css';
import { Notice } from '#web/ui/notice.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import * as breakCss from './break.module.css';
import { after, daysUntil, LastDay } from './break-last-day.tsx';

const offered = [1, 7, 30] as const;

type Choice = (typeof offered)[number] | 'custom';

export function BreakDialog({ onClose }: { onClose: () => void }) {
  const { t, format, error } = useText();
  const readNow = useDomainInstant(useShell().now);
  const [now] = useState(readNow);
  const { call, isBusy, refused } = useCall('limits.lockOut');
  const [choice, setChoice] = useState<Choice>(1);
  const [lastDay, setLastDay] = useState({ day: '', month: after(now, 1).slice(0, 7) });
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
          <LastDay now={now} typed={lastDay} isFaulty={isFaulty && end === null} onTyped={setLastDay} />
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

/** @param children the fields of the custom choice */
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

/** The effect of the break on tickets, subscriptions, balance and devices. */
function Meanwhile() {
  const { t } = useText();
  const activity = useActivity();
  const amount = money(useOwn()?.account.balance ?? 0);
  const [tickets, subscriptions] = [activity?.activeTickets, activity?.activeSubscriptions];
  const facts = [
    [
      t('myPages.lockout.tickets'),
      tickets === undefined
        ? t('myPages.lockout.ticketsGoOn')
        : t('myPages.lockout.ticketCount', { count: tickets }),
    ],
    [
      t('myPages.lockout.subscriptionsLabel'),
      subscriptions === undefined
        ? t('myPages.lockout.subscriptionsStop')
        : t('myPages.lockout.subscriptionCount', { count: subscriptions }),
    ],
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

/** Null until it has come; without it the dialog says the same without numbers. */
function useActivity(): ApiAnswer<'limits.activity'> | null {
  const [activity, setActivity] = useState<ApiAnswer<'limits.activity'> | null>(null);
  useEffect(() => {
    browserApi('limits.activity', {}).then(setActivity, () => {});
  }, []);
  return activity;
}
