/** From the balance to the player's own bank account: held at once, ordered, and told how it ends. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Waiting } from '#web/ui/progress.tsx';
import { randomKey } from '#web/ui/random-key.ts';
import { BankAccountStep } from './bank-account-step.tsx';
import { type Intention, sendKeyed } from './keyed.ts';
import { Loading } from './loading.tsx';
import { useStepFrame } from './step-frame.ts';
import type { StepProps } from './step-props.ts';
import { usePaymentData } from './use-payment-data.ts';
import { WithdrawDone, WithdrawRefused, WithdrawWaits } from './withdraw-end.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

type State =
  | { at: 'form' | 'account' }
  | { at: 'sending'; isLost: boolean }
  | { at: 'lost'; sent: Intention<'account.withdraw'> }
  | { at: 'done'; amount: number }
  | { at: 'refused'; refused: ApiError };

function useWithdrawal(reload: () => Promise<unknown>) {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<State>({ at: 'form' });

  const send = async (sent: Intention<'account.withdraw'>): Promise<void> => {
    setState({ at: 'sending', isLost: false });
    try {
      const answer = await sendKeyed(sent, () => setState({ at: 'sending', isLost: true }));
      if (answer === 'lost') return setState({ at: 'lost', sent });
      await Promise.all([reload(), revalidate()]);
      setState({ at: 'done', amount: sent.body.amount });
    } catch (error) {
      if (!isApiError(error)) throw error;
      await reload();
      setState(error.code === 'EC_BANK_INFO_MISSING' ? { at: 'account' } : { at: 'refused', refused: error });
    }
  };
  return { state, setState, send };
}

export function WithdrawFlow({ onEnd }: StepProps<'withdraw'>) {
  const { t } = useText();
  const { data, reload } = usePaymentData();
  const { state, setState, send } = useWithdrawal(reload);

  if (data === null || data === 'failed') {
    return (
      <Loading title={t('withdraw.title')} hasFailed={data === 'failed'} onRetry={() => void reload()} />
    );
  }
  const { details } = data;
  if (state.at === 'account' || (state.at === 'form' && details.bankAccount === undefined)) {
    return <BankAccountStep isFirst={details.bankAccount === undefined} onEnd={onEnd} />;
  }
  if (state.at === 'sending' || state.at === 'lost') {
    const again = state.at === 'lost' ? () => void send(state.sent) : null;
    return <Sending isLost={state.at === 'lost' || state.isLost} onAgain={again} />;
  }
  if (state.at === 'done') {
    return <WithdrawDone amount={state.amount} details={details} onEnd={() => onEnd(true)} />;
  }
  if (state.at === 'form' && details.bankAccountFrom !== undefined) {
    return <WithdrawWaits until={details.bankAccountFrom} details={details} onEnd={() => onEnd(false)} />;
  }
  if (state.at === 'refused') {
    return (
      <WithdrawRefused
        refused={state.refused}
        details={details}
        onForm={() => setState({ at: 'form' })}
        onEnd={() => onEnd(false)}
      />
    );
  }
  return (
    <WithdrawForm
      data={data}
      onAccount={() => setState({ at: 'account' })}
      onSend={(amount) => void send({ name: 'account.withdraw', key: randomKey(), body: { amount } })}
    />
  );
}

type SendingProps = { isLost: boolean; onAgain: (() => void) | null };

function Sending({ isLost, onAgain }: SendingProps) {
  const { t } = useText();
  useStepFrame(t('withdraw.title'), onAgain === null);
  return (
    <div className={dialogCss.body}>
      {isLost && (
        <Notice kind="warn" role="alert">
          {t('withdraw.lost')}
        </Notice>
      )}
      {onAgain === null ? (
        <Waiting label={t('withdraw.submitting')} />
      ) : (
        <Button kind="primary" block onClick={onAgain}>
          {t('payment.check')}
        </Button>
      )}
    </div>
  );
}
