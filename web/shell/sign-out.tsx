/** Signs out and tells the other tabs. */
import { useNavigate, useRevalidator } from 'react-router';
import { signOut } from '#web/features/auth/auth-calls.ts';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';

export function SignOutForm() {
  const { t, locale } = useText();
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await signOut();
    await navigate(pathsFor(locale).home());
    await revalidator.revalidate();
  };
  return (
    <button type="button" className="panel-btn" onClick={() => void leave()}>
      {t('nav.logOut')}
    </button>
  );
}
