/** Telephone numbers as people type them. */
import { readTyped, withoutMarks } from './typed.ts';

const lengthMax = 20;

/** As it was typed, blanks included. */
export const isPhoneTooLong = (text: string): boolean => withoutMarks(text).length > lengthMax;

/**
 * Seven digits for an Icelandic number, else `+` and up to fifteen. Blanks, dashes and parentheses fall away,
 * and so do `+354` and `00354`. Null when it is no number: dots and commas are not digits.
 */
export function parsePhone(text: string): string | null {
  if (isPhoneTooLong(text)) return null;
  const [, digits] = /^(?:\+|00)?(\d{7,15})$/.exec(readTyped(text).replace(/[\s()-]/g, '')) ?? [];
  if (digits === undefined) return null;
  const [, icelandic] = /^(?:354)?(\d{7})$/.exec(digits) ?? [];
  return icelandic ?? `+${digits}`;
}

/** Whether an Icelandic SIM can be behind a number of `parsePhone`. */
export function isMobile(phone: string): boolean {
  return /^[678]\d{6}$/.test(phone);
}
