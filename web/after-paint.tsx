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
 * Runs in the browser, before React. What only the scripts can do is kept until they have come, and then
 * done: boxes and lists that were set, presses on buttons, forms that were sent, in this order. A form with
 * an `action` is sent as HTML does it. Text stays where it was typed: fields of pages are uncontrolled. A
 * tab that nobody looks at is not painted, and does not wait.
 */
const wake = import.meta.env.SSR
  ? `{
  const left = new Map();
  const keep = {
    input: ({ target }) => {
      if (!target.matches('select, [type=checkbox], [type=radio]')) return;
      left.delete(target);
      left.set(target, target.localName === 'select' ? target.value : target.checked);
    },
    click: ({ target }) => {
      target.closest('button[type=button]:not([popovertarget])')?.setAttribute('data-pressed', '');
    },
    submit: (event) => {
      if (event.target.hasAttribute('action')) return;
      event.preventDefault();
      event.target.setAttribute('data-kept', '');
    },
  };
  const setAgain = (field, value) => {
    if (field.localName === 'select') {
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    } else {
      field.checked = !value;
      field.click();
    }
  };
  const doKept = (name, act) => {
    for (const element of document.querySelectorAll('[' + name + ']')) {
      element.removeAttribute(name);
      act(element);
    }
  };
  for (const type in keep) addEventListener(type, keep[type], true);
  addEventListener('awake', () => {
    for (const type in keep) removeEventListener(type, keep[type], true);
    setTimeout(() => {
      left.forEach((value, field) => setAgain(field, value));
      doKept('data-pressed', (button) => button.click());
      doKept('data-kept', (form) => form.requestSubmit());
    });
  });
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
}`
  : '';

/** To stand in what React takes over: what was kept before that is done now. */
export function useAwake(): void {
  useEffect(() => {
    window.dispatchEvent(new Event('awake'));
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
