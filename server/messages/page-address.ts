/** The address of a page in a language, as messages and notices carry it; `path` is the Icelandic one. */
export function pageAddress(locale: 'is' | 'en', path: `/${string}`): string {
  return locale === 'en' ? `/en${path}` : path;
}
