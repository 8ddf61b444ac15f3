/** Ends the session, in the other tabs too; the page that comes then says so. */
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { useSession } from './session.ts';

export function SignOut({ className }: { className: string | undefined }) {
  const { t, locale } = useText();
  const { signOut } = useSession();
  return (
    <button type="button" className={className} onClick={() => void signOut(pathsFor(locale).home())}>
      {t('nav.logOut')}
    </button>
  );
}
