/**
 * Domain time in the browser: what the server said when the page was made, moved on by the browser's own stopwatch.
 * The wall clock of the visitor is never read (ux.md §9).
 */
import { useEffect, useMemo, useState } from 'react';

/** Milliseconds since the epoch; equal to `serverNow` while hydrating, so that both sides render the same. */
export function useDomainClock(serverNow: string, stepMs = 1000): number {
  const start = useMemo(() => Date.parse(serverNow), [serverNow]);
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const zero = performance.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed(performance.now() - zero), stepMs);
    return () => clearInterval(timer);
  }, [start, stepMs]);
  return start + elapsed;
}
