/**
 * A page of ours is read before it is used: its letters, colours and pictures travel first, and its scripts
 * are asked for once it has been painted. On a phone both share one narrow line.
 */
import { use, useEffect } from 'react';
import { NonceContext } from './ui/nonce.ts';

const modulePreload = /<link rel="modulepreload"/g;
const dataPreload = /<link rel="preload"(?=[^>]* as="fetch")/g;
const moduleScript = /<script([^>]*) type="module"/g;

/** Lets the scripts of a rendered page wait for `WakeScripts`. */
export function scriptsAfterPaint(html: string): string {
  return html
    .replace(modulePreload, '<link rel="after-paint" data-rel="modulepreload"')
    .replace(dataPreload, '<link rel="after-paint" data-rel="preload"')
    .replace(moduleScript, '<script$1 type="after-paint"');
}

/**
 * Runs in the browser. A form that only the scripts can send must not become part of the address when it is
 * sent before they came: it is marked, and sent by `useForm` once they did. So is a press on a button that
 * needs them, and done by `useKeptPresses`. A tab that nobody looks at is not painted, and does not wait.
 */
const wake = `{
  addEventListener('submit', (event) => {
    if (event.target.hasAttribute('action')) return;
    event.preventDefault();
    event.target.setAttribute('data-kept', '');
  }, true);
  const keep = ({ target }) => {
    target.closest('button[type=button]:not([popovertarget])')?.setAttribute('data-pressed', '');
  };
  addEventListener('click', keep, true);
  addEventListener('awake', () => removeEventListener('click', keep, true));
  const wake = () => {
    for (const link of document.querySelectorAll('link[rel=after-paint]')) link.rel = link.dataset.rel;
    for (const asleep of document.querySelectorAll('script[type=after-paint]')) {
      const script = document.createElement('script');
      script.type = 'module';
      script.nonce = asleep.nonce;
      script.textContent = asleep.textContent;
      asleep.replaceWith(script);
    }
  };
  if (document.hidden) wake();
  else requestAnimationFrame(() => setTimeout(wake));
}`;

/** To stand in what React takes over: presses from before that are done now. */
export function useKeptPresses(): void {
  useEffect(() => {
    window.dispatchEvent(new Event('awake'));
    for (const button of document.querySelectorAll<HTMLElement>('[data-pressed]')) {
      button.removeAttribute('data-pressed');
      button.click();
    }
  }, []);
}

/** To stand after the scripts of the page. */
export function WakeScripts() {
  const nonce = use(NonceContext);
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {wake}
    </script>
  );
}
