/** The way out: says first what happens, then asks once. */
import { useState } from 'react';
import { type End, endOf } from '#texts/ends.ts';
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

export type Way = SubscriptionDetail['cancel'][number];
type Props = { subscription: SubscriptionDetail; onCancelled: (way: Way) => void };

export function CancelSubscription({ subscription: { id, cancel }, onCancelled }: Props) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  // At once where nothing is paid; else it plays on to the end of what is.
  const way = cancel.find(({ cancelType }) => cancelType === 'immediate') ?? cancel[0];
  if (way === undefined) return null;
  const close = () => setOpen(false);
  const done = (): void => {
    close();
    onCancelled(way);
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

/** The effect of a cancellation, in the same words before and after it. */
export function useCancelEnd(): (way: Way) => End {
  const { t, format } = useText();
  return ({ cancelType, endDate, charge, lastDraw }) => {
    const lastDate = format.date(lastDraw ?? endDate);
    if (cancelType === 'immediate') return endOf(t, 'ends.subscription.cancelledNow');
    if (charge === undefined) {
      const key = lastDraw === undefined ? 'cancelledOver' : 'cancelledPaid';
      return endOf(t, `ends.subscription.${key}`, { lastDate });
    }
    const { at, amount, drawDates } = charge;
    return endOf(t, 'ends.subscription.cancelledDue', {
      ...{ lastDate, date: format.date(at), amount: money(amount) },
      ...{ count: drawDates.length, draws: format.dates(drawDates) },
    });
  };
}

/** What is still taken comes first, as the largest figure; then the last draw. */
function Effect({ way }: { way: Way }) {
  const { t } = useText();
  const { money: theMoney, now } = useCancelEnd()(way);
  return (
    <div className="stack measure">
      {way.charge && (
        <p className={subscriptionsCss.toTake}>
          <span className="soft">{t('myPages.subscriptions.stillTaken')}</span>
          <strong>{money(way.charge.amount)}</strong>
        </p>
      )}
      <p>{theMoney}</p>
      <p>{now}</p>
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
