/** `/minar-sidur/lykilord`: a new password, which signs other devices out (must-hold 11). */

import { useRef, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { browserApi } from '#web/api/browser-api.ts';
import { NewPassword } from '#web/forms/new-password.tsx';
import { newPasswordFaults } from '#web/forms/new-password-faults.ts';
import { useForm } from '#web/forms/use-form.ts';
import { requireSession } from '#web/loaders/context.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { useOwn } from '#web/personal/own-part.ts';
import * as accountFrameCss from '#web/shared/account/account-frame.module.css';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as fieldCss from '#web/ui/field.module.css';
import { Field } from '#web/ui/field.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Notice } from '#web/ui/notice.tsx';
import texts from './password-page.tsx?texts';

export function loader(args: LoaderFunctionArgs) {
  requireSession(args);
  return { texts: textsFor(args, texts) };
}

function usePasswordForm() {
  const [isDone, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sending = useForm({
    prefix: 'password',
    fields: ['currentPassword', 'password', 'confirmPassword'],
    call: 'updatePassword',
    fieldOf: {
      EC_AUTH_FAIL: 'currentPassword',
      EC_PASSWORD_USED: 'password',
      EC_PASSWORD_VALIDATION: 'password',
    },
    check: ({ currentPassword, ...fresh }) => ({
      ...(currentPassword === '' && { currentPassword: 'currentPasswordRequired' }),
      ...newPasswordFaults(fresh),
    }),
    send: async (body) => {
      setDone(false);
      const channel = window.innerWidth <= 1024 ? 'mobile' : 'web';
      await browserApi('account.changePassword', { body: { ...body, channel } });
      form.current?.reset();
      setDone(true);
    },
  });
  return { form, isDone, ...sending };
}

export default function PasswordPage() {
  const { t } = useText();
  const player = useOwn()?.player;
  const { form, isDone, submit, isBusy, refusal, summary, field } = usePasswordForm();
  return (
    <AccountFrame title={t('myPages.password.title')}>
      <NeedsScript />
      <form
        ref={form}
        className={`stack ${accountFrameCss.measureForm}`}
        method="dialog"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FormProblems summary={summary} refusal={refusal} />
        <input type="text" name="username" autoComplete="username" value={player?.username} readOnly hidden />
        <Field
          {...field('currentPassword')}
          label={t('myPages.password.current')}
          type="password"
          autoComplete="current-password"
        />
        <NewPassword
          password={{ ...field('password'), label: t('myPages.password.new') }}
          confirm={{ ...field('confirmPassword'), label: t('myPages.password.confirm') }}
          hint={t('myPages.password.hint')}
        />
        <p className={fieldCss.hint}>{t('myPages.password.endsOthers')}</p>
        <p>
          <Button type="submit" kind="primary" busy={isBusy}>
            {t(isBusy ? 'loading.saving' : 'myPages.password.submit')}
          </Button>
        </p>
        <div role="status">{isDone && <Notice kind="success">{t('myPages.password.done')}</Notice>}</div>
      </form>
    </AccountFrame>
  );
}
