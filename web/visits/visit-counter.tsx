/** Counts the pages that a visitor who agreed looks at, once the page is at rest. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useShell } from '#web/page/shell.ts';
import { readCookies } from '#web/ui/browser-store.ts';
import { asksSecrets, isCounted } from './counted-pages.ts';
import { asksNotToBeTracked, readChoice } from './visit-choice.ts';

export function VisitCounter() {
  const { counter } = useShell();
  const { pathname } = useLocation();
  useEffect(() => {
    if (counter === null || !isCounted(pathname)) return;
    if (readChoice(readCookies()) !== 'yes' || asksNotToBeTracked()) return;
    return whenIdle(() => {
      if (asksSecrets()) return;
      void import('./counting.ts').then((part) => part.countVisit(counter, pathname));
    });
  }, [counter, pathname]);
  return null;
}

/** After the page has loaded and the browser has nothing better to do. Returns how to give it up. */
function whenIdle(act: () => void): () => void {
  let timer = 0;
  const wait = (): void => {
    timer = window.setTimeout(act, 1000);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    window.clearTimeout(timer);
  };
}
