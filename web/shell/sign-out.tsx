/** Signs out, also in the other tabs. */
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { useSession } from '#web/ui/session.ts';

export function SignOutForm() {
  const { t, locale } = useText();
  const { signOut } = useSession();
  return (
    <button type="button" className="panel-button" onClick={() => void signOut(pathsFor(locale).home())}>
      {t('nav.logOut')}
    </button>
  );
}
