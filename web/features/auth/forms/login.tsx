/**
 * Electronic ID, or user name and password, and the ways to the other forms. A password is sent by a plain
 * form post without script; with script the dialog stays and says what is wrong.
 */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { hasTypedPasswordLength } from '#rules/values/password.ts';
import { readTyped } from '#rules/values/typed.ts';
import * as signInCss from '#web/features/auth/sign-in.module.css';
import { useShell } from '#web/page/shell.ts';
import { type AuthFormProps, useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Field } from '#web/ui/field.tsx';
import * as needsScriptCss from '#web/ui/needs-script.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { useAfterSignIn } from '../after-sign-in.ts';
import { cookiesNeeded, type SignInOutcome, signInByPassword, signInError } from '../auth-calls.ts';
import { ELoginSteps } from '../e-login-steps.tsx';
import { useFrameParts } from '../form-frame.ts';
import { GetEid } from '../get-eid.tsx';

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
  const [place, setPlace] = useState<number | null>(null);
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
      ? [fault('password', t('auth.login.passwordWrong'))]
      : []),
  ];

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const username = readTyped(String(fields.get('username') ?? ''));
    const password = String(fields.get('password') ?? '');
    const found = check(username, password);
    setFaults(found);
    setRefusal(null);
    if (found.length > 0) return;
    setBusy(true);
    const outcome = await signInByPassword({ username, password }, setPlace);
    setPlace(null);
    if (outcome.ok) return afterSignIn();
    setBusy(false);
    setRefusal(outcome);
    form.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  };

  return { form, busy, place, faults, refusal, submit };
}

export function Login({ error = null, keepsSlip = false, byPassword = false }: AuthFormProps['login']) {
  const { t } = useText();
  const login = useLogin(error);
  const isPasswordFirst = byPassword || login.refusal !== null;
  return (
    <ELoginSteps title={t('auth.login.title')} isBusy={login.busy}>
      {(eIdForm) => (
        <>
          <Reason error={error} keepsSlip={keepsSlip} />
          <Way name={t('auth.login.withEid')} open={!isPasswordFirst} className={needsScriptCss.needsScript}>
            {eIdForm}
            <GetEid />
          </Way>
          <Way name={t('auth.login.withPassword')} open={isPasswordFirst}>
            <PasswordForm {...login} />
            <Recovery keepsSlip={keepsSlip} />
          </Way>
          <NoAccount />
        </>
      )}
    </ELoginSteps>
  );
}

type WayProps = { name: string; open: boolean; className?: string | undefined; children: ReactNode };

/** One of the ways to sign in is open at a time; the browser sees to it. */
function Way({ name, open, className = '', children }: WayProps) {
  const [wasOpen] = useState(open);
  return (
    <details className={`${signInCss.way} ${className}`} name="way-to-sign-in" open={wasOpen}>
      <summary>{name}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}

function PasswordForm({ form, busy, place, faults, refusal, submit }: ReturnType<typeof useLogin>) {
  const { t } = useText();
  const { csrfToken } = useShell();
  const { target } = useFrameParts();
  return (
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
      <div className={place === null ? undefined : 'stack'}>
        <Button type="submit" kind="primary" big block busy={busy}>
          {t(busy ? 'auth.login.submitting' : 'auth.login.submit')}
        </Button>
        <div role="status">
          {place !== null && <p className="soft">{t('auth.login.place', { place })}</p>}
        </div>
      </div>
    </form>
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

function Recovery({ keepsSlip }: { keepsSlip: boolean }) {
  const { t } = useText();
  const { go } = useAuthDialog();
  const leave = (form: 'forgotPassword' | 'forgotUsername'): void => {
    // The way back leads to where one was.
    go('login', { keepsSlip, byPassword: true });
    go(form);
  };
  return (
    <div className="actions">
      <Button kind="plain" onClick={() => leave('forgotPassword')}>
        {t('auth.login.forgotPassword')}
      </Button>
      <Button kind="plain" onClick={() => leave('forgotUsername')}>
        {t('auth.login.forgotUsername')}
      </Button>
    </div>
  );
}

/** A new account begins with the electronic ID. */
function NoAccount() {
  const { t } = useText();
  const { go } = useAuthDialog();
  return (
    <p>
      {t('auth.login.noAccount')}{' '}
      <Button kind="plain" onClick={() => go('eLogin')}>
        {t('auth.login.signUp')}
      </Button>
    </p>
  );
}

function RefusalNotice({ code, waitSeconds = 60 }: Failed) {
  const { t, error } = useText();
  return (
    <Notice kind="danger" role="alert">
      {code === cookiesNeeded && t('auth.cookiesNeeded')}
      {code === 'tooMany' && t('auth.closedFor', { minutes: Math.ceil(waitSeconds / 60) })}
      {code !== cookiesNeeded && code !== 'tooMany' && error(code, 'login')}
    </Notice>
  );
}

/** Why the dialog opened, when it was not asked for; what waits for it. */
function Reason({ error, keepsSlip }: { error: string | null; keepsSlip: boolean }) {
  const { t } = useText();
  const isAsked = error === 'SessionRequired';
  if (!isAsked && !keepsSlip) return null;
  return (
    <Notice kind="info" role="status">
      {t(isAsked ? 'session.required' : 'auth.login.keepSlip')}
    </Notice>
  );
}

/** An error that came with the address, from a form sent without script. */
function firstRefusal(error: string | null): Failed | null {
  return error === null || error === 'SessionRequired' ? null : signInError(error);
}
