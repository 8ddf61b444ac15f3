/** Fetches the sign-in dialog when the address asks for it; from then on it stays. */
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';

const code = () => import('#web/features/auth/sign-in.tsx');

const SignIn = lazy(() =>
  code().then(
    ({ SignIn }) => ({ default: SignIn }),
    () => {
      // The server shows the dialog without its code.
      window.location.reload();
      return { default: () => <></> };
    },
  ),
);

/** For a way to sign-in that is about to be pressed. */
export const fetchSignIn = (): void => {
  code().catch(() => {});
};

export function SignInGate() {
  const isAsked = new URLSearchParams(useLocation().search).get('login') === 'true';
  const [isWanted, setWanted] = useState(isAsked);
  if (isAsked && !isWanted) setWanted(true);
  return isWanted || isAsked ? (
    <Suspense>
      <SignIn />
    </Suspense>
  ) : null;
}
