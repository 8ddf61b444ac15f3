/** Search engines show this many characters of a description. */
const descriptionMax = 155;

/** A tag as the content service gives it with a record. */
type MetaTag = {
  tag: string;
  attributes: Readonly<Record<string, string>> | null;
  content: string | null;
};

/** What an editor wrote for search engines, where there is something. */
export function tagsOf(tags: readonly MetaTag[]) {
  const meta = (name: string): string | undefined => {
    const found = tags.find(({ tag, attributes }) => tag === 'meta' && isNamed(attributes, name));
    return found?.attributes?.['content'] || undefined;
  };
  return {
    title: tags.find(({ tag }) => tag === 'title')?.content || undefined,
    description: meta('description'),
    sharedTitle: meta('og:title'),
    sharedDescription: meta('og:description'),
  };
}

function isNamed(attributes: MetaTag['attributes'], name: string): boolean {
  return attributes?.['name'] === name || attributes?.['property'] === name;
}

/** At most 155 characters, cut between words. */
export function shortDescription(text: string): string {
  const whole = text.replace(/\s+/g, ' ').trim();
  if (whole.length <= descriptionMax) return whole;
  const space = whole.lastIndexOf(' ', descriptionMax - 1);
  const end = space > descriptionMax / 2 ? space : descriptionMax - 1;
  return `${whole.slice(0, end).replace(/[\s,;:–-]+$/, '')}…`;
}
