/** The sign-in dialog. `login=true` in the address opens it and is removed (accounts specification §2). */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { pathsFor, safeCallback } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Scene } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useShell } from '#web/ui/shell.ts';
import { tellOtherTabs } from './auth-calls.ts';
import { SignInForm } from './sign-in-form.tsx';

type Wish = { error: string | null; callbackUrl: string | null };

/** What the address asks for; null when it does not ask for signing in. */
function wishOf(search: string): Wish | null {
  const query = new URLSearchParams(search);
  if (query.get('login') !== 'true') return null;
  return { error: query.get('error'), callbackUrl: query.get('callbackUrl') };
}

function withoutWish(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['login', 'error', 'callbackUrl']) query.delete(name);
  const left = query.toString();
  return pathname + (left === '' ? '' : `?${left}`);
}

export function SignIn() {
  const { locale, t } = useText();
  const { player, csrfToken, origin } = useShell();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [wish, setWish] = useState(() => (player === null ? wishOf(search) : null));
  const [typed, setTyped] = useState(false);

  const isSignedOut = player === null;
  useEffect(() => {
    const asked = wishOf(search);
    if (asked === null) return;
    // Who is signed in already only loses the query.
    if (isSignedOut) setWish(asked);
    void navigate(withoutWish(pathname, search) + hash, { replace: true, preventScrollReset: true });
  }, [search, pathname, hash, navigate, isSignedOut]);

  const paths = pathsFor(locale);
  const here = withoutWish(pathname, search);
  // From home the way leads to my pages, from elsewhere back to where one was.
  const target =
    safeCallback(wish?.callbackUrl ?? null, origin) ?? (here === paths.home() ? paths.account() : here);

  const signedIn = async (): Promise<void> => {
    setWish(null);
    setTyped(false);
    tellOtherTabs();
    if (target === here) await revalidate();
    else await navigate(target);
  };

  return (
    <Dialog
      open={wish !== null}
      title={t('auth.login.title')}
      closeLabel={t('auth.close')}
      closesOutside={!typed}
      onClose={() => setWish(null)}
      className="dialog-s"
      game="lengjan"
    >
      {wish !== null && (
        <div className="body">
          <Reason error={wish.error} />
          <SignInForm
            csrfToken={csrfToken}
            callbackUrl={target}
            firstError={wish.error}
            onTyped={() => setTyped(true)}
            onSignedIn={() => void signedIn()}
          />
        </div>
      )}
      <div className="art">
        <Scene game="lotto" />
      </div>
    </Dialog>
  );
}

/** Why the dialog opened, when it was not asked for. */
function Reason({ error }: { error: string | null }) {
  const { t } = useText();
  if (error === 'SessionExpired') {
    return (
      <Notice kind="info" role="status" title={t('session.expiredTitle')}>
        {t('session.expiredText')}
      </Notice>
    );
  }
  return error === 'SessionRequired' ? (
    <Notice kind="info" role="status">
      {t('session.required')}
    </Notice>
  ) : null;
}
