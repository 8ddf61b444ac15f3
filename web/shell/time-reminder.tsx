/**
 * Reminds of time and money at the chosen rhythm since signing in (must-hold 43). Only the waiting is here:
 * the dialog comes when it is due.
 */

import { lazy, Suspense, useEffect, useState } from 'react';
import { useShell } from '#web/page/shell.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { deviceStore } from '#web/ui/browser-store.ts';
import { useDomainInstant } from '#web/ui/domain-clock.ts';

const ReminderDialog = lazy(() =>
  import('./reminder-dialog.tsx').then(({ ReminderDialog }) => ({ default: ReminderDialog })),
);

export function TimeReminder() {
  const account = useOwn()?.account;
  if (!account || account.reminderMinutes === 0) return null;
  const { signedInAt, reminderMinutes } = account;
  return <Watch signedInAt={signedInAt} everyMs={reminderMinutes * 60_000} />;
}

/** When this sitting was last reminded, for every tab; kept with its beginning. */
const kept = 'time-reminder';
/** The same for this page alone, where the browser keeps nothing. */
let keptHere = '';

function readLast(signedInAt: string): string {
  const lasts = [deviceStore.read(kept) ?? '', keptHere].map((text) => text.split(' '));
  const ofSitting = lasts.flatMap(([of, last]) => (of === signedInAt && last ? last : []));
  return ofSitting.sort().at(-1) ?? signedInAt;
}

const timerMsMax = 2 ** 31 - 1;

function Watch({ signedInAt, everyMs }: { signedInAt: string; everyMs: number }) {
  const { now } = useShell();
  const instant = useDomainInstant(now);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Read anew each time: another tab may have reminded meanwhile.
    const look = (): void => {
      const leftMs = Date.parse(readLast(signedInAt)) + everyMs - Date.parse(instant());
      if (leftMs > 0) timer = setTimeout(look, Math.min(leftMs, timerMsMax));
      else setOpen(true);
    };
    look();
    return () => clearTimeout(timer);
  }, [isOpen, signedInAt, everyMs, instant]);

  const close = (): void => {
    keptHere = `${signedInAt} ${instant()}`;
    deviceStore.write(kept, keptHere);
    setOpen(false);
  };
  return isOpen ? (
    <Suspense fallback={null}>
      <ReminderDialog onClose={close} />
    </Suspense>
  ) : null;
}
