/**
 * A page of ours is read before it is used: its letters, colours and pictures travel first, and its scripts
 * are asked for once it has been painted. On a phone both share one narrow line.
 *
 * `before-hydration.js` stands in the page and runs before React. What only the scripts can do is kept
 * until they have come, and then done: boxes and lists that were set, presses on buttons, forms that were
 * sent, in this order; then `html` says `data-hydrated`. A form with an `action` is sent as HTML does it.
 * Text stays where it was typed: fields of pages are uncontrolled. A tab that nobody looks at is not
 * painted, and does not wait.
 */
import { use, useEffect } from 'react';
import beforeHydration from './before-hydration.js?raw';
import guard from './guard.js?raw';
import { NonceContext } from './nonce.ts';
import oldBrowsers from './old-browsers.js?url&no-inline';

const modulePreload = /<link rel="modulepreload"/g;
const dataPreload = /<link rel="preload"(?=[^>]* as="fetch")/g;
/** But for one that stands alone on its page, `data-alone`. */
const moduleScript = /<script((?! data-alone)[^>]*) type="module"/g;

/** Lets the scripts of a rendered page wait for `StartScripts`. */
export function deferScripts(html: string): string {
  return html
    .replace(modulePreload, '<link rel="deferred" data-rel="modulepreload"')
    .replace(dataPreload, '<link rel="deferred" data-rel="preload"')
    .replace(moduleScript, '<script$1 type="deferred"');
}

/** To stand in what React takes over: what was kept before that is done now. */
export function useHydrated(): void {
  useEffect(() => {
    window.dispatchEvent(new Event('hydrated'));
  }, []);
}

/**
 * Must be in the head. `guard.js` replaces a blocked `sessionStorage`, which the router's own
 * script reads unguarded, and loads `old-browsers.js` where a newer feature is missing. It reloads
 * pages from the back-forward cache, since balance, draw and player may have changed.
 */
export function GuardScript() {
  return <InlineScript code={import.meta.env.SSR ? guard : ''} old={oldBrowsers} />;
}

/** To stand after the scripts of the page. */
export function StartScripts() {
  return <InlineScript code={import.meta.env.SSR ? beforeHydration : ''} />;
}

/** @param code empty in the browser, where it has run: the scripts must not carry it */
function InlineScript({ code, old }: { code: string; old?: string }) {
  const nonce = use(NonceContext);
  return (
    <script nonce={nonce} data-old={old} suppressHydrationWarning>
      {code}
    </script>
  );
}
