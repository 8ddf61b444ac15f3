/** The chosen theme, kept in a cookie so that the server renders it. No cookie: as the device says. */

import type { Theme } from '#web/page/shell.ts';

const cookieName = 'hending-theme';
const year = 60 * 60 * 24 * 365;

export function readTheme(cookies: string): Theme {
  const value = cookies.match(/(?:^|;\s*)hending-theme=(\w+)/)?.[1];
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** What to write to `document.cookie`. */
export function themeCookie(theme: Theme): string {
  const age = theme === 'system' ? 0 : year;
  return `${cookieName}=${theme}; Path=/; Max-Age=${age}; SameSite=Lax`;
}
