/**
 * How something ended: what happened, what became of the money, what to do next. Pages, notices and letters
 * take these sentences from here alone. Each end is a row of content/ends with its texts under `ends`.
 */
import type { Translate } from './format.ts';
import type { TextKey } from './text-key.ts';

type KeyOf<K extends TextKey> = K extends `${infer End}.happened` ? End : never;
/** `ends.cardDeposit.declined` */
export type EndKey = KeyOf<Extract<TextKey, `ends.${string}`>>;

export type End = { happened: string; money: string; now: string };

export function endOf(
  t: Translate,
  key: EndKey,
  values: Readonly<Record<string, string | number>> = {},
): End {
  return {
    happened: t(`${key}.happened`, values),
    money: t(`${key}.money`, values),
    now: t(`${key}.now`, values),
  };
}

/** The three sentences as one paragraph. */
export const endInWords = ({ happened, money, now }: End): string => `${happened} ${money} ${now}`;
