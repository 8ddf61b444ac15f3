/**
 * Back closes what is open over the page and does not leave the page (docs/decisions/041). The code for it
 * comes when something opens; should it not come, Back leaves the page as it always did.
 */
import type { Layer } from './history-marker.ts';

/** Hears of every step through history before the router does. */
let arrive: ((event: PopStateEvent) => void) | null = null;
let hear: (() => void) | null = null;
// Browsers call listeners of the window in the order of their coming: this is read before the router starts.
if (typeof window !== 'undefined')
  window.addEventListener('popstate', (event) => {
    hear?.();
    arrive?.(event);
  });

/** @param listener hears of every step through history first; @returns to call when it hears no more */
export function hearSteps(listener: () => void): () => void {
  hear = listener;
  return () => {
    hear = null;
  };
}

async function marker(): Promise<typeof import('./history-marker.ts') | null> {
  const code = await import('./history-marker.ts').catch(() => null);
  arrive = code?.arrive ?? null;
  return code;
}

/** @returns to call when it is closed */
export function holdBack(layer: Layer): () => void {
  let free: (() => void) | undefined;
  let isClosed = false;
  void marker().then((code) => {
    if (!isClosed) free = code?.hold(layer);
  });
  return () => {
    isClosed = true;
    free?.();
  };
}

// The page was read again while something was open.
if (typeof window !== 'undefined' && (history.state as { below?: string } | null)?.below) void marker();
