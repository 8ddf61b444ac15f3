/** Which pages are counted at all. */
import { localeOf, slugs, translated } from '#web/page/paths.ts';

/** My pages and forms that take a name, a password or a card. */
const privatePages = [slugs.account, 'reset-password', 'credit-card'];

/** False for my pages and the pages of such forms. */
export function isCounted(pathname: string): boolean {
  const icelandic = localeOf(pathname) === 'en' ? translated(pathname, '') : pathname;
  return !privatePages.some((slug) => icelandic === `/${slug}` || icelandic.startsWith(`/${slug}/`));
}

/** A password or a card is being asked for on this page now, in a dialog for instance. */
export function asksSecrets(): boolean {
  return document.querySelector('input[type="password"], input[autocomplete^="cc-"]') !== null;
}
