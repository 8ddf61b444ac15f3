/** When a card ends, in the digits of the contract: month, then year, `0428`. */

/** `04/28` */
export function shownExpiry(expires: string): string {
  return `${expires.slice(0, 2)}/${expires.slice(2, 4)}`;
}

/**
 * Whether a card has ended, or ends within a month; good to the last day of its month.
 * @param today `YYYY-MM-DD`
 */
export function expiryState(expires: string, today: string): 'good' | 'soon' | 'ended' {
  const [month, year] = [Number(expires.slice(0, 2)), 2000 + Number(expires.slice(2, 4))];
  const firstDayAfter = Date.UTC(year, month, 1);
  const now = Date.parse(today);
  if (now >= firstDayAfter) return 'ended';
  return now >= firstDayAfter - 30 * 86_400_000 ? 'soon' : 'good';
}
