/** What the frame of the page knows and pages use too: language, who is there, domain time. */
import { createContext, use } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Locale } from '#texts/evaluate.ts';
import { type FrameParts, frameAt } from './frame-parts.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Signed out, signed in, or signed in and in a break. */
export type VisitorState = 'out' | 'open' | 'locked';

/** What a page says of its frame. */
export type SentShell = {
  locale: Locale;
  /** Domain time when the page was made, ISO 8601 UTC. */
  now: string;
  origin: string;
  theme: Theme;
  state: VisitorState;
  /** The visitor's personal data (`web/personal/own-part.ts`), as JSON. */
  own: string;
  /** Seconds between re-reads of the session beside the fixed ones; 0: none. */
  sessionPollSeconds: number;
  /** For the sign-in form of a page made with `login=true`. */
  csrfToken: string | null;
  /** Where the rest of the frame is, alike for everybody. */
  frame: string;
  /** Where visits are counted; null when nothing is counted here. */
  counter: { url: string; websiteId: string } | null;
};

/** With `site`, what the content service says of the frame; read it with `useSite`. */
export type Shell = SentShell & FrameParts;

/** Null while the page that is shown is an error of the frame itself. */
export const ShellContext = /* @__PURE__ */ createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (shell === null) throw new Error('The frame has no data');
  return shell;
}

/** In the browser: the frame that was shown last, for a page whose answer was lost. */
let lastShown: Shell | null = null;

/** For the root, which gives it to everything else. */
export function useSentShell(): Shell | null {
  const sent = useRouteLoaderData<SentShell>('root');
  const shell = sent ? joined(sent) : null;
  if (typeof window !== 'undefined' && shell !== null) lastShown = shell;
  return shell ?? lastShown;
}

const shells = new WeakMap<SentShell, Shell>();

/** Joined once for each answer of the server: components compare shells by identity. */
function joined(sent: SentShell): Shell {
  const known = shells.get(sent);
  if (known) return known;
  const found = frameAt(sent.frame);
  const { site, texts } = found instanceof Promise ? use(found) : found;
  const shell = { ...sent, site, texts };
  shells.set(sent, shell);
  return shell;
}
