/**
 * User name and password, and the ways to the other forms. A plain form post works without script; with
 * script the dialog stays and says what is wrong.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { hasTypedPasswordLength } from '#rules/values/password.ts';
import { useText } from '#web/text/text.tsx';
import { useAuthDialog } from '#web/ui/auth-dialog-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useShell } from '#web/ui/shell.ts';
import { useAfterSignIn } from '../after-sign-in.ts';
import { type SignInOutcome, signIn, signInError } from '../auth-calls.ts';
import { useFormFrame, useFrameParts } from '../form-frame.ts';

type Fault = { fieldId: string; text: string };
type Failed = Extract<SignInOutcome, { ok: false }>;

const fieldIds = { username: 'sign-in-username', password: 'sign-in-password' } as const;
const fault = (field: keyof typeof fieldIds, text: string): Fault => ({ fieldId: fieldIds[field], text });

/** What stands in the form, what is wrong with it, and sending it. */
function useLogin(firstError: string | null) {
  const { t } = useText();
  const { go } = useAuthDialog();
  const afterSignIn = useAfterSignIn();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [refusal, setRefusal] = useState<Failed | null>(() => firstRefusal(firstError));
  const form = useRef<HTMLFormElement>(null);

  const waitsFor = refusal?.playerId;
  useEffect(() => {
    if (waitsFor !== undefined) go('eLoginRequired', { playerId: waitsFor, reason: 'strong' });
  }, [waitsFor, go]);

  const check = (username: string, password: string): Fault[] => [
    ...(username === '' ? [fault('username', t('validation.usernameRequired'))] : []),
    ...(username.length > 12 ? [fault('username', t('validation.usernameLengthMax'))] : []),
    ...(password === '' ? [fault('password', t('validation.passwordRequired'))] : []),
    ...(password !== '' && !hasTypedPasswordLength(password)
      ? [fault('password', t('validation.passwordLengthShort'))]
      : []),
  ];

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const username = String(fields.get('username') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    const found = check(username, password);
    setFaults(found);
    setRefusal(null);
    if (found.length > 0) return;
    setBusy(true);
    const outcome = await signIn('credentials', { username, password });
    if (outcome.ok) return afterSignIn();
    setBusy(false);
    setRefusal(outcome);
    form.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  };

  return { form, busy, faults, refusal, submit };
}

export function Login({ error: firstError = null }: { error?: string | null }) {
  const { t } = useText();
  const { csrfToken } = useShell();
  const { target } = useFrameParts();
  const { form, busy, faults, refusal, submit } = useLogin(firstError);
  useFormFrame(t('auth.login.title'), busy);

  return (
    <>
      <Reason error={firstError} />
      <form
        ref={form}
        className="stack"
        method="post"
        action="/api/auth/callback/credentials"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <ErrorSummary errors={faults} />
        {refusal !== null && <RefusalNotice {...refusal} />}
        <input type="hidden" name="csrfToken" value={csrfToken ?? ''} />
        <input type="hidden" name="callbackUrl" value={target} />
        <LoginFields faults={faults} />
        <Button type="submit" kind="primary" big block busy={busy}>
          {t(busy ? 'auth.login.submitting' : 'auth.login.submit')}
        </Button>
      </form>
      <Ways />
    </>
  );
}

function LoginFields({ faults }: { faults: readonly Fault[] }) {
  const { t } = useText();
  const [shown, setShown] = useState(false);
  const wrong = (fieldId: string) => faults.find((found) => found.fieldId === fieldId)?.text;
  return (
    <>
      <Field
        label={t('auth.login.username')}
        id={fieldIds.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={wrong(fieldIds.username)}
      />
      <Field
        label={t('auth.login.password')}
        id={fieldIds.password}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        error={wrong(fieldIds.password)}
        aside={
          <span className="justify-self-start">
            <Button kind="plain" onClick={() => setShown(!shown)}>
              {t(shown ? 'auth.login.hidePassword' : 'auth.login.showPassword')}
            </Button>
          </span>
        }
      />
    </>
  );
}

/** To recovery, to the electronic ID and to a new account, which begins with it. */
function Ways() {
  const { t } = useText();
  const { go } = useAuthDialog();
  return (
    <div className="auth-ways">
      <div className="actions">
        <Button kind="plain" onClick={() => go('forgotPassword')}>
          {t('auth.login.forgotPassword')}
        </Button>
        <Button kind="plain" onClick={() => go('forgotUsername')}>
          {t('auth.login.forgotUsername')}
        </Button>
      </div>
      <Button block onClick={() => go('eLogin')}>
        {t('auth.login.withEid')}
      </Button>
      <p>
        {t('auth.login.noAccount')}{' '}
        <Button kind="plain" onClick={() => go('eLogin')}>
          {t('auth.login.signUp')}
        </Button>
      </p>
    </div>
  );
}

function RefusalNotice({ code, waitSeconds = 60 }: Failed) {
  const { t, error } = useText();
  return (
    <Notice kind="danger" role="alert">
      {code === 'tooMany' ? t('auth.closedFor', { minutes: Math.ceil(waitSeconds / 60) }) : error(code)}
    </Notice>
  );
}

/** Why the dialog opened, when it was not asked for. */
function Reason({ error }: { error: string | null }) {
  const { t } = useText();
  return error === 'SessionRequired' ? (
    <Notice kind="info" role="status">
      {t('session.required')}
    </Notice>
  ) : null;
}

/** An error that came with the address, from a form sent without script. */
function firstRefusal(error: string | null): Failed | null {
  return error === null || error === 'SessionRequired' ? null : signInError(error);
}
