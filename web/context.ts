/**
 * What the server puts into React Router's context for each page, re-exported by `entry.server`: take the
 * keys from the build, since a key imported from source is another object.
 */
import { createContext, type RouterContextProvider, redirect } from 'react-router';
import type { Api, FetchLike } from './api.ts';
import { localeOf, pageUrl, pathsFor } from './paths.ts';
import type { Sources } from './text/catalogue.server.ts';

export type Session = {
  user: { playerId: string; username: string; firstName: string; lastName: string };
  expires: string;
};

export type PageRequest = {
  /** Domain time, ISO 8601 UTC. */
  now: string;
  /** Of the address that the visitor asked for: `https://hending.is`. */
  origin: string;
  /** Of the content security policy, for the scripts of the page. */
  nonce: string;
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

/** The session, or a way to the sign-in dialog that returns here. */
export function requireSession({ request, context }: Args): Session {
  const session = context.get(sessionContext);
  if (session !== null) return session;
  throw toSignIn(request);
}

export function toSignIn(request: Request): Response {
  const url = pageUrl(request);
  return redirect(pathsFor(localeOf(url.pathname)).signIn(url.pathname + url.search));
}
