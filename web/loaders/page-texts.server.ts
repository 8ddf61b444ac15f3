/** The texts that a page sends to its components, taken from what the content service says now. */
import type { RouterContextProvider } from 'react-router';
import type { Locale } from '#texts/evaluate.ts';
import type { SentTexts } from '#texts/text-key.ts';
import { localeOf, pageUrl } from '#web/page/paths.ts';
import { allOf, type Catalogue, catalogueOf, cutOf } from '#web/text/catalogue.server.ts';
import { createText, type Text } from '#web/text/text.tsx';
import { requestContext } from './context.ts';

type Args = { request: Request; context: Readonly<RouterContextProvider> };

const told = new Set<string>();

/**
 * What a page sends: the messages of `keys`, which the build derives from its file (`./x-page.tsx?texts`), in
 * the language of the address.
 */
export function textsFor({ request, context }: Args, keys: readonly string[]): SentTexts {
  return cutOf(catalogueIn(context, localeOf(pageUrl(request).pathname)), keys);
}

/** Texts and formats for what the server writes itself: feeds, pictures. */
export function wordsIn(context: Args['context'], locale: Locale): Text {
  return createText(locale, allOf(catalogueIn(context, locale)));
}

function catalogueIn(context: Args['context'], locale: Locale): Catalogue {
  const { texts, warn } = context.get(requestContext);
  const catalogue = catalogueOf(texts, locale);
  tellOnce(locale, 'texts are missing in the content service', catalogue.missing, warn);
  tellOnce(locale, 'texts of the content service cannot be used', catalogue.unusable, warn);
  return catalogue;
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
