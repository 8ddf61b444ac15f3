/**
 * The way to a new account, which begins with electronic ID; without script it leads to sign-in, which offers
 * one too.
 */
import { Link, useLocation } from 'react-router';
import { withSignIn } from '#web/page/paths.ts';
import { useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useText } from '#web/text/text.tsx';
import { fetchSignIn } from './auth-dialog-provider.tsx';

export function SignUpLink({ className }: { className: string | undefined }) {
  const { t } = useText();
  const { open } = useAuthDialog();
  const { pathname, search } = useLocation();
  return (
    <Link
      className={className}
      to={withSignIn(pathname, search)}
      preventScrollReset
      onPointerEnter={fetchSignIn}
      onFocus={fetchSignIn}
      onClick={(event) => {
        event.preventDefault();
        open('eLogin');
      }}
    >
      {t('nav.signUp')}
    </Link>
  );
}
