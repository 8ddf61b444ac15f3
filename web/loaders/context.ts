/**
 * What the server puts into React Router's context for each page, re-exported by `entry.server`: take the
 * keys from the build, since a key imported from source is another object.
 */
import { createContext, type RouterContextProvider, redirect } from 'react-router';
import type { OwnPage } from '#contract/own-page.ts';
import type { Api, FetchLike } from '#web/api/client.ts';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import type { VisitorState } from '#web/page/shell.ts';
import type { OwnPlaces } from '#web/personal/own-part.ts';
import type { Sources } from '#web/text/catalogue.server.ts';

export type Session = { user: OwnPage['player'] };

export type PageRequest = {
  /** Domain time, ISO 8601 UTC. */
  now: string;
  /** Of the address that the visitor asked for: `https://hending.is`. */
  origin: string;
  /** Of the content security policy, for the scripts of the page. */
  nonce: string;
  state: VisitorState;
  /** Personal data of the visitor (`own-part.ts`) as JSON; a mark stands for it on a page for all players. */
  own: string;
  /** Where a page for all players shows it; null where the page is for one visitor. */
  places: OwnPlaces | null;
  /** Calls the product in process with the cookies of the visitor; takes a path of this origin. */
  fetch: FetchLike;
  /** What the content service says in each language, the same objects as long as it does not change. */
  texts: Sources;
  /** Where visits are counted, null when nothing is. */
  counting: { url: string; websiteId: string } | null;
  /** Seconds between re-reads of the session in browsers, 0: none. */
  sessionPollSeconds: number;
  /** A picture for those who share a page, as PNG. */
  draw: (picture: Picture) => Promise<Response>;
  /** One line in the log of the server. */
  warn: (details: object, message: string) => void;
  /** Logs what failed on our side. */
  fault: (error: unknown) => void;
  /** Whether the catalogue of the design system is shown. */
  catalogue: boolean;
};

/** The typed client, made by `createPageApi`. */
export const apiContext = createContext<Api>();
/** The session of the visitor, null when signed out. */
export const sessionContext = createContext<Session | null>(null);
export const requestContext = createContext<PageRequest>();

/** A picture of 1200 × 630 for those who share a page. */
export type Picture = {
  /** SVG, without text. */
  ground: string;
  /** What lies on it, in the shape that satori draws: boxes with text, styled. */
  front: PictureBox;
};
export type PictureBox = {
  type: 'div';
  props: {
    style: Readonly<Record<string, string | number>>;
    children?: string | readonly PictureBox[] | undefined;
  };
};

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** The session of whoever asks, null when signed out; a page of all players has none to ask for. */
export function sessionOf(context: Args['context']): Session | null {
  if (context.get(requestContext).places !== null) throw new Error('This page is made for all players.');
  return context.get(sessionContext);
}

/** The session, or a way to the sign-in dialog that returns here. */
export function requireSession({ request, context }: Args): Session {
  const session = sessionOf(context);
  if (session !== null) return session;
  throw toSignIn(request);
}

export function toSignIn(request: Request): Response {
  const url = pageUrl(request);
  return redirect(pathsFor(localeOf(url.pathname)).signIn(url.pathname + url.search));
}
