/** The way out: says first what happens, then asks once. */
import { useState } from 'react';
import { money } from '#texts/number.ts';
import { useCall } from '#web/api/use-call.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import type { SubscriptionDetail } from './subscription-data.ts';
import * as subscriptionsCss from './subscriptions.module.css';

type Props = { subscription: SubscriptionDetail; onCancelled: () => void };

export function CancelSubscription({ subscription: { id, cancel }, onCancelled }: Props) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  // At once where nothing is paid; else it plays on to the end of what is.
  const way = cancel.find(({ cancelType }) => cancelType === 'immediate') ?? cancel[0];
  if (way === undefined) return null;
  const close = () => setOpen(false);
  const done = (): void => {
    close();
    onCancelled();
  };
  return (
    <Section title={t('myPages.subscriptions.cancel')}>
      <div className="stack">
        <Effect way={way} />
        <p>
          <Button onClick={() => setOpen(true)}>{t('myPages.subscriptions.cancel')}</Button>
        </p>
      </div>
      <CancelDialog open={isOpen} subscriptionId={id} way={way} onClose={close} onDone={done} />
    </Section>
  );
}

type Way = SubscriptionDetail['cancel'][number];

/** What is still taken comes first, as the largest figure; then the last draw. */
function Effect({ way: { cancelType, endDate, charge, lastDraw } }: { way: Way }) {
  const { t, format } = useText();
  if (cancelType === 'immediate') return <p className="measure">{t('myPages.subscriptions.cancelNow')}</p>;
  if (charge === undefined) {
    const last = format.dateYear(lastDraw ?? endDate);
    return (
      <p className="measure">
        {t(lastDraw === undefined ? 'myPages.subscriptions.cancelOn' : 'myPages.subscriptions.cancelEnd', {
          date: last,
        })}
      </p>
    );
  }
  const { at, amount, drawDates } = charge;
  return (
    <div className="stack measure">
      <p className={subscriptionsCss.toTake}>
        <span className="soft">{t('myPages.subscriptions.stillTaken')}</span>
        <strong>{money(amount)}</strong>
      </p>
      <p>
        {t('myPages.subscriptions.cancelCharge', {
          date: format.date(at),
          count: drawDates.length,
          draws: format.dates(drawDates),
        })}
      </p>
    </div>
  );
}

type DialogProps = {
  open: boolean;
  subscriptionId: string;
  way: Way;
  onClose: () => void;
  onDone: () => void;
};

function CancelDialog({ open, subscriptionId, way, onClose, onDone }: DialogProps) {
  const { t, error } = useText();
  const { call, isBusy, refused } = useCall('subscriptions.cancel');
  const confirm = async (): Promise<void> => {
    if (await call({ params: { subscriptionId }, body: { cancelType: way.cancelType } })) onDone();
  };
  return (
    <Dialog
      open={open}
      title={t('myPages.subscriptions.cancelTitle')}
      closeLabel={t('myPages.subscriptions.cancelKeep')}
      onClose={onClose}
      held={isBusy}
      className={dialogCss.small}
    >
      <div className={dialogCss.body}>
        <Effect way={way} />
        {refused !== null && (
          <Notice kind="danger" role="alert">
            {error(refused)}
          </Notice>
        )}
        <div className={dialogCss.reviewActions}>
          <Button block busy={isBusy} onClick={() => void confirm()}>
            {t(isBusy ? 'loading.sending' : 'myPages.subscriptions.cancelConfirm')}
          </Button>
          <Button block off={isBusy} onClick={onClose}>
            {t('myPages.subscriptions.cancelKeep')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
