/** How much is taken out, and where it goes. */
import { type FormEvent, useId, useState } from 'react';
import { groupDigits, money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type AmountFault, readAmount } from './amount.ts';
import { AmountField } from './amount-field.tsx';
import { maskedAccount } from './masked-account.ts';
import { After, WayOfPayment } from './parts.tsx';
import { useStepFrame } from './step-frame.ts';
import type { PaymentData } from './use-payment-data.ts';

type Props = { data: PaymentData; onAccount: () => void; onSend: (amount: number) => void };

export function WithdrawForm({ data, onAccount, onSend }: Props) {
  const { t } = useText();
  const id = useId();
  const { details, system } = data;
  const { balance, bankAccount = '' } = details;
  const bounds = {
    min: system.withdrawMin,
    max: system.withdrawMax,
    balance,
    largest: Math.max(system.depositMax, system.withdrawMax),
  };
  const most = Math.min(balance, bounds.max);
  const isAnything = most >= bounds.min;
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<AmountFault | null>(null);
  const read = readAmount(typed, bounds);
  const amount = 'amount' in read ? read.amount : null;
  useStepFrame(t('withdraw.title'));

  const type = (text: string): void => {
    setTyped(text);
    setFault(null);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if ('amount' in read) {
      onSend(read.amount);
      return;
    }
    setFault(read.fault);
    document.getElementById(`${id}-amount`)?.focus();
  };

  return (
    <>
      <div className="body">
        <form id={id} className="stack" method="dialog" noValidate onSubmit={submit}>
          <AmountField
            id={`${id}-amount`}
            value={typed}
            fault={fault}
            hint={t('withdraw.amountHint', {
              min: money(bounds.min),
              max: money(Math.max(most, bounds.min)),
            })}
            onTyped={type}
            aside={
              isAnything && (
                <Button kind="plain" onClick={() => type(groupDigits(most))}>
                  {t('withdraw.all')}
                </Button>
              )
            }
          />
        </form>
        {!isAnything && <Notice kind="info">{t('withdraw.tooLittle', { min: money(bounds.min) })}</Notice>}
        <After name={t('withdraw.balanceAfter')} before={balance} change={amount === null ? null : -amount} />
        <WayOfPayment
          heading={t('withdraw.toAccount')}
          symbol="bank"
          name={maskedAccount(bankAccount)}
          action={
            <Button kind="plain" onClick={onAccount}>
              {t('common.edit')}
            </Button>
          }
        >
          {`${details.firstname} ${details.lastname}`}
        </WayOfPayment>
        <p className="soft">{t('withdraw.when')}</p>
      </div>
      <div className="foot">
        <Button type="submit" form={id} kind="primary" big block>
          {amount === null ? t('withdraw.submit') : t('withdraw.submitAmount', { amount: money(amount) })}
        </Button>
      </div>
    </>
  );
}
