/** Electronic ID alone: where a new account begins. */

import * as signInCss from '#web/features/auth/sign-in.module.css';
import { useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { ELoginSteps } from '../e-login-steps.tsx';
import { GetEid } from '../get-eid.tsx';

export function ELogin() {
  const { t } = useText();
  const { go } = useAuthDialog();
  return (
    <ELoginSteps title={t('auth.eLogin.title')}>
      {(form) => (
        <>
          {form}
          <div className={signInCss.authWays}>
            <Button block onClick={() => go('login', { byPassword: true })}>
              {t('auth.login.withPassword')}
            </Button>
            <p>{t('auth.eLogin.newPlayers')}</p>
            <GetEid />
          </div>
        </>
      )}
    </ELoginSteps>
  );
}
