/**
 * What is a visitor's own on a page that is otherwise the same for all players. The server keeps such a page
 * with marks in these places and fills them for each request (`own-places.server.tsx`), so nothing but a part
 * made by `ownPart` may show it.
 */
import { type ComponentType, createContext, createElement, type ReactElement, use } from 'react';
import type { OwnPage } from '#contract/own-page.ts';
import { useShell } from '#web/page/shell.ts';

/** On the server, while a page is made for all players alike. */
export type OwnPlaces = { mark(part: ReactElement): ReactElement };

/** Null where everything is known: in browsers, and on pages that are made for one player. */
export const OwnContext = /* @__PURE__ */ createContext<OwnPlaces | OwnPage | null>(null);

const isShared = (source: OwnPlaces | OwnPage | null): source is OwnPlaces =>
  source !== null && 'mark' in source;

/** Its root is an element: text beside it would be read as one piece with its own. */
export function ownPart<P extends object>(Part: ComponentType<P>): ComponentType<P> {
  if (!import.meta.env.SSR) return Part;
  return function OwnPart(props: P) {
    const source = use(OwnContext);
    const part = createElement(Part, props);
    return isShared(source) ? source.mark(part) : part;
  };
}

/** Null when signed out. For what is drawn: on a page of all players it throws outside of own parts. */
export function useOwn(): OwnPage | null {
  if (import.meta.env.SSR && isShared(use(OwnContext)))
    throw new Error('This part of a page is for all players: draw what is own by ownPart.');
  return useOwnToAct();
}

/** For what happens after the page has come, never for what is drawn: on the server it may be null. */
export function useOwnToAct(): OwnPage | null {
  const { own } = useShell();
  if (import.meta.env.SSR) {
    const source = use(OwnContext);
    if (source !== null) return isShared(source) ? null : source;
  }
  return read(own);
}

let last: { sent: string; own: OwnPage | null } | undefined;

/** The same object as long as the text is the same. */
function read(sent: string): OwnPage | null {
  if (last?.sent !== sent) last = { sent, own: JSON.parse(sent) as OwnPage | null };
  return last.own;
}
