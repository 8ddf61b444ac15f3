/** A card is forgotten, here and at the gateway; what is still paid with it is named first. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { usePayments } from '#web/shared/payments/payments-context.ts';
import type { Refused } from '#web/text/errors.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { CardRow } from './add-card.tsx';
import { Loading } from './loading.tsx';
import { useStepFrame } from './step-frame.ts';
import type { StepProps } from './step-props.ts';
import { type Card, usePaymentData } from './use-payment-data.ts';

export function RemoveCard({ isSubscription, subscription, onEnd }: StepProps<'removeCard'>) {
  const { t } = useText();
  const { data, reload } = usePaymentData();
  if (data === null || data === 'failed') {
    return <Loading title={t('card.remove')} hasFailed={data === 'failed'} onRetry={() => void reload()} />;
  }
  const card = isSubscription ? data.details.subscriptionCard : data.details.creditCard;
  return (
    <Confirm card={card ?? null} isSubscription={isSubscription} subscription={subscription} onEnd={onEnd} />
  );
}

function useRemoval(isSubscription: boolean, onEnd: Props['onEnd']) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      await browserApi('card.remove', { body: { isSubscriptionCard: isSubscription } });
      await revalidate();
      onEnd(true);
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      setRefused(thrown);
      setBusy(false);
    }
  };
  return { remove, isBusy, refused };
}

type Props = StepProps<'removeCard'> & { card: Card | null };

function Confirm({ card, isSubscription, subscription, onEnd }: Props) {
  const { t, error } = useText();
  const { ask } = usePayments();
  const { remove, isBusy, refused } = useRemoval(isSubscription, onEnd);
  useStepFrame(t('card.remove'), isBusy);

  return (
    <>
      <div className={dialogCss.body}>
        {refused !== null && (
          <Notice kind="danger" role="alert">
            {error(refused, 'removeCard')}
          </Notice>
        )}
        {card !== null && <CardRow card={card} />}
        <Effect subscription={subscription} />
      </div>
      <div className={dialogCss.foot}>
        {subscription !== null && (
          <Button
            kind="primary"
            block
            off={isBusy}
            onClick={() => void ask({ form: 'card', isSubscription })}
          >
            {t('card.other')}
          </Button>
        )}
        <Button block busy={isBusy} onClick={() => void remove()}>
          {t(isBusy ? 'loading.sending' : 'card.removeConfirm')}
        </Button>
        <Button kind="plain" off={isBusy} onClick={() => onEnd(false)}>
          {t('card.keep')}
        </Button>
      </div>
    </>
  );
}

function Effect({ subscription }: Pick<Props, 'subscription'>) {
  const { t } = useText();
  return (
    <>
      {subscription === null ? (
        <p>{t('card.removeText')}</p>
      ) : (
        <>
          <Notice kind="warn">
            {subscription} {t('card.removeSubscription')}
          </Notice>
          <p>{t('card.removeMoney')}</p>
        </>
      )}
      <p className="soft">{t('card.removeProof')}</p>
    </>
  );
}
