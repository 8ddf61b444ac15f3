/** Whether visits may be counted: only when the visitor said so, for a year. */

const cookieName = 'hending-counting';
const year = 60 * 60 * 24 * 365;

export type Choice = 'yes' | 'no';

/** @param cookies a `Cookie` header or `document.cookie` */
export function readChoice(cookies: string): Choice | null {
  const value = cookies.match(/(?:^|;\s*)hending-counting=(\w+)/)?.[1];
  return value === 'yes' || value === 'no' ? value : null;
}

/** What to write to `document.cookie`. */
export function choiceCookie(choice: Choice): string {
  return `${cookieName}=${choice}; Path=/; Max-Age=${year}; SameSite=Lax`;
}

type Asked = { doNotTrack?: string | null; globalPrivacyControl?: boolean };

/** The browser asks not to be tracked: that counts as a no, whatever was chosen. */
export function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Asked;
  return doNotTrack === '1' || (window as Asked).doNotTrack === '1' || globalPrivacyControl === true;
}
