/**
 * From what the server says to its text, in one place. Which codes and words a page may hear of is derived
 * from the calls that it makes (`tools/page-texts/asked.ts`).
 */

import type { Translate } from '#texts/format.ts';
import type { TextKey, Texts } from '#texts/text-key.ts';

export type ErrorValues = Readonly<Record<string, string | number>>;

/**
 * For this call, for the code, else the unknown text. `values` fill the arguments of the call's own texts;
 * without them a text that needs some is passed over.
 */
export function errorText(
  texts: Texts,
  t: Translate,
  code: string,
  call?: string,
  values: ErrorValues = {},
): string {
  const candidates = [call ? `errors.byCall.${call}.${code}` : '', `errors.${code}`];
  const key = candidates.find((name) => name in texts && fits(texts[name], values));
  return t((key ?? 'errors.UNKNOWN') as TextKey, values);
}

/** What is wrong with a field, from the word for it: `passwordMatch`; without a text, in general. */
export function faultText(texts: Texts, t: Translate, word: string): string {
  const key = `validation.${word}`;
  return t((key in texts ? key : 'validation.genericForm') as TextKey);
}

function fits(message: Texts[string] | undefined, values: ErrorValues): boolean {
  if (message === undefined || typeof message === 'string') return message !== undefined;
  return message.every((part) => typeof part === 'string' || part[1] in values);
}
