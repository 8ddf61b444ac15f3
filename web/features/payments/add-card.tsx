/** A new card: its form, its issuer, and what came of it. */
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { type EndKey, endOf } from '#texts/ends.ts';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { usePayments } from '#web/shared/payments/payments-context.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { CardForm } from './card-form.tsx';
import { shownExpiry } from './expiry.ts';
import { IssuerStep } from './issuer-step.tsx';
import { LimitStep } from './limit-step.tsx';
import { Lighthouse, Tell, WayOfPayment } from './parts.tsx';
import { useStepFrame } from './step-frame.ts';
import type { StepProps } from './step-props.ts';
import type { Card } from './use-payment-data.ts';
import type { VerificationEnd } from './use-verification.ts';

type Props = StepProps<'card'> & {
  /** One step of a deposit, which goes on by itself. */
  isStep?: boolean;
  intro?: ReactNode;
  /** Another way than a card. */
  otherWay?: ReactNode;
};

type Stage =
  | { at: 'limits' }
  | { at: 'form' }
  | { at: 'issuer'; answer: ApiAnswer<'card.add'>; isFor: boolean }
  | { at: 'done'; card: Card | null; isFor: boolean; isSwitched: boolean }
  | { at: 'failed'; code: string };

type Method = 'creditCard' | 'aur';

export function AddCard({ isSubscription, isNew = false, isStep = false, intro, otherWay, onEnd }: Props) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const [stage, setStage] = useState<Stage>({ at: isNew ? 'limits' : 'form' });
  const [methodBefore, setMethodBefore] = useState<Method | null>(null);

  const begun = async (answer: ApiAnswer<'card.add'>, isFor: boolean): Promise<void> => {
    setMethodBefore((await detailsNow())?.paymentMethod ?? null);
    setStage({ at: 'issuer', answer, isFor });
  };
  const ended = async (end: VerificationEnd, isFor: boolean): Promise<void> => {
    if (!end.isDone) return setStage({ at: 'failed', code: end.code });
    if (isStep) return onEnd(true);
    const details = await detailsNow();
    const card = (isFor ? details?.subscriptionCard : details?.creditCard) ?? null;
    const isSwitched = methodBefore === 'aur' && details?.paymentMethod === 'creditCard';
    setStage({ at: 'done', card, isFor, isSwitched });
    await revalidate();
  };

  if (stage.at === 'limits') return <LimitStep isNew onDone={() => setStage({ at: 'form' })} />;
  if (stage.at === 'issuer') {
    return (
      <IssuerStep
        {...stage.answer}
        lead={t('card.verifyText')}
        cancelLabel={t('card.giveUp')}
        onEnd={(end) => void ended(end, stage.isFor)}
      />
    );
  }
  if (stage.at === 'done') return <CardDone {...stage} onEnd={onEnd} />;
  if (stage.at === 'failed') {
    return <CardFailed code={stage.code} onAgain={() => setStage({ at: 'form' })} onEnd={onEnd} />;
  }
  const skip = (
    <Button kind="plain" onClick={() => onEnd(false)}>
      {t('card.skip')}
    </Button>
  );
  return (
    <CardForm
      isSubscription={isSubscription ?? (isStep || isNew ? false : null)}
      more={otherWay ?? (isNew ? skip : undefined)}
      onBegun={(answer, isFor) => void begun(answer, isFor)}
    >
      {intro}
    </CardForm>
  );
}

async function detailsNow(): Promise<ApiAnswer<'account.details'> | null> {
  try {
    return await browserApi('account.details', {});
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

type DoneProps = Omit<Extract<Stage, { at: 'done' }>, 'at'> & Pick<Props, 'onEnd'>;

function CardDone({ card, isFor, isSwitched, onEnd }: DoneProps) {
  const { t } = useText();
  const { ask } = usePayments();
  useStepFrame(t('card.doneTitle'));
  return (
    <>
      <Lighthouse />
      <div className={dialogCss.body}>
        {card !== null && (
          <>
            <p className="lead">
              {t('card.done', { brand: t(`card.brands.${card.brand}`), last4: card.last4 })}
            </p>
            <CardRow card={card} heading={t(isFor ? 'card.forSubscriptions' : 'card.forDeposits')} />
          </>
        )}
        <p className="soft">
          {t('errors.common.notCharged')} {isSwitched && t('card.methodSwitched')}
        </p>
      </div>
      <div className={dialogCss.foot}>
        {!isFor && (
          <Button kind="primary" block onClick={() => void ask({ form: 'deposit' })}>
            {t('deposit.title')}
          </Button>
        )}
        <Button block onClick={() => onEnd(true)}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}

export function CardRow({ card, heading, action }: { card: Card; heading?: string; action?: ReactNode }) {
  const { t } = useText();
  return (
    <WayOfPayment
      {...(heading !== undefined && { heading })}
      symbol="card"
      name={t('card.ending', { brand: t(`card.brands.${card.brand}`), last4: card.last4 })}
      action={action}
    >
      {t('card.expires', { expires: shownExpiry(card.expires) })}
    </WayOfPayment>
  );
}

type FailedProps = Pick<Props, 'onEnd'> & { code: string; onAgain: () => void };

function CardFailed({ code, onAgain, onEnd }: FailedProps) {
  const { t, error } = useText();
  const isCancelled = code === 'cancelled';
  useStepFrame(t(isCancelled ? 'card.cancelledTitle' : 'card.failedTitle'));
  return (
    <>
      <div className={dialogCss.body}>
        <Tell end={endOf(t, endKeys[code] ?? 'ends.card.refused', { refusal: error(code) })} />
      </div>
      <Lighthouse isFoot />
      <div className={dialogCss.foot}>
        <Button kind="primary" block onClick={onAgain}>
          {t('common.retry')}
        </Button>
        <Button block onClick={() => onEnd(false)}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}

const endKeys: Readonly<Record<string, EndKey>> = {
  cancelled: 'ends.card.givenUp',
  EC_INVALID_TRANSID: 'ends.card.expired',
  EC_CARDNUMBER_EXISTS: 'ends.card.taken',
  EC_CC_DECLINED: 'ends.card.declined',
  EC_CREDITCARD_VALIDATE_FAILED: 'ends.card.notProven',
};
