/** What the frame of the page knows and pages use too: language, player, balance, domain time. */
import { useRouteLoaderData } from 'react-router';
import type { Locale } from '#web/text/evaluate.ts';
import type { SentTexts } from '#web/text/text-key.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export type Account = { balance: number; stakedToday: number; stakeLimitDay: number };

/** A site on its way to the browser: one JSON text, which no page has to encode again. */
export type SentSite = string & { readonly sentSite: true };

export type Shell = {
  locale: Locale;
  /** Domain time when the page was made, ISO 8601 UTC. */
  now: string;
  origin: string;
  theme: Theme;
  player: { playerId: string; username: string; firstName: string; lastName: string } | null;
  /** Null when signed out, or when the account cannot be read now. */
  account: Account | null;
  /** For the sign-in form of a page made with `login=true`. */
  csrfToken: string | null;
  /** What the content service says of the frame; read it with `useSite`. */
  site: SentSite;
  /** Where visits are counted; null when nothing is counted here. */
  counter: { url: string; websiteId: string } | null;
  texts: SentTexts;
};

export function useShell(): Shell {
  const shell = useShellIfAny();
  if (shell === undefined) throw new Error('The frame has no data');
  return shell;
}

/** In the browser: the frame that was shown last, for a page whose answer was lost. */
let lastShown: Shell | undefined;

/** Undefined while the page that says so is an error of the frame itself. */
export function useShellIfAny(): Shell | undefined {
  const shell = useRouteLoaderData<Shell>('root');
  if (typeof window !== 'undefined' && shell !== undefined) lastShown = shell;
  return shell ?? lastShown;
}
