/** An amount of money: free text, no figure suggested. */
import type { ReactNode } from 'react';
import { groupDigits, money, readMoney } from '#texts/number.ts';
import { type Text, useText } from '#web/text/text.tsx';
import * as fieldCss from '#web/ui/field.module.css';
import { FieldError } from '#web/ui/field.tsx';
import type { AmountFault } from './amount.ts';
import * as paymentsCss from './payments.module.css';

type Props = {
  id: string;
  value: string;
  /** From the last attempt to send. */
  fault: AmountFault | null;
  onTyped: (text: string) => void;
  /** The range, where there is any. */
  hint: ReactNode;
  aside?: ReactNode;
};

export function AmountField({ id, value, fault, onTyped, hint, aside }: Props) {
  const { t } = useText();
  const isWrong = fault !== null;
  return (
    <div className={fieldCss.field}>
      <label htmlFor={id}>{t('payment.amount')}</label>
      <div className={paymentsCss.amountInput}>
        <input
          className={fieldCss.input}
          id={id}
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={value}
          onChange={({ target }) => onTyped(target.value)}
          onBlur={() => {
            const grouped = groupedAmount(value);
            if (grouped !== value) onTyped(grouped);
          }}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-hint${isWrong ? ` ${id}-error` : ''}`}
        />
        <span aria-hidden="true">{t('payment.kr')}</span>
      </div>
      {fault !== null && <FieldError id={`${id}-error`}>{wordsOf(t, fault)}</FieldError>}
      <div className={paymentsCss.amountUnder}>
        <span id={`${id}-hint`}>{hint}</span>
        {aside}
      </div>
    </div>
  );
}

/** Groups the digits as all shown amounts do; text that is not an amount stays as typed. */
function groupedAmount(typed: string): string {
  const amount = readMoney(typed);
  return amount === null ? typed : groupDigits(amount);
}

function wordsOf(t: Text['t'], fault: AmountFault): string {
  if (fault.key === 'amountTooLow') return t('validation.amountTooLow', { min: money(fault.min) });
  if (fault.key === 'amountHigherThanLimit')
    return t('validation.amountHigherThanLimit', { limit: money(fault.limit) });
  return t(`validation.${fault.key}`);
}
