/** The player's own bank account, to which withdrawals go; whoever changes it proves who they are. */
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { maskedAccount, parseBankAccount } from '#rules/values/bank-account.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Field } from '#web/ui/field.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CloseFoot, WayOfPayment } from './parts.tsx';
import { useStepFrame } from './step-frame.ts';
import type { StepProps } from './step-props.ts';

type Details = ApiAnswer<'account.details'>;

function useBankAccountForm() {
  const { revalidate } = useRevalidator();
  const [saved, setSaved] = useState<Details | null>(null);
  const sending = useForm({
    prefix: 'bank',
    fields: ['bankAccount'],
    call: 'updateAccount',
    check: ({ bankAccount }) =>
      parseBankAccount(bankAccount) === null ? { bankAccount: 'invalidBankAccount' } : {},
    send: async ({ bankAccount }) => {
      const account = parseBankAccount(bankAccount) ?? bankAccount;
      setSaved(await browserApi('account.update', { body: { bankAccount: account } }));
      await revalidate();
    },
  });
  return { saved, ...sending };
}

export function BankAccountStep({ isFirst, onEnd }: StepProps<'bankAccount'>) {
  const { t } = useText();
  const id = useId();
  const { saved, submit, isBusy, refusal, summary, field } = useBankAccountForm();
  useStepFrame(t(saved === null ? 'withdraw.accountTitle' : 'withdraw.accountDone'), isBusy);
  if (saved !== null) return <AccountSaved details={saved} onClose={() => onEnd(true)} />;
  return (
    <>
      <div className={dialogCss.body}>
        <form id={id} className="stack" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
          <FormProblems summary={summary} refusal={refusal} />
          <Field
            {...field('bankAccount')}
            label={t('withdraw.account')}
            hint={t('withdraw.accountHint')}
            inputMode="numeric"
            autoComplete="off"
          />
        </form>
        <Notice kind="info">{t(isFirst ? 'withdraw.accountFirst' : 'withdraw.accountNote')}</Notice>
      </div>
      <div className={dialogCss.foot}>
        <Button type="submit" form={id} kind="primary" big block busy={isBusy}>
          {t(isBusy ? 'loading.saving' : 'withdraw.accountSubmit')}
        </Button>
        <p className="meta text-center">{t('withdraw.accountOwn')}</p>
      </div>
    </>
  );
}

function AccountSaved({ details, onClose }: { details: Details; onClose: () => void }) {
  const { t, format } = useText();
  const { bankAccount = '', bankAccountFrom } = details;
  return (
    <>
      <div className={dialogCss.body}>
        <p className="lead" role="status">
          {bankAccountFrom === undefined
            ? t('withdraw.goHere')
            : t('withdraw.accountOpens', { date: format.dateTime(bankAccountFrom) })}
        </p>
        <WayOfPayment symbol="bank" name={maskedAccount(bankAccount)} />
        <p className="soft">{t('withdraw.accountWhy')}</p>
      </div>
      <CloseFoot onClose={onClose} />
    </>
  );
}
