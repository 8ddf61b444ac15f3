/** Proves again who somebody is, so that the certificate is renewed. */
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { browserApi } from '#web/api/browser-api.ts';
import { type AuthFormProps, useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useSession } from '#web/shared/session/session.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Waiting } from '#web/ui/progress.tsx';
import { useAfterSignIn } from '../after-sign-in.ts';
import { signIn } from '../auth-calls.ts';
import { EIdFailed, EIdForm, EIdWaiting } from '../e-id-parts.tsx';
import { authError, type EIdTarget, useEIdRequest } from '../e-id-request.ts';
import { useFormFrame, useFrameParts } from '../form-frame.ts';

export function ELoginRevalidation({ playerId, reason }: AuthFormProps['eLoginRevalidation']) {
  const { t } = useText();
  const { back, close } = useAuthDialog();
  const { held } = useFrameParts();
  const { signedIn } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<EIdTarget | null>(null);
  const [own, setOwn] = useState<EIdTarget | null>(null);
  useEffect(() => {
    if (reason === 'call') void askOwnPhone().then(setOwn);
  }, [reason]);
  const [expires, setExpires] = useState<string | null>(null);
  const { step, start, toForm } = useEIdRequest(
    ({ target: { eLoginType }, token }) =>
      browserApi('auth.eLoginRenewal', { params: { eLoginType, token, playerId } }),
    async (outcome, { target, token }) => {
      if (outcome.pending) return;
      // The same token opens the new session: the password is not asked for again.
      const proved = await signIn('elogin', { token, eLoginType: target.eLoginType });
      if (!proved.ok) throw { code: proved.code };
      setExpires(outcome.eCertificateExpires);
      signedIn();
    },
  );
  useFormFrame(
    t(step.at === 'waiting' ? 'auth.eLogin.codeTitle' : 'auth.eLoginRevalidation.title'),
    isBusy || step.at === 'proven',
  );

  if (expires !== null) return <Renewed expires={expires} reason={reason} />;
  if (step.at === 'proven') return <Waiting label={t('auth.eLogin.success')} />;
  if (step.at === 'waiting') {
    const cancelled = { code: authError, reason: 'cancelled' };
    return <EIdWaiting asked={step.asked} cancel={() => toForm(cancelled)} />;
  }
  if (step.at === 'failed') {
    const closing = held
      ? { label: t('auth.stepBack'), act: back }
      : { label: t('common.close'), act: close };
    return <EIdFailed failure={step.failure} close={closing} again={() => toForm()} />;
  }
  const ask = (target: EIdTarget): Promise<void> => {
    setLast(target);
    return start(target);
  };
  return (
    <>
      {reason === 'call' && <p>{t('auth.eLoginRevalidation.why')}</p>}
      <p>{t('auth.eLoginRevalidation.text')}</p>
      <EIdForm
        key={own === null ? 'empty' : 'known'}
        {...{ asked: last ?? own, failure: step.failure, start: ask, setBusy }}
      />
    </>
  );
}

/** The mobile number of the profile, to fill the form; null when there is none or the call fails. */
function askOwnPhone(): Promise<EIdTarget | null> {
  return browserApi('account.details', {}).then(
    ({ mobile }) => (mobile === undefined ? null : { eLoginType: 'sim', cellphoneNumber: mobile }),
    () => null,
  );
}

type Renewal = { expires: string; reason: AuthFormProps['eLoginRevalidation']['reason'] };

/** Who was refused in the middle of something goes on there; who was signing in goes where that leads. */
function Renewed({ expires, reason }: Renewal) {
  const { t, format } = useText();
  const { done } = useAuthDialog();
  const { revalidate } = useRevalidator();
  const afterSignIn = useAfterSignIn();
  const goOn = async (): Promise<void> => {
    if (reason !== 'call') return afterSignIn('done');
    done();
    await revalidate();
  };
  return (
    <>
      <Notice kind="success" role="status" title={t('auth.eLogin.success')}>
        {t(reason === 'call' ? 'auth.eLoginRevalidation.doneHere' : 'auth.eLoginRevalidation.done', {
          date: format.dateYear(expires),
        })}
      </Notice>
      <Button kind="primary" big block onClick={() => void goOn()}>
        {t('common.continue')}
      </Button>
    </>
  );
}
