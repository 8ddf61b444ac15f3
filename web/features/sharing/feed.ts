/** RSS 2.0: what is new, for readers of feeds. */
import type { Locale } from '#texts/evaluate.ts';
import { xml, xmlAnswer } from './xml.ts';

type Feed = {
  locale: Locale;
  title: string;
  description: string;
  /** Absolute addresses: of the page that the feed follows, and of the feed. */
  page: string;
  self: string;
  items: readonly FeedItem[];
};

/** `at` ISO 8601 UTC; `link` absolute, and the item's identity. */
export type FeedItem = { title: string; text: string; link: string; at: string; category?: string };

export function feedAnswer({ locale, title, description, page, self, items }: Feed): Response {
  const ordered = [...items].sort((a, b) => (a.at < b.at ? 1 : -1));
  const newest = ordered[0]?.at;
  return xmlAnswer(
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xml(title)}</title>
<link>${xml(page)}</link>
<description>${xml(description)}</description>
<language>${locale}</language>
<atom:link rel="self" type="application/rss+xml" href="${xml(self)}"/>
${newest === undefined ? '' : `<lastBuildDate>${rfc822(newest)}</lastBuildDate>`}
${ordered.map(itemXml).join('\n')}
</channel></rss>
`,
    'application/rss+xml',
  );
}

function itemXml({ title, text, link, at, category }: FeedItem): string {
  return (
    `<item><title>${xml(title)}</title><link>${xml(link)}</link>` +
    `<guid isPermaLink="true">${xml(link)}</guid><pubDate>${rfc822(at)}</pubDate>` +
    (category === undefined ? '' : `<category>${xml(category)}</category>`) +
    `<description>${xml(text)}</description></item>`
  );
}

/** `Sat, 21 Nov 2026 18:54:00 GMT` */
function rfc822(instant: string): string {
  return new Date(instant).toUTCString();
}
