/** Signing in by electronic ID; who has no account goes on to open one. */
import { useState } from 'react';
import { Link } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { browserApi } from '#web/browser-api.ts';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { useAuthDialog } from '#web/ui/auth-dialog-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Waiting } from '#web/ui/progress.tsx';
import { useAfterSignIn } from '../after-sign-in.ts';
import { signIn } from '../auth-calls.ts';
import { EIdFailed, EIdForm, EIdWaiting } from '../e-id-parts.tsx';
import { authError, type EIdAsked, type EIdTarget, useEIdRequest } from '../e-id-request.ts';
import { useFormFrame } from '../form-frame.ts';

type Outcome = ApiAnswer<'auth.eLoginStatus'>;

export function ELogin() {
  const { t, locale } = useText();
  const { go, close } = useAuthDialog();
  const afterSignIn = useAfterSignIn();
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<EIdTarget | null>(null);

  const use = async (outcome: Outcome, { target, token }: EIdAsked): Promise<void> => {
    if (outcome.pending) return;
    if (outcome.status === 'SIGNUP_REQUIRED') {
      const { requestId = '', firstName = '', lastName = '' } = outcome;
      const phone = target.eLoginType === 'sim' ? { cellphoneNumber: target.cellphoneNumber } : {};
      return go('signUp', { requestId, firstName, lastName, ...phone });
    }
    const signedIn = await signIn('elogin', { token, eLoginType: target.eLoginType });
    if (!signedIn.ok) throw { code: signedIn.code };
    await afterSignIn();
  };
  const { step, start, toForm } = useEIdRequest(
    ({ target: { eLoginType }, token }) => browserApi('auth.eLoginStatus', { params: { eLoginType, token } }),
    use,
  );
  useFormFrame(
    t(step.at === 'waiting' ? 'auth.eLogin.codeTitle' : 'auth.eLogin.title'),
    isBusy || step.at === 'proven',
  );

  if (step.at === 'proven') return <Waiting label={t('auth.eLogin.success')} />;
  if (step.at === 'waiting') {
    const cancelled = { code: authError, reason: 'cancelled' };
    return <EIdWaiting asked={step.asked} cancel={() => toForm(cancelled)} />;
  }
  if (step.at === 'failed') {
    const closing = { label: t('common.close'), act: close };
    return <EIdFailed failure={step.failure} close={closing} again={() => toForm()} />;
  }
  const ask = (target: EIdTarget): Promise<void> => {
    setLast(target);
    return start(target);
  };
  return (
    <>
      <EIdForm asked={last} failure={step.failure} start={ask} setBusy={setBusy} />
      <div className="auth-ways">
        <Button block onClick={() => go('login')}>
          {t('auth.login.withPassword')}
        </Button>
        <p>{t('auth.eLogin.newPlayers')}</p>
        <p>
          {/* In a tab of its own, so that nothing typed is lost. */}
          <Link to={pathsFor(locale).page('hjalp')} target="_blank">
            {t('auth.eLogin.getEid')}
          </Link>
        </p>
      </div>
    </>
  );
}
