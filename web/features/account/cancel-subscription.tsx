/** The way out: says first what happens, then asks once. */
import { useState } from 'react';
import { useCall } from '#web/api/use-call.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import type { SubscriptionDetail } from './subscription-data.ts';

type Props = { subscription: SubscriptionDetail; onCancelled: () => void };

export function CancelSubscription({ subscription: { id, cancel }, onCancelled }: Props) {
  const { t, format } = useText();
  const [isOpen, setOpen] = useState(false);
  // At once where nothing is paid; else it plays on to the end of what is.
  const way = cancel.find(({ cancelType }) => cancelType === 'immediate') ?? cancel[0];
  if (way === undefined) return null;
  const { cancelType, endDate } = way;
  const effect =
    cancelType === 'immediate'
      ? t('myPages.subscriptions.cancelNow')
      : t('myPages.subscriptions.cancelEnd', { date: format.dateYear(endDate) });
  const close = () => setOpen(false);
  const done = (): void => {
    close();
    onCancelled();
  };
  return (
    <Section title={t('myPages.subscriptions.cancel')}>
      <div className="stack">
        <p className="measure">{effect}</p>
        <p>
          <Button onClick={() => setOpen(true)}>{t('myPages.subscriptions.cancel')}</Button>
        </p>
      </div>
      <CancelDialog
        open={isOpen}
        subscriptionId={id}
        cancelType={cancelType}
        effect={effect}
        onClose={close}
        onDone={done}
      />
    </Section>
  );
}

type DialogProps = {
  open: boolean;
  subscriptionId: string;
  cancelType: SubscriptionDetail['cancel'][number]['cancelType'];
  effect: string;
  onClose: () => void;
  onDone: () => void;
};

function CancelDialog({ open, subscriptionId, cancelType, effect, onClose, onDone }: DialogProps) {
  const { t, error } = useText();
  const { call, isBusy, refused } = useCall('subscriptions.cancel');
  const confirm = async (): Promise<void> => {
    if (await call({ params: { subscriptionId }, body: { cancelType } })) onDone();
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
        <p>{effect}</p>
        {refused !== null && (
          <Notice kind="danger" role="alert">
            {error(refused)}
          </Notice>
        )}
        <div className={dialogCss.reviewActions}>
          <Button kind="primary" block busy={isBusy} onClick={() => void confirm()}>
            {t(isBusy ? 'loading.sending' : 'myPages.subscriptions.cancelConfirm')}
          </Button>
          <Button kind="plain" off={isBusy} onClick={onClose}>
            {t('myPages.subscriptions.cancelKeep')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
