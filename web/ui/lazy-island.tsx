/**
 * Parts of a page that the server draws whole and whose script comes when somebody first reaches for the
 * page: by pointer, touch or keyboard. Until then their links, forms and panels work as HTML does; a press on
 * any other button waits for the script and is then done. They also wake when the page is read again or left
 * (`hydrateIslands`): React holds what is new back until every part can show it.
 */
import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';

const reached = Promise.withResolvers<void>();
const presses = new Set<HTMLElement>();
const choices = new Map<HTMLSelectElement, string>();

if (typeof window !== 'undefined') {
  // At the window, before React: it stops events that reach what it has not taken over yet.
  for (const event of ['pointerover', 'pointerdown', 'keydown', 'focusin'])
    window.addEventListener(event, () => reached.resolve(), { capture: true, once: true, passive: true });
  window.addEventListener('click', keepPress, { capture: true });
  window.addEventListener('change', keepChoice, { capture: true });
}

function keepPress(event: MouseEvent): void {
  const button = (event.target as Element).closest<HTMLElement>('[data-dehydrated] button');
  if (!button || button.hasAttribute('popovertarget')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  presses.add(button);
  // A press from before the scripts came, done again now, has no pointer that reaches.
  reached.resolve();
}

function keepChoice({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement) || !target.closest('[data-dehydrated]')) return;
  choices.set(target, target.value);
  reached.resolve();
}

/** To stand inside `LazyIsland`. @param load fetches the component; on the server it is there at once */
export function lazyIsland<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    if (typeof window !== 'undefined') await reached.promise;
    return { default: await load() };
  });
}

/** For the route that every page has: the router asks it before it reads anything. */
export function hydrateIslands(): void {
  reached.resolve();
}

export function LazyIsland({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className="lazy-island" data-dehydrated="" ref={box}>
      <Suspense fallback={null}>
        {children}
        <Hydrated box={box} />
      </Suspense>
    </div>
  );
}

function Hydrated({ box }: { box: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    box.current?.removeAttribute('data-dehydrated');
    for (const button of presses) {
      if (!box.current?.contains(button)) continue;
      presses.delete(button);
      button.click();
    }
    for (const [select, value] of choices) {
      if (!box.current?.contains(select)) continue;
      choices.delete(select);
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, [box]);
  return null;
}
