/**
 * User name and password. A plain form post works without script; with script the dialog stays and says
 * what is wrong.
 */
import { type FormEvent, useRef, useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { codeOf, type SignInOutcome, signIn } from './auth-calls.ts';

type Props = {
  csrfToken: string | null;
  callbackUrl: string;
  firstError: string | null;
  onTyped: () => void;
  onSignedIn: () => void;
};

type Faults = { username?: string; password?: string };

/** What stands in the form, what is wrong with it, and sending it. */
function useSignInForm(firstError: string | null, onSignedIn: () => void) {
  const { t } = useText();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<SignInOutcome | null>(() => asOutcome(firstError));
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string): void => form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();

  const check = (username: string, password: string): Faults => ({
    ...(username === '' && { username: t('validation.usernameRequired') }),
    ...(username.length > 12 && { username: t('validation.usernameLengthMax') }),
    ...(password === '' && { password: t('validation.passwordRequired') }),
    ...(password !== '' && password.length < 6 && { password: t('validation.passwordLengthShort') }),
  });

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const username = String(fields.get('username') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    const found = check(username, password);
    setFaults(found);
    setRefusal(null);
    const [first] = Object.keys(found);
    if (first !== undefined) return focus(first);
    setBusy(true);
    const outcome = await signIn(username, password);
    setBusy(false);
    if (outcome.ok) return onSignedIn();
    setRefusal(outcome);
    focus('password');
  };

  return { form, busy, faults, refusal, submit };
}

export function SignInForm({ csrfToken, callbackUrl, firstError, onTyped, onSignedIn }: Props) {
  const { t, error } = useText();
  const [shown, setShown] = useState(false);
  const { form, busy, faults, refusal, submit } = useSignInForm(firstError, onSignedIn);

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
      {refusal !== null && !refusal.ok && (
        <Note kind="danger" role="alert">
          {refusal.code === 'tooMany'
            ? t('auth.closedFor', { minutes: Math.ceil((refusal.waitSeconds ?? 60) / 60) })
            : error(refusal.code)}
        </Note>
      )}
      <input type="hidden" name="csrfToken" value={csrfToken ?? ''} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      <Field
        label={t('auth.login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={faults.username}
      />
      <Field
        label={t('auth.login.password')}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        error={faults.password}
        aside={
          <button type="button" className="btn btn-3 justify-self-start" onClick={() => setShown(!shown)}>
            {t(shown ? 'auth.login.hidePassword' : 'auth.login.showPassword')}
          </button>
        }
      />
      <button type="submit" className="btn btn-1 btn-big btn-block" aria-disabled={busy}>
        {t(busy ? 'auth.login.submitting' : 'auth.login.submit')}
      </button>
    </form>
  );
}

/** An error that came with the address, from a form sent without script. */
function asOutcome(error: string | null): SignInOutcome | null {
  if (error === null || error === 'SessionRequired' || error === 'SessionExpired') return null;
  return { ok: false, code: codeOf(error) };
}
