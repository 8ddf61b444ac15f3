/** What is said of a certificate that soon ends or has ended. */
import { pathsFor } from '#web/page/paths.ts';
import { type AuthFormProps, useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useSession } from '#web/shared/session/session.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { useFormFrame } from '../form-frame.ts';

/** Can be put off. */
export function ELoginReminder({ days, ...step }: AuthFormProps['eLoginReminder']) {
  const { t } = useText();
  const { go, close } = useAuthDialog();
  useFormFrame(t('auth.eLoginReminder.title'));
  return (
    <>
      <p className="lead">{t('auth.eLoginReminder.text', { days })}</p>
      <div className="stack">
        <Button kind="primary" big block onClick={() => go('eLoginRevalidation', step)}>
          {t('auth.eLoginReminder.renew')}
        </Button>
        <Button block onClick={close}>
          {t('auth.eLoginReminder.skip')}
        </Button>
      </div>
    </>
  );
}

/** Cannot be put off: who just signed in goes on or signs out. */
export function ELoginRequired(step: AuthFormProps['eLoginRequired']) {
  const { t, locale } = useText();
  const { go, close } = useAuthDialog();
  const { signOut } = useSession();
  const isStrong = step.reason === 'strong';
  useFormFrame(t(isStrong ? 'auth.strongRequired.title' : 'auth.eLoginRequired.title'));
  return (
    <>
      <p className="lead">{t(isStrong ? 'auth.strongRequired.text' : 'auth.eLoginRequired.text')}</p>
      <div className="stack">
        <Button kind="primary" big block onClick={() => go('eLoginRevalidation', step)}>
          {t('auth.eLoginRequired.renew')}
        </Button>
        {step.reason === 'login' ? (
          <Button block onClick={() => void signOut(pathsFor(locale).home())}>
            {t('auth.eLoginRequired.logOut')}
          </Button>
        ) : (
          <Button block onClick={close}>
            {t('auth.eLoginRequired.notNow')}
          </Button>
        )}
      </div>
    </>
  );
}
