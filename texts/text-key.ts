/** The keys of the catalogue as a type: a text that does not exist does not compile. */
import type is from '#content/texts/is.json';
import type { Message } from './evaluate.ts';

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

export type TextKey = Leaves<typeof is>;
export type Texts = Readonly<Record<string, Message>>;

/**
 * Texts on their way to the browser: one JSON text, made once per page, which no page has to encode again.
 */
export type SentTexts = string & { readonly sentTexts: true };
