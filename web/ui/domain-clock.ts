/**
 * Domain time in the browser: what the server said when the page was made, moved on by the browser's own stopwatch.
 * The wall clock of the visitor is never read (ux.md §9).
 */
import { useEffect, useState } from 'react';

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
