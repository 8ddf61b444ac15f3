/** From an error code to its text, in one place: for this call, for the code, else the unknown text. */

import type { Translate } from '#texts/format.ts';
import type { TextKey, Texts } from '#texts/text-key.ts';

export type ErrorValues = Readonly<Record<string, string | number>>;

/**
 * `values` fill the arguments of the call's own texts; without them a text that needs some is passed over.
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

function fits(message: Texts[string] | undefined, values: ErrorValues): boolean {
  if (message === undefined || typeof message === 'string') return message !== undefined;
  return message.every((part) => typeof part === 'string' || part[1] in values);
}
