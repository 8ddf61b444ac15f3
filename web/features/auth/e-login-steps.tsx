/** Signing in by electronic ID, from the press to the outcome; who has no account goes on to open one. */
import { type ReactNode, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useText } from '#web/text/text.tsx';
import { Waiting } from '#web/ui/progress.tsx';
import { useAfterSignIn } from './after-sign-in.ts';
import { signIn } from './auth-calls.ts';
import { EIdFailed, EIdForm, EIdWaiting } from './e-id-parts.tsx';
import { authError, type EIdAsked, type EIdTarget, useEIdRequest } from './e-id-request.ts';
import { useFormFrame } from './form-frame.ts';

type Outcome = ApiAnswer<'auth.eLoginStatus'>;

type Props = {
  /** Of the dialog, until the phone is asked. */
  title: string;
  /** Something else in the dialog is under way. */
  isBusy?: boolean;
  /** What stands around the form, until the phone is asked. */
  children: (form: ReactNode) => ReactNode;
};

export function ELoginSteps({ title, isBusy: isBusyElsewhere = false, children }: Props) {
  const { t } = useText();
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
    step.at === 'waiting' ? t('auth.eLogin.codeTitle') : title,
    isBusy || isBusyElsewhere || step.at === 'proven',
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
  return children(<EIdForm asked={last} failure={step.failure} start={ask} setBusy={setBusy} />);
}
