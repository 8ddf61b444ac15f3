/**
 * Domain time in the browser: what the server said when the page was made, moved on by the browser's own
 * stopwatch. The wall clock of the visitor is never read.
 */
import { useEffect, useMemo, useState } from 'react';

/** Milliseconds since the epoch; equal to `serverNow` while hydrating, so that both sides render the same. */
export function useDomainClock(serverNow: string, stepMs = 1000): number {
  const [clock, setClock] = useState({ from: serverNow, elapsed: 0 });
  useEffect(() => {
    const zero = performance.now();
    const tick = () => setClock({ from: serverNow, elapsed: performance.now() - zero });
    const timer = setInterval(tick, stepMs);
    return () => clearInterval(timer);
  }, [serverNow, stepMs]);
  return Date.parse(serverNow) + (clock.from === serverNow ? clock.elapsed : 0);
}

/** Whether an instant has come; changes once, so that nothing is drawn anew every second for it. */
export function useHasCome(instant: string, serverNow: string): boolean {
  const leftMs = Date.parse(instant) - Date.parse(serverNow);
  const [come, setCome] = useState<string | null>(null);
  useEffect(() => {
    // Longer waits than a browser's timer can hold end with the next reading of the page.
    if (leftMs <= 0 || leftMs > 2 ** 31 - 1) return;
    const timer = setTimeout(() => setCome(instant), leftMs);
    return () => clearTimeout(timer);
  }, [instant, leftMs]);
  return leftMs <= 0 || come === instant;
}

/** Reads domain time when it is asked, ISO 8601 UTC; the same function as long as the server's time is. */
export function useDomainInstant(serverNow: string): () => string {
  return useMemo(() => {
    const zero = performance.now();
    return () => new Date(Date.parse(serverNow) + performance.now() - zero).toISOString();
  }, [serverNow]);
}
