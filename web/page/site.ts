/**
 * What the frame of every page shows of the content service: menus, footer, banner, which games are on. Read
 * once on the server, sent as one text.
 */
import type { ApiAnswer } from '#contract/api.ts';
import type { FeatureFlag, Image, PlainText } from '#contract/content.ts';
import { useText } from '#web/text/text.tsx';
import type { SentSite } from './frame-parts.ts';
import { useShell } from './shell.ts';

/** A way that an editor wrote: a path without language, or an address elsewhere. */
export type Way = { name: string; url: string; icon: string | null };
/** In the menu; of a game also when its sale closes. */
export type MenuWay = Way & { gameId: string | null; closeDate: string | null };
export type MenuGroup = Way & { below: readonly MenuWay[] };

export type Site = {
  logoText: string;
  infoText: PlainText | null;
  menu: readonly MenuGroup[];
  responsible: Way | null;
  searchLinks: readonly Way[];
  shortcutGroups: readonly { title: string; links: readonly Way[] }[];
  headerLinks: readonly Way[];
  myPages: { linkHeading: string; text: PlainText } | null;
  contact: { phone: string; email: string; hours: string } | null;
  footer: {
    bottomLinks: readonly Way[];
    bottomLogos: readonly { url: string | null; image: Image }[];
    infoText: PlainText | null;
    shortcutLinks: readonly Way[];
  };
  banner: Pick<NonNullable<ApiAnswer<'content.banner'>>, 'text' | 'linkText' | 'url' | 'platforms'> | null;
  joker: { name: string; tagline: string };
  sports: readonly { sportId: number; name: string; slug: string }[];
  /** Null when they cannot be read now. */
  limits: ApiAnswer<'system.limits'> | null;
  /** Games that the texts do not name; left out where there are none. */
  named?: ApiAnswer<'results.gameNames'>['games'];
  /** What the operator has switched off; everything else is on. */
  off: readonly FeatureFlag[];
};

let read: { sent: SentSite; site: Site } | undefined;

export function useSite(): Site {
  const sent = useShell().site;
  if (read?.sent !== sent) read = { sent, site: JSON.parse(sent) as Site };
  return read.site;
}

/** Whether a game, or a part of the product, is switched on. */
export function useFlag(flag: string): boolean {
  return !(useSite().off as readonly string[]).includes(flag);
}

/** Why a game cannot be bought now, in words; null when nothing is in the way. */
export function useNoSale(game: string): string | null {
  const { t } = useText();
  return useFlag(game) ? null : t('common.gameClosed');
}
