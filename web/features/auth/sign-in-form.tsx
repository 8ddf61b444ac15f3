/**
 * User name and password. A plain form post works without script; with script the dialog stays and says
 * what is wrong.
 */
import { type FormEvent, useRef, useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { codeOf, type SignInOutcome, signIn } from './auth-calls.ts';

type Props = {
  csrfToken: string | null;
  callbackUrl: string;
  firstError: string | null;
  onTyped: () => void;
  onSignedIn: () => void;
};

type Fault = { fieldId: string; text: string };

const fieldIds = { username: 'sign-in-username', password: 'sign-in-password' } as const;
const fault = (field: keyof typeof fieldIds, text: string): Fault => ({ fieldId: fieldIds[field], text });

/** What stands in the form, what is wrong with it, and sending it. */
function useSignInForm(firstError: string | null, onSignedIn: () => void) {
  const { t } = useText();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [refusal, setRefusal] = useState<SignInOutcome | null>(() => asOutcome(firstError));
  const form = useRef<HTMLFormElement>(null);

  const check = (username: string, password: string): Fault[] => [
    ...(username === '' ? [fault('username', t('validation.usernameRequired'))] : []),
    ...(username.length > 12 ? [fault('username', t('validation.usernameLengthMax'))] : []),
    ...(password === '' ? [fault('password', t('validation.passwordRequired'))] : []),
    ...(password !== '' && password.length < 6
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
    const outcome = await signIn(username, password);
    setBusy(false);
    if (outcome.ok) return onSignedIn();
    setRefusal(outcome);
    form.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  };

  return { form, busy, faults, refusal, submit };
}

export function SignInForm({ csrfToken, callbackUrl, firstError, onTyped, onSignedIn }: Props) {
  const { t, error } = useText();
  const [shown, setShown] = useState(false);
  const { form, busy, faults, refusal, submit } = useSignInForm(firstError, onSignedIn);

  const wrong = (fieldId: string) => faults.find((found) => found.fieldId === fieldId)?.text;
  return (
    <form
      ref={form}
      className="stack"
      method="post"
      action="/api/auth/callback/credentials"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={onTyped}
    >
      <ErrorSummary errors={faults} />
      {refusal !== null && !refusal.ok && (
        <Notice kind="danger" role="alert">
          {refusal.code === 'tooMany'
            ? t('auth.closedFor', { minutes: Math.ceil((refusal.waitSeconds ?? 60) / 60) })
            : error(refusal.code)}
        </Notice>
      )}
      <input type="hidden" name="csrfToken" value={csrfToken ?? ''} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
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
      <Button type="submit" kind="primary" big block busy={busy}>
        {t(busy ? 'auth.login.submitting' : 'auth.login.submit')}
      </Button>
    </form>
  );
}

/** An error that came with the address, from a form sent without script. */
function asOutcome(error: string | null): SignInOutcome | null {
  if (error === null || error === 'SessionRequired' || error === 'SessionExpired') return null;
  return { ok: false, code: codeOf(error) };
}
