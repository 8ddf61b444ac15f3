/**
 * From what the server says to its text, in one place. Which codes and words a page may hear of is derived
 * from the calls that it makes (`tools/page-texts/asked.ts`).
 */

import type { Translate } from '#texts/format.ts';
import type { TextKey, Texts } from '#texts/text-key.ts';

/** A code alone, or what was refused with the wait after which there is room again (429). */
export type Refused = string | { readonly code: string; readonly waitSeconds?: number | undefined };

export type ErrorValues = Readonly<Record<string, string | number>>;

/**
 * For this call, for the code, else the unknown text. `values` fill the arguments of the call's own texts;
 * without them a text that needs some is passed over.
 */
export function errorText(
  texts: Texts,
  t: Translate,
  refused: Refused,
  call?: string,
  values: ErrorValues = {},
): string {
  const { code, waitSeconds } = typeof refused === 'string' ? { code: refused } : refused;
  if (waitSeconds !== undefined) return tooManyText(texts, t, waitSeconds, call);
  const candidates = [call ? `errors.byCall.${call}.${code}` : '', `errors.${code}`];
  const key = candidates.find((name) => name in texts && fits(texts[name], values));
  return t((key ?? 'errors.UNKNOWN') as TextKey, values);
}

/** Whatever was asked for was asked for too often: said with the wait, by the minute above a minute. */
function tooManyText(texts: Texts, t: Translate, seconds: number, call?: string): string {
  const own = `errors.byCall.${call}.429`;
  const minutes = seconds <= 60 ? 0 : Math.ceil(seconds / 60);
  return t((own in texts ? own : 'errors.http.429') as TextKey, { seconds, minutes });
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
