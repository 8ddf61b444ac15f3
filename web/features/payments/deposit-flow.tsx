/** A deposit, with what has to come before it: a limit, a way of payment. */

import { useEffect, useState } from 'react';
import { money } from '#texts/number.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { shownPhone } from '#web/shared/account/shown-phone.ts';
import { available } from '#web/shared/payments/available.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Waiting } from '#web/ui/progress.tsx';
import { AddCard } from './add-card.tsx';
import { AurStep } from './aur-step.tsx';
import { DepositEnd } from './deposit-end.tsx';
import { DepositForm } from './deposit-form.tsx';
import { IssuerStep } from './issuer-step.tsx';
import { LimitStep, wasLimitAsked } from './limit-step.tsx';
import { LimitsLeft } from './limits-left.tsx';
import { Loading } from './loading.tsx';
import { MethodStep } from './method-step.tsx';
import { useStepFrame } from './step-frame.ts';
import type { StepProps } from './step-props.ts';
import { type DepositState, useDeposit } from './use-deposit.ts';
import { depositLeft, usePaymentData } from './use-payment-data.ts';

type Props = StepProps<'deposit'>;
type Changing = 'card' | 'aur' | 'creditCard';

export function DepositFlow({ ticket, onEnd }: Props) {
  const { t } = useText();
  const player = useOwn()?.player;
  const { data, reload } = usePaymentData();
  const deposit = useDeposit(player?.playerId ?? '');
  const { state } = deposit;
  const [changing, setChanging] = useState<Changing | null>(null);
  const [news, setNews] = useState<string | null>(null);
  // What is told of a refusal is what holds now: limits and balance may have changed meanwhile.
  const hasFailed = state.at === 'failed';
  useEffect(() => {
    if (hasFailed) void reload();
  }, [hasFailed, reload]);
  const changed = async (said: string | null): Promise<void> => {
    await reload();
    setNews(said);
    setChanging(null);
    deposit.toForm();
  };

  if (data === null || data === 'failed') {
    const title = t('deposit.title');
    return <Loading title={title} hasFailed={data === 'failed'} onRetry={() => void reload()} />;
  }
  const isCardMissing = state.at === 'failed' && state.code === 'EC_CREDITCARD_MISSING';
  const newMethod = isCardMissing ? 'card' : changing;
  if (newMethod !== null) return <NewMethod to={newMethod} onEnd={(done) => void changed(done)} />;
  if (state.at === 'form') {
    return (
      <BeforeSending
        data={data}
        ticket={ticket ?? null}
        news={news}
        onChange={setChanging}
        onChanged={changed}
        onLeave={() => onEnd(false)}
        onSend={(amount) =>
          deposit.begin(ticket ? 'account.depositInsufficientBalance' : 'account.deposit', amount)
        }
      />
    );
  }
  if (state.at === 'done' || state.at === 'failed') {
    return (
      <DepositEnd
        state={state}
        data={data}
        isForTicket={ticket !== undefined}
        onForm={() => void changed(null)}
        onOtherCard={() => setChanging('card')}
        onEnd={onEnd}
      />
    );
  }
  const phone = data.details.mobile ?? '';
  return <UnderWay state={state} deposit={deposit} phone={phone} onClose={() => onEnd(false)} />;
}

/** @param onEnd gets the title of the completed step; null when the player gave up */
function NewMethod({ to, onEnd }: { to: Changing; onEnd: (done: string | null) => void }) {
  const { t } = useText();
  if (to === 'card') return <AddCard isStep onEnd={(isDone) => onEnd(isDone ? t('card.doneTitle') : null)} />;
  const done = t('paymentMethod.doneTitle');
  return <MethodStep isStep to={to} onEnd={(isDone) => onEnd(isDone ? done : null)} />;
}

type BeforeProps = Parameters<typeof DepositForm>[0] & { onChanged: (said: string | null) => Promise<void> };

/** A limit of one's own is asked for once, then a way of payment. */
function BeforeSending({ onChanged, ...form }: BeforeProps) {
  const { t } = useText();
  const [isAsked, setAsked] = useState(wasLimitAsked);
  const { data, ticket, onChange, onLeave } = form;
  if (data.isFirst && !isAsked) {
    // The limit counts for what is asked next.
    const done = (): void => void onChanged(null).then(() => setAsked(true));
    return <LimitStep onDone={done} />;
  }
  const missing = ticket && ticket.price - available(data.details);
  if (depositLeft(data).least.left < Math.max(missing ?? 0, data.system.depositMin)) {
    return <LimitReached data={data} missing={missing} onLeave={onLeave} />;
  }
  const { paymentMethod, creditCard, mobile = '', mobileConfirmed } = data.details;
  if (paymentMethod === 'aur' && !mobileConfirmed) {
    const done = t('myPages.profile.mobileConfirmed', { mobile: shownPhone(mobile) });
    return (
      <MethodStep
        isStep
        to="aur"
        otherWay={
          <Button kind="plain" onClick={() => onChange(creditCard ? 'creditCard' : 'card')}>
            {t('paymentMethod.toCard')}
          </Button>
        }
        onEnd={(isDone) => (isDone ? void onChanged(done) : onLeave())}
      />
    );
  }
  if (paymentMethod === 'aur' || creditCard !== undefined) return <DepositForm {...form} />;
  return (
    <AddCard
      isStep
      intro={<p>{t(ticket ? 'deposit.cardFirst' : 'deposit.needMethod')}</p>}
      otherWay={
        <Button kind="plain" onClick={() => onChange('aur')}>
          {t('paymentMethod.toAur')}
        </Button>
      }
      onEnd={(isDone) => (isDone ? void onChanged(t('card.doneTitle')) : onLeave())}
    />
  );
}

type ReachedProps = Pick<BeforeProps, 'data' | 'onLeave'> & { missing: number | null };

/** Nothing that could be paid in now would do, so neither card nor amount is asked for. */
function LimitReached({ data, missing, onLeave }: ReachedProps) {
  const { t } = useText();
  useStepFrame(t(missing === null ? 'deposit.title' : 'deposit.notEnough'));
  return (
    <>
      <div className={dialogCss.body}>
        <Notice kind="warn" role="alert">
          {missing === null
            ? t('deposit.noLimitLeft')
            : t('deposit.limitBelowTicket', {
                left: money(depositLeft(data).least.left),
                missing: money(Math.max(missing, data.system.depositMin)),
              })}
        </Notice>
        <LimitsLeft limits={data.limits} amount={0} onLeave={onLeave} />
      </div>
      <div className={dialogCss.foot}>
        <Button block onClick={onLeave}>
          {t(missing === null ? 'common.close' : 'review.back')}
        </Button>
      </div>
    </>
  );
}

type UnderWayProps = {
  state: Exclude<DepositState, { at: 'form' | 'done' | 'failed' }>;
  deposit: ReturnType<typeof useDeposit>;
  phone: string;
  onClose: () => void;
};

function UnderWay({ state, deposit, phone, onClose }: UnderWayProps) {
  const { t } = useText();
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
  if (state.at === 'aur') return <AurStep {...state} phone={phone} onClose={onClose} onEnd={deposit.end} />;
  const isLost = state.at === 'lost';
  return <Sending isLost={isLost || state.isLost} onAgain={isLost ? deposit.again : null} />;
}

type SendingProps = { isLost: boolean; onAgain: (() => void) | null };

/** Between the press and the answer; after a lost answer the same deposit is asked for again. */
function Sending({ isLost, onAgain }: SendingProps) {
  const { t } = useText();
  useStepFrame(t('deposit.title'), onAgain === null);
  return (
    <div className={dialogCss.body}>
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
