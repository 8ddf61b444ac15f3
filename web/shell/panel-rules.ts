/**
 * The rules of the panels. The browser itself opens a panel, closes it on Escape and on a press outside, and
 * lets one be open at a time. Here is the rest: Back closes it, so does a change of route or hash, and a
 * window that has become wide; below 1024 px it is modal; opening takes the focus inside, closing gives it
 * back to where the panel was opened from.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { holdBack } from '#web/ui/back.ts';
import { panelId } from './panel-icon.tsx';

const wide = '(min-width: 64em)';
const tallFrom = 670;

/** @param box holds the panels; what stands beside it is inert while a panel is modal */
export function usePanelRules(box: RefObject<HTMLElement | null>): void {
  const location = useLocation();
  const way = useNavigationType();
  const shown = useRef(location);

  useEffect(() => {
    const before = shown.current;
    shown.current = location;
    if (before === location || box.current === null) return;
    // A page that drops its own query goes nowhere. A link to the page that is shown replaces the same query.
    const isSamePage = before.pathname === location.pathname && before.hash === location.hash;
    if (way === 'REPLACE' && isSamePage && before.search !== location.search) return;
    openPanel(box.current)?.hidePopover();
  }, [location, way, box]);

  useEffect(() => (box.current === null ? undefined : keepRules(box.current)), [box]);
}

function openPanel(box: HTMLElement): HTMLElement | null {
  // `:is` ignores selectors that the browser does not know; `old-browsers.js` sets the attribute.
  return box.querySelector<HTMLElement>(':is(:popover-open, [data-popover-open])');
}

function keepRules(box: HTMLElement): () => void {
  let opener: Element | null = null;
  let freeBack = (): void => {};

  const changes = (event: Event): void => {
    const { newState, target } = event as ToggleEvent;
    if (newState === 'closed') {
      setModal(box, null);
      return;
    }
    // A panel opened from within another one takes its place, and its way back.
    const other = openPanel(box);
    if (other !== target) other?.hidePopover();
    opener = document.activeElement;
  };
  const changed = (event: Event): void => {
    const panel = event.target as HTMLElement;
    freeBack();
    freeBack = holdBackFor(openPanel(box));
    if ((event as ToggleEvent).newState === 'open') enter(box, panel);
    else if (isNowhere(document.activeElement)) focusOpener(panel.id, opener);
  };
  const resized = (): void => {
    const panel = openPanel(box);
    if (panel === null) return;
    if (closesHere(panel.id)) panel.hidePopover();
    else setModal(box, panel);
  };

  // One may have been opened before the script came.
  const open = openPanel(box);
  if (open !== null) enter(box, open);
  freeBack = holdBackFor(open);
  box.addEventListener('beforetoggle', changes, true);
  box.addEventListener('toggle', changed, true);
  window.addEventListener('resize', resized);
  return () => {
    setModal(box, null);
    freeBack();
    box.removeEventListener('beforetoggle', changes, true);
    box.removeEventListener('toggle', changed, true);
    window.removeEventListener('resize', resized);
  };
}

function holdBackFor(panel: HTMLElement | null): () => void {
  return panel === null ? () => {} : holdBack({ isHeld: () => false, close: () => panel.hidePopover() });
}

function enter(box: HTMLElement, panel: HTMLElement): void {
  setModal(box, panel);
  if (panel.contains(document.activeElement)) return;
  panel.querySelector<HTMLElement>(panel.id === panelId('search') ? 'input' : 'h2')?.focus();
}

function closesHere(id: string): boolean {
  if (!window.matchMedia(wide).matches) return false;
  if (id === panelId('mobile')) return true;
  return window.innerHeight >= tallFrom && (id === panelId('menu') || id === panelId('search'));
}

function setModal(box: HTMLElement, panel: HTMLElement | null): void {
  const isModal = panel !== null && !window.matchMedia(wide).matches;
  for (const beside of box.parentElement?.children ?? []) {
    if (beside !== box) beside.toggleAttribute('inert', isModal);
  }
  if (isModal) panel.setAttribute('aria-modal', 'true');
  else for (const each of box.children) each.removeAttribute('aria-modal');
}

function isNowhere(focused: Element | null): boolean {
  return focused === null || focused === document.body || !focused.checkVisibility();
}

/** Some browsers do not focus a button that is pressed: then the button is found by what it opens. */
function focusOpener(id: string, opener: Element | null): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(`[popovertarget="${id}"]`)];
  const known = isNowhere(opener) ? buttons.find((button) => button.checkVisibility()) : opener;
  if (known instanceof HTMLElement) known.focus({ preventScroll: true });
}
