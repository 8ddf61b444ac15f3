/** `_seoMetaTags` as DatoCMS makes them. */

export type Tag = { tag: string; attributes: Record<string, string> | null; content: string | null };

export type SeoInput = {
  title: string | null;
  description: string | null;
  image: { url: string; width: number; height: number; alt: string | null } | null;
  twitterCard: string | null;
  locale: string;
  /** A record of its own kind, as front page and configuration are, is a web site. */
  kind: 'article' | 'website';
  modifiedAt: string;
  siteName: string | null;
  titleSuffix: string | null;
};

export const titleLength = 60;
const ogLocales: Record<string, string> = { is: 'is_IS', en: 'en_GB' };

/** With the suffix while both together stay within 60 characters. */
export function pageTitle(title: string, suffix: string | null): string {
  const whole = `${title}${suffix ?? ''}`;
  return [...whole].length <= titleLength ? whole : title;
}

export function seoTags(input: SeoInput): Tag[] {
  const { title, description, image, twitterCard, locale, kind, modifiedAt, siteName, titleSuffix } = input;
  const tags: Tag[] = [];
  const meta = (key: 'name' | 'property', name: string, content: string | null) => {
    if (content) tags.push({ tag: 'meta', attributes: { [key]: name, content }, content: null });
  };
  if (title) tags.push({ tag: 'title', attributes: null, content: pageTitle(title, titleSuffix) });
  meta('property', 'og:title', title);
  meta('name', 'twitter:title', title);
  meta('name', 'description', description);
  meta('property', 'og:description', description);
  meta('name', 'twitter:description', description);
  if (image) {
    meta('property', 'og:image', image.url);
    meta('property', 'og:image:width', String(image.width));
    meta('property', 'og:image:height', String(image.height));
    meta('property', 'og:image:alt', image.alt);
    meta('name', 'twitter:image', image.url);
    meta('name', 'twitter:image:alt', image.alt);
  }
  meta('property', 'og:locale', ogLocales[locale] ?? locale);
  meta('property', 'og:type', kind);
  meta('property', 'og:site_name', siteName);
  if (kind === 'article') meta('property', 'article:modified_time', modifiedAt);
  meta('name', 'twitter:card', twitterCard ?? 'summary');
  return tags;
}
