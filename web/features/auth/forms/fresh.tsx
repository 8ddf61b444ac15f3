/** Asks again for who is signed in, by password or electronic ID; the page behind keeps what was typed. */
import { type FormEvent, useState } from 'react';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useSession } from '#web/shared/session/session.ts';
import type { Refused } from '#web/text/errors.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useFormFrame } from '../form-frame.ts';

function useReAuthentication(done: () => void) {
  const { t, error } = useText();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | undefined>();
  const [refused, setRefused] = useState<Refused | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setRefused(null);
    setWrong(password === '' ? t('validation.passwordRequired') : undefined);
    if (password === '') return;
    setBusy(true);
    try {
      await browserApi('account.reAuthenticate', { body: { password } });
      return done();
    } catch (thrown) {
      const fault = isApiError(thrown) ? thrown : null;
      if (fault?.code === 'EC_INVALID_PASSWORD') setWrong(error(fault));
      else setRefused(fault ?? 'UNKNOWN');
    }
    setBusy(false);
  };
  return { submit, busy, wrong, refused };
}

export function Fresh() {
  const { t, error } = useText();
  const { player } = useSession();
  const { done, go } = useAuthDialog();
  const { submit, busy, wrong, refused } = useReAuthentication(done);
  useFormFrame(t('auth.fresh.title'), busy);
  return (
    <>
      <p>{t('auth.fresh.text')}</p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {refused !== null && (
          <Notice kind="danger" role="alert">
            {error(refused, 'reAuthenticate')}
          </Notice>
        )}
        <input type="text" name="username" autoComplete="username" value={player?.username} readOnly hidden />
        <Field
          label={t('auth.login.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          error={wrong}
        />
        <Button type="submit" kind="primary" big block busy={busy}>
          {t(busy ? 'loading.sending' : 'auth.fresh.submit')}
        </Button>
      </form>
      {player !== null && (
        <Button block onClick={() => go('eLoginRevalidation', { playerId: player.playerId, reason: 'call' })}>
          {t('auth.login.withEid')}
        </Button>
      )}
    </>
  );
}
