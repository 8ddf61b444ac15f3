/** National ids of companies and associations: as a person's, with 40 added to the day. */
import { readTyped } from './typed.ts';

/** Ten digits, typed with blanks or a dash; null when it is none. */
export function parseOrganisationId(text: string): string | null {
  const typed = text.length > 40 ? '' : readTyped(text).replaceAll(' ', '');
  const match = /^((?:4[1-9]|[56]\d|7[01])(?:0[1-9]|1[0-2])\d\d)-?(\d{3}[890])$/.exec(typed);
  return match ? `${match[1]}${match[2]}` : null;
}
