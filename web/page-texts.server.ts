/** The texts that a page sends to its components, taken from what the content service says now. */
import type { RouterContextProvider } from 'react-router';
import type { Locale } from '#texts/evaluate.ts';
import type { SentTexts, Texts } from '#texts/text-key.ts';
import { requestContext } from './context.ts';
import { localeOf, pageUrl } from './paths.ts';
import { catalogueOf, cutOf } from './text/catalogue.server.ts';
import { createText, type Text } from './text/text.tsx';

type Args = { request: Request; context: Readonly<RouterContextProvider> };

const told = new Set<string>();

/**
 * What a page sends: every message of `list` in the language of the address (`play` takes all of `play.*`).
 */
export function textsFor({ request, context }: Args, list: string): SentTexts {
  return textsIn(context, localeOf(pageUrl(request).pathname), list);
}

/** Texts and formats for what the server writes itself: feeds, pictures. */
export function wordsIn(context: Args['context'], locale: Locale, list: string): Text {
  return createText(locale, JSON.parse(textsIn(context, locale, list)) as Texts);
}

function textsIn(context: Args['context'], locale: Locale, list: string): SentTexts {
  const { texts, warn } = context.get(requestContext);
  const catalogue = catalogueOf(texts, locale);
  tellOnce(locale, 'texts are missing in the content service', catalogue.missing, warn);
  tellOnce(locale, 'texts of the content service cannot be used', catalogue.unusable, warn);
  return cutOf(catalogue, list);
}

/** Each key is logged once in the life of a process. */
function tellOnce(
  locale: Locale,
  message: string,
  keys: readonly string[],
  warn: (details: object, message: string) => void,
): void {
  const fresh = keys.filter((key) => !told.has(`${message} ${locale} ${key}`));
  if (fresh.length === 0) return;
  for (const key of fresh) told.add(`${message} ${locale} ${key}`);
  warn({ locale, keys: fresh }, message);
}
