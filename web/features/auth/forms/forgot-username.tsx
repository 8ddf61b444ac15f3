/** Asks for one's user name by e-mail. */
import { useState } from 'react';
import { parsePersonKennitala } from '#rules/values/kennitala.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useFormFrame } from '../form-frame.ts';
import { useProof } from '../proof-of-work.ts';

export function ForgotUsername() {
  const { t } = useText();
  const { go } = useAuthDialog();
  const withProof = useProof();
  const [isSent, setSent] = useState(false);
  const { submit, isBusy, refusal, summary, field } = useForm({
    prefix: 'forgot-username',
    fields: ['nationalId'],
    call: 'recovery',
    check: ({ nationalId }) =>
      parsePersonKennitala(nationalId) === null ? { nationalId: 'invalidNationalId' } : {},
    send: async ({ nationalId }) => {
      await withProof((proof) => browserApi('auth.forgotUsername', { body: { nationalId, ...proof } }));
      setSent(true);
    },
  });
  useFormFrame(t(isSent ? 'auth.forgotUsername.doneTitle' : 'auth.forgotUsername.title'), isBusy);

  if (isSent) {
    return (
      <>
        <Notice kind="info" role="status">
          {t('auth.forgotUsername.done')}
        </Notice>
        <Button kind="primary" big block onClick={() => go('login', { byPassword: true })}>
          {t('auth.forgotPassword.back')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p>{t('auth.forgotUsername.intro')}</p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <FormProblems summary={summary} refusal={refusal} />
        <Field
          {...field('nationalId')}
          label={t('auth.forgotUsername.nationalId')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
        <Button type="submit" kind="primary" big block busy={isBusy}>
          {t(isBusy ? 'loading.sending' : 'auth.forgotUsername.submit')}
        </Button>
      </form>
    </>
  );
}
