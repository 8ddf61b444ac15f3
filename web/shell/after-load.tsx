/** What waits until the page is there: reminders, counting, the offline page, pages that links lead to. */
import type { ReactNode } from 'react';
import { isSomebodysKept } from '#web/ui/forget-kept.ts';
import { prefetchNearLinks } from './prefetch.ts';
import { TimeReminder } from './time-reminder.tsx';
import { VisitCounter } from './visit-counter.tsx';

/** @param show takes what stands on every page from now on and shows nothing yet */
export async function afterLoad(show: (later: ReactNode) => void): Promise<void> {
  show(
    <>
      <TimeReminder />
      <VisitCounter />
    </>,
  );
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // A browser that refuses (private windows, blocked storage) goes without an offline page.
    navigator.serviceWorker.register('/sw.js').catch(() => {});
  }
  if (isSomebodysKept())
    await import('#web/ui/kept-tickets.ts').then(({ settleKept }) => settleKept()).catch(() => {});
  await prefetchNearLinks();
}
