/**
 * Says that signing out is done, here or in another window, or that it failed. Who signs out by their own
 * hand may leave a shared computer: the slip of this window is cleared then, which is said too. A session
 * that ends by itself keeps it.
 */
import { useEffect, useState } from 'react';
import { useShell } from '#web/page/shell.ts';
import { clearSlips } from '#web/shared/purchase/kept-slip.ts';
import { useText } from '#web/text/text.tsx';
import { tabStore } from '#web/ui/browser-store.ts';
import { Toast, type ToastMessage } from '#web/ui/toast.tsx';

export type SignOutPlace = 'here' | 'elsewhere';

type Props = { place: SignOutPlace; onGone: () => void };

export function SignOutSaid({ place, onGone }: Props) {
  const { t } = useText();
  const { state } = useShell();
  const isDone = state === 'out';
  const [message, setMessage] = useState<ToastMessage | null>(null);

  // After the region is there, so that it is read out. Once: what is said stays when the session changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => setMessage({ text: said() }), []);

  return <Toast message={message} onGone={onGone} />;

  function said(): string {
    if (place === 'elsewhere') return t('session.signedOutElsewhere');
    if (!isDone) return t('session.signOutFailed');
    return clearSlips(tabStore) ? t('session.signedOutSlip') : t('session.signedOut');
  }
}
