/**
 * What waits until the page is there: fetching the code of pages that links lead to, the offline page, what
 * watches the time of who is signed in, what counts visits.
 */
import { isSomebodysKept } from '#web/shared/tickets/forget-kept.ts';
import { VisitCounter } from '#web/visits/visit-counter.tsx';
import { prefetchNearLinks } from './prefetch.ts';
import { SessionEnding } from './session-ending.tsx';
import { TimeReminder } from './time-reminder.tsx';

export async function afterLoad(): Promise<void> {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // A browser that refuses (private windows, blocked storage) goes without an offline page.
    navigator.serviceWorker.register('/sw.js').catch(() => {});
  }
  if (isSomebodysKept())
    await import('#web/shared/tickets/kept-tickets.ts')
      .then(({ settleKept }) => settleKept())
      .catch(() => {});
  await prefetchNearLinks();
}

export function Watches() {
  return (
    <>
      <TimeReminder />
      <SessionEnding />
      <VisitCounter />
    </>
  );
}
