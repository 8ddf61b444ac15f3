/**
 * Evaluates compiled messages in the browser and on the server: a few lines, no parser. A message is its own
 * text, or a list of parts; a part is text or one of the arrays below.
 */
import { groupDigits } from './number.ts';

export type Locale = 'is' | 'en';
export type Message = string | readonly Part[];
export type Branches = { readonly [selector: string]: Message };
export type Part =
  | string
  | readonly ['arg', string]
  | readonly ['count', string]
  | readonly ['plural', string, Branches]
  | readonly ['select', string, Branches];
export type Values = Readonly<Record<string, string | number>>;

/** Icelandic: 1, 21, 101 but not 11. English: 1 alone. */
export function pluralOf(locale: Locale, count: number): 'one' | 'other' {
  if (locale === 'en') return count === 1 ? 'one' : 'other';
  return count % 10 === 1 && count % 100 !== 11 ? 'one' : 'other';
}

export function evaluate(locale: Locale, message: Message, values: Values = {}): string {
  if (typeof message === 'string') return message;
  return message.reduce((text: string, part) => join(text, evaluatePart(locale, part, values)), '');
}

/** An abbreviation at the end of a sentence keeps one full stop: `af 1.500 kr.`, never `kr..`. */
function join(text: string, next: string): string {
  return text.endsWith('.') && /^\.(?!\.)/.test(next) ? text + next.slice(1) : text + next;
}

function evaluatePart(locale: Locale, part: Part, values: Values): string {
  if (typeof part === 'string') return part;
  const value = values[part[1]];
  if (value === undefined) throw new Error(`Message argument ${part[1]} is missing`);
  switch (part[0]) {
    case 'arg':
      return String(value);
    case 'count':
      return groupDigits(Number(value));
    case 'plural': {
      const count = Number(value);
      return branch(locale, part[2], [`=${count}`, pluralOf(locale, count)], values);
    }
    case 'select':
      return branch(locale, part[2], [String(value)], values);
  }
}

function branch(locale: Locale, branches: Branches, selectors: readonly string[], values: Values): string {
  const chosen = [...selectors, 'other'].find((selector) => branches[selector] !== undefined);
  return evaluate(locale, branches[chosen ?? 'other'] ?? '', values);
}
