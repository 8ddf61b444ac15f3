/**
 * Parts of a page that the server draws whole and whose script comes when somebody first reaches for the
 * page: by pointer, touch or keyboard. Until then their links, forms and panels work as HTML does; a press on
 * any other button waits for the script and is then done. They also wake when the page is read again or left
 * (`hydrateIslands`): React holds what is new back until every part can show it.
 */
import {
  type ComponentType,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const reached = Promise.withResolvers<void>();

/** An element of an island. React may draw the island anew before its script has come. */
type Place = { box: Element; tag: string; index: number };

const presses: (Place & { text: string | null })[] = [];
const choices: (Place & { value: string })[] = [];
const typed: (Place & { value: string })[] = [];
const focused: Place[] = [];

if (typeof window !== 'undefined') {
  // At the window, before React: it stops events that reach what it has not taken over yet.
  for (const event of ['pointerover', 'pointerdown', 'keydown', 'focusin'])
    window.addEventListener(event, () => reached.resolve(), { capture: true, once: true, passive: true });
  window.addEventListener('click', keepPress, { capture: true });
  window.addEventListener('change', keepChoice, { capture: true });
}

/** @returns null where the script has come */
function placeOf(element: Element): Place | null {
  const box = element.closest('[data-dehydrated]');
  const tag = element.localName;
  return box && { box, tag, index: [...box.querySelectorAll(tag)].indexOf(element) };
}

/** Removes the entries of a box from `kept`. @returns each entry with the element that stands in its place */
function takeKept<P extends Place>(kept: P[], box: Element | null): [P, Element | undefined][] {
  const here = kept.filter((place) => place.box === box);
  for (const place of here) kept.splice(kept.indexOf(place), 1);
  return here.map((place) => [place, place.box.querySelectorAll(place.tag)[place.index]]);
}

function keepPress(event: MouseEvent): void {
  const button = (event.target as Element).closest('button');
  const place = button && placeOf(button);
  if (!place || button.hasAttribute('popovertarget')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const isKept = presses.some(({ box, index }) => box === place.box && index === place.index);
  if (!isKept) presses.push({ ...place, text: button.textContent });
  // A press from before the scripts came, done again now, has no pointer that reaches.
  reached.resolve();
}

function keepChoice({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement)) return;
  const place = placeOf(target);
  if (place === null) return;
  choices.push({ ...place, value: target.value });
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
      <Suspense fallback={<ServerNodes box={box} />}>
        {children}
        <Hydrated box={box} />
      </Suspense>
    </div>
  );
}

/**
 * React takes the server's HTML away when something above an island changes while it waits for its script.
 * Until the script comes the same nodes stand here, with all that was typed in them and with the focus.
 */
function ServerNodes({ box }: { box: RefObject<HTMLDivElement | null> }) {
  const place = useRef<HTMLDivElement>(null);
  const [nodes] = useState(() =>
    box.current?.matches('[data-dehydrated]') ? [...box.current.children] : [],
  );
  const [active] = useState(() =>
    nodes.some((node) => node.contains(document.activeElement)) ? document.activeElement : null,
  );
  useLayoutEffect(() => {
    const { current } = place;
    current?.append(...nodes);
    if (active instanceof HTMLElement) active.focus({ preventScroll: true });
    return () => keepFields(current);
  }, [nodes, active]);
  return <div className="lazy-island" ref={place} />;
}

/** Stores the focus and the typed text, because React's new nodes have neither. */
function keepFields(nodes: HTMLElement | null): void {
  for (const field of nodes?.querySelectorAll('input') ?? []) {
    const place = field.value === field.defaultValue ? null : placeOf(field);
    if (place !== null) typed.push({ ...place, value: field.value });
  }
  const { activeElement } = document;
  const place = nodes?.contains(activeElement) ? placeOf(activeElement as Element) : null;
  if (place !== null) focused.push(place);
}

function Hydrated({ box }: { box: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    box.current?.removeAttribute('data-dehydrated');
    for (const [{ text }, button] of takeKept(presses, box.current))
      if (button instanceof HTMLElement && button.textContent === text) button.click();
    for (const [{ value }, select] of takeKept(choices, box.current)) {
      if (!(select instanceof HTMLSelectElement)) continue;
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
    for (const [{ value }, field] of takeKept(typed, box.current)) {
      if (!(field instanceof HTMLInputElement)) continue;
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    for (const [, element] of takeKept(focused, box.current))
      if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  }, [box]);
  return null;
}
