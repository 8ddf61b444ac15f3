/** Sets a new password with what a link brought along. */
import { useState } from 'react';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { NewPassword } from '#web/forms/new-password.tsx';
import { newPasswordFaults } from '#web/forms/new-password-faults.ts';
import { useForm } from '#web/forms/use-form.ts';
import { pathsFor } from '#web/page/paths.ts';
import { type AuthFormProps, useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useSession } from '#web/shared/session/session.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useFormFrame } from '../form-frame.ts';
import { useProof } from '../proof-of-work.ts';

type Props = AuthFormProps['resetPassword'];
type Stage = 'typing' | 'dead' | 'done';

export function ResetPassword(link: Props) {
  const { t } = useText();
  const isWhole = Object.values(link).every((part) => part !== '');
  const [stage, setStage] = useState<Stage>('typing');
  if (stage === 'done') return <Done />;
  if (!isWhole) return <Dead>{t('validation.hashRequired')}</Dead>;
  if (stage === 'dead') return <Dead>{t('auth.resetPassword.expired')}</Dead>;
  return <Typing {...link} setStage={setStage} />;
}

function Typing({ setStage, ...link }: Props & { setStage: (stage: Stage) => void }) {
  const { t } = useText();
  const withProof = useProof();
  const { submit, isBusy, refusal, summary, field } = useForm({
    prefix: 'reset-password',
    fields: ['password', 'confirmPassword'],
    call: 'recovery',
    fieldOf: { EC_PASSWORD_USED: 'password', EC_PASSWORD_VALIDATION: 'password' },
    check: newPasswordFaults,
    send: async ({ password }) => {
      try {
        await withProof((proof) =>
          browserApi('auth.resetPassword', { body: { ...link, password, ...proof } }),
        );
        setStage('done');
      } catch (error) {
        if (!isApiError(error) || !isDead(error)) throw error;
        setStage('dead');
      }
    },
  });
  useFormFrame(t('auth.resetPassword.title'), isBusy);
  return (
    <>
      <p>{t('auth.resetPassword.intro', { username: link.username })}</p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <FormProblems summary={summary} refusal={refusal} />
        <input type="text" name="username" autoComplete="username" value={link.username} readOnly hidden />
        <NewPassword
          password={{ ...field('password'), label: t('auth.resetPassword.password') }}
          confirm={{ ...field('confirmPassword'), label: t('auth.resetPassword.confirmPassword') }}
          hint={t('auth.resetPassword.hint')}
        />
        <Button type="submit" kind="primary" big block busy={isBusy}>
          {t(isBusy ? 'loading.saving' : 'auth.resetPassword.submit')}
        </Button>
      </form>
    </>
  );
}

/** What the address brought cannot become right by typing. */
function isDead({
  code,
  issues,
}: {
  code: string;
  issues: { body?: { path: (string | number)[] }[] };
}): boolean {
  if (code === 'EC_INVALID_TRANSID') return true;
  return (issues.body ?? []).some(({ path }) => path[0] !== 'password' && path[0] !== 'proof');
}

function Dead({ children }: { children: string }) {
  const { t } = useText();
  const { go } = useAuthDialog();
  useFormFrame(t('auth.resetPassword.title'));
  return (
    <>
      <Notice kind="danger" role="alert">
        {children}
      </Notice>
      <Button kind="primary" big block onClick={() => go('forgotPassword')}>
        {t('auth.resetPassword.newLink')}
      </Button>
    </>
  );
}

function Done() {
  const { t, locale } = useText();
  const { go } = useAuthDialog();
  const { player } = useSession();
  useFormFrame(t('auth.resetPassword.doneTitle'));
  // Whoever was signed in here is so no more: the page is asked for anew.
  const signIn = () =>
    player === null ? go('login', { byPassword: true }) : window.location.assign(pathsFor(locale).signIn());
  return (
    <>
      <Notice kind="success" role="status" secondary={t('auth.resetPassword.doneEid')}>
        {t('auth.resetPassword.done')}
      </Notice>
      <Button kind="primary" big block onClick={signIn}>
        {t('auth.login.submit')}
      </Button>
    </>
  );
}
