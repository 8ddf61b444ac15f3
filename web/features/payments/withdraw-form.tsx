/** How much is taken out, and where it goes. */
import { useId } from 'react';
import { maskedAccount } from '#rules/values/bank-account.ts';
import { groupDigits, money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { AmountField } from './amount-field.tsx';
import { After, WayOfPayment } from './parts.tsx';
import { useStepFrame } from './step-frame.ts';
import { useAmount } from './use-amount.ts';
import type { PaymentData } from './use-payment-data.ts';

type Props = { data: PaymentData; onAccount: () => void; onSend: (amount: number) => void };

export function WithdrawForm({ data, onAccount, onSend }: Props) {
  const { t } = useText();
  const id = useId();
  const { details } = data;
  const { balance } = details;
  const bounds = boundsOf(data);
  const most = Math.min(balance, bounds.max);
  const isAnything = most >= bounds.min;
  const { amount, onTyped, field, submit } = useAmount({ id: `${id}-amount`, initial: '', bounds, onSend });
  useStepFrame(t('withdraw.title'));

  return (
    <>
      <div className={dialogCss.body}>
        <form id={id} className="stack" method="dialog" noValidate onSubmit={submit}>
          <AmountField
            {...field}
            hint={isAnything && t('withdraw.amountHint', { min: money(bounds.min), max: money(most) })}
            aside={
              isAnything && (
                <Button kind="plain" onClick={() => onTyped(groupDigits(most))}>
                  {t('withdraw.all')}
                </Button>
              )
            }
          />
        </form>
        {!isAnything && <Notice kind="info">{t('withdraw.tooLittle', { min: money(bounds.min) })}</Notice>}
        <After
          name={t('withdraw.balanceAfter')}
          balance={balance}
          change={amount === null ? null : -amount}
        />
        <ToAccount details={details} onChange={onAccount} />
        <p className="soft">{t('withdraw.when')}</p>
      </div>
      <div className={dialogCss.foot}>
        <Button type="submit" form={id} kind="primary" big block>
          {amount === null ? t('withdraw.submit') : t('withdraw.submitAmount', { amount: money(amount) })}
        </Button>
      </div>
    </>
  );
}

function boundsOf({ details, system }: PaymentData) {
  return {
    min: system.withdrawMin,
    max: system.withdrawMax,
    balance: details.balance,
    largest: Math.max(system.depositMax, system.withdrawMax),
  };
}

type ToProps = Pick<PaymentData, 'details'> & { onChange: () => void };

function ToAccount({ details, onChange }: ToProps) {
  const { t } = useText();
  return (
    <WayOfPayment
      heading={t('withdraw.toAccount')}
      symbol="bank"
      name={maskedAccount(details.bankAccount ?? '')}
      action={
        <Button kind="plain" onClick={onChange}>
          {t('common.edit')}
        </Button>
      }
    >
      {`${details.firstname} ${details.lastname}`}
    </WayOfPayment>
  );
}
