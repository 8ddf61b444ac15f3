/** What the page of the test gets: next-auth 4's real browser client and a session provider around it. */
import {
  getCsrfToken,
  getProviders,
  getSession,
  SessionProvider,
  signIn,
  signOut,
  useSession,
} from 'next-auth/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

type Held = ReturnType<typeof useSession>;

/** The states that `useSession` went through, newest last, and its latest `update`. */
const states: string[] = [];
let held: Held | undefined;

function Watch(): null {
  held = useSession();
  if (states.at(-1) !== held.status) states.push(held.status);
  return null;
}

function watch(): void {
  const child = createElement(Watch);
  createRoot(document.createElement('div')).render(createElement(SessionProvider, null, child));
}

const client = { getProviders, getCsrfToken, getSession, signIn, signOut, watch, states, held: () => held };
Object.assign(window, { nextAuth: client });

export type Client = typeof client;
