/** Closing the account, with what is still open (must-hold 40). One confirmation, and nothing to be asked. */
import { useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { endInWords, endOf } from '#texts/ends.ts';
import { money } from '#texts/number.ts';
import { useCall } from '#web/api/use-call.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import * as accountCss from './account.module.css';

type Props = { activity: ApiAnswer<'limits.activity'>; balance: number };

export function CloseAccount(props: Props) {
  const { t, locale } = useText();
  const [isAsked, setAsked] = useState(false);
  return (
    <div id="loka">
      <Section title={t('myPages.close.title')}>
        <div className={accountCss.form}>
          <p>{t('myPages.close.intro')}</p>
          <StillOpen {...props} />
          <p>
            <a href={pathsFor(locale).limits('hle')}>{t('myPages.close.orBreak')}</a>
          </p>
          <p>
            <Button onClick={() => setAsked(true)}>{t('myPages.close.confirm')}</Button>
          </p>
        </div>
        <CloseDialog {...props} isAsked={isAsked} onClose={() => setAsked(false)} />
      </Section>
    </div>
  );
}

function StillOpen({ activity, balance }: Props) {
  const { t } = useText();
  const { hasActiveTickets, hasActiveSubscriptions, prepaid } = activity;
  const isAnything = hasActiveTickets || hasActiveSubscriptions || balance > 0;
  if (!isAnything) return <p>{t('myPages.close.nothingOpen')}</p>;
  return (
    <ul className={listsCss.bullets}>
      {hasActiveTickets && <li>{t('myPages.close.activeTickets')}</li>}
      {hasActiveSubscriptions && (
        <li>
          {t('myPages.close.subscriptions', {
            isPaid: prepaid > 0 ? 'yes' : 'no',
            amount: money(prepaid),
          })}
        </li>
      )}
      {balance > 0 && <li>{t('myPages.close.balance', { amount: money(balance) })}</li>}
    </ul>
  );
}

type DialogProps = Props & { isAsked: boolean; onClose: () => void };

function CloseDialog({ isAsked, onClose, ...open }: DialogProps) {
  const { t, error, locale } = useText();
  const { call, isBusy, refused } = useCall('limits.closeAccount');
  const remaining = open.balance + open.activity.prepaid;
  const end = endOf(t, 'ends.account.closed', {
    amount: money(remaining),
    hasBalance: remaining > 0 ? 'yes' : 'no',
  });
  const [isDone, setDone] = useState(false);
  const home = pathsFor(locale).home();
  const close = async (): Promise<void> => setDone(await call({}, { leaves: true }));
  return (
    <Dialog
      open={isAsked}
      title={t(isDone ? 'myPages.close.doneTitle' : 'myPages.close.confirmTitle')}
      closeLabel={t(isDone ? 'common.backToHome' : 'myPages.close.keep')}
      onClose={() => (isDone ? window.location.assign(home) : onClose())}
      held={isBusy}
      closesOutside={!isDone}
      className={dialogCss.small}
    >
      <div className={dialogCss.body}>
        {isDone ? (
          <>
            <p>{endInWords(end)}</p>
            {/* The session has ended: the next page is read anew. */}
            <a className={buttonClass({ kind: 'primary', block: true })} href={home}>
              {t('common.backToHome')}
            </a>
          </>
        ) : (
          <>
            <p>{t('myPages.close.confirmText')}</p>
            <StillOpen {...open} />
            {refused !== null && (
              <Notice kind="danger" role="alert">
                {error(refused)}
              </Notice>
            )}
            <div className={dialogCss.reviewActions}>
              <Button kind="primary" block busy={isBusy} onClick={() => void close()}>
                {t(isBusy ? 'loading.sending' : 'myPages.close.confirm')}
              </Button>
              <Button kind="plain" off={isBusy} onClick={onClose}>
                {t('myPages.close.keep')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}
