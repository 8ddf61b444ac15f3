/**
 * The Icelandic national id, ten digits: day, month, year, running number, and 9 or 0 for the century.
 * New numbers do not keep the old check digit, so it is not looked at.
 */

import { readTyped } from './typed.ts';

declare const unit: unique symbol;

export type Kennitala = string & { readonly [unit]: 'kennitala' };

const shape = /^((?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d)-?(\d{3}[90])$/;

/** The ten digits without dash, or null when the text is not shaped as a national id. */
export function parseKennitala(text: string): Kennitala | null {
  const match = shape.exec(text);
  return match ? (`${match[1]}${match[2]}` as Kennitala) : null;
}

/** `YYYY-MM-DD`, or null for a day that month never has. */
export function birthDate(kennitala: Kennitala): string | null {
  const century = kennitala.endsWith('9') ? '19' : '20';
  const [day, month, year] = [kennitala.slice(0, 2), kennitala.slice(2, 4), kennitala.slice(4, 6)];
  const date = `${century}${year}-${month}-${day}`;
  const milliseconds = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(milliseconds)) return null;
  return new Date(milliseconds).toISOString().startsWith(date) ? date : null;
}

/** A person's, typed with blanks or a dash. The shape alone decides: the registry knows which ones exist. */
export function parsePersonKennitala(text: string): Kennitala | null {
  return parseKennitala(text.length > 40 ? '' : readTyped(text).replaceAll(' ', ''));
}

/** `day` is `YYYY-MM-DD`; a birthday on 29 February is reached on 1 March of common years. */
export function isOfAge(kennitala: Kennitala, years: number, day: string): boolean {
  const birth = birthDate(kennitala);
  if (birth === null) return false;
  const reached = `${Number(birth.slice(0, 4)) + years}${birth.slice(4)}`;
  return day >= reached;
}

/** `010170-****`, the only form that leaves the server. */
export function maskKennitala(kennitala: Kennitala): string {
  return `${kennitala.slice(0, 6)}-****`;
}
