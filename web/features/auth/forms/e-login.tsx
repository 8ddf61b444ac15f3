/** Electronic ID alone: where a new account begins. */
import { Link } from 'react-router';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { useAuthDialog } from '#web/ui/auth-dialog-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ELoginSteps } from '../e-login-steps.tsx';

export function ELogin() {
  const { t, locale } = useText();
  const { go } = useAuthDialog();
  return (
    <ELoginSteps title={t('auth.eLogin.title')}>
      {(form) => (
        <>
          {form}
          <div className="auth-ways">
            <Button block onClick={() => go('login', { byPassword: true })}>
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
      )}
    </ELoginSteps>
  );
}
