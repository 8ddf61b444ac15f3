/** A deposit, with what has to come before it: a limit, a way of payment. */
import { useState } from 'react';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Waiting } from '#web/ui/progress.tsx';
import { useShell } from '#web/ui/shell.ts';
import { AddCard } from './add-card.tsx';
import { AurStep } from './aur-step.tsx';
import { DepositEnd } from './deposit-end.tsx';
import { DepositForm } from './deposit-form.tsx';
import { IssuerStep } from './issuer-step.tsx';
import { LimitStep, wasLimitAsked } from './limit-step.tsx';
import { Loading } from './loading.tsx';
import { MethodStep } from './method-step.tsx';
import type { StepProps } from './payment-dialog.tsx';
import { useStepFrame } from './step-frame.ts';
import { useDeposit } from './use-deposit.ts';
import { usePaymentData } from './use-payment-data.ts';

type Props = StepProps<'deposit'>;

export function DepositFlow({ ticket, onEnd }: Props) {
  const { t } = useText();
  const { player } = useShell();
  const { data, reload } = usePaymentData();
  const deposit = useDeposit(player?.playerId ?? '');
  const { state } = deposit;
  const [isAsked, setAsked] = useState(wasLimitAsked);
  const [changing, setChanging] = useState<'card' | 'aur' | 'creditCard' | null>(null);
  const [news, setNews] = useState<string | null>(null);
  const changed = (said: string) => async (isDone: boolean) => {
    await reload();
    setNews(isDone ? said : null);
    setChanging(null);
  };

  if (data === null || data === 'failed') {
    return <Loading title={t('deposit.title')} hasFailed={data === 'failed'} onRetry={() => void reload()} />;
  }
  if (state.at === 'sending' || state.at === 'lost') {
    return (
      <Sending
        isLost={state.at === 'lost' || state.isLost}
        onAgain={state.at === 'lost' ? deposit.again : null}
      />
    );
  }
  if (state.at === 'issuer') {
    return (
      <IssuerStep
        {...state.answer}
        key={state.answer.verificationId}
        lead={t('deposit.confirm', { amount: money(state.amount) })}
        cancelLabel={t('deposit.giveUp')}
        onEnd={deposit.end}
      />
    );
  }
  if (state.at === 'aur') {
    return (
      <AurStep
        {...state}
        phone={data.details.mobile ?? ''}
        onClose={() => onEnd(false)}
        onEnd={deposit.end}
      />
    );
  }
  if (changing === 'card' || (state.at === 'failed' && state.code === 'EC_CREDITCARD_MISSING')) {
    const ended = changed(t('card.doneTitle'));
    const back = (isDone: boolean): void => {
      deposit.toForm();
      void ended(isDone);
    };
    return <AddCard isStep onEnd={back} />;
  }
  if (state.at === 'done' || state.at === 'failed') {
    const isForTicket = ticket !== undefined;
    return (
      <DepositEnd
        state={state}
        data={data}
        isForTicket={isForTicket}
        onForm={() => {
          void reload();
          deposit.toForm();
        }}
        onOtherCard={() => {
          deposit.toForm();
          setChanging('card');
        }}
        onEnd={onEnd}
      />
    );
  }
  if (data.isFirst && !isAsked) {
    const done = async (): Promise<void> => {
      await reload();
      setAsked(true);
    };
    return <LimitStep onDone={() => void done()} />;
  }
  if (changing !== null) {
    return <MethodStep isStep to={changing} onEnd={changed(t('paymentMethod.doneTitle'))} />;
  }
  if (data.details.paymentMethod === 'creditCard' && data.details.creditCard === undefined) {
    return (
      <AddCard
        isStep
        intro={<p>{t(ticket ? 'deposit.cardFirst' : 'deposit.needMethod')}</p>}
        otherWay={
          <Button kind="plain" onClick={() => setChanging('aur')}>
            {t('paymentMethod.toAur')}
          </Button>
        }
        onEnd={(isDone) => void (isDone ? changed(t('card.doneTitle'))(true) : onEnd(false))}
      />
    );
  }
  return (
    <DepositForm
      data={data}
      ticket={ticket ?? null}
      news={news}
      onChange={setChanging}
      onLeave={() => onEnd(false)}
      onSend={(amount) =>
        deposit.begin(ticket ? 'account.depositInsufficientBalance' : 'account.deposit', amount)
      }
    />
  );
}

type SendingProps = { isLost: boolean; onAgain: (() => void) | null };

/** Between the press and the answer; after a lost answer the same deposit is asked for again. */
function Sending({ isLost, onAgain }: SendingProps) {
  const { t } = useText();
  useStepFrame(t('deposit.title'), onAgain === null);
  return (
    <div className="body">
      {isLost && (
        <Notice kind="warn" role="alert">
          {t('deposit.lost')}
        </Notice>
      )}
      {onAgain === null ? (
        <Waiting label={t('deposit.submitting')} />
      ) : (
        <Button kind="primary" block onClick={onAgain}>
          {t('payment.check')}
        </Button>
      )}
    </div>
  );
}
