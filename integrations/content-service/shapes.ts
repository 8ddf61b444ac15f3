/** From the records of DatoCMS to the answers of `contract/content.ts`, where the two differ in shape. */

export type Record_ = { [field: string]: unknown };

const instants = new Set(['updatedAt', 'publishedAt', 'createdAt']);
/** Fields of JSON, whose inside is no record: texts and structured text. */
const opaque = new Set(['messages', 'value']);

/** What differs wherever it stands: times with an offset, and blocks that hold a record for a value. */
export function reshape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reshape);
  if (typeof value !== 'object' || value === null) return value;
  const record: Record_ = {};
  for (const [field, content] of Object.entries(value)) {
    if (opaque.has(field)) record[field] = content;
    else record[field] = instants.has(field) ? inUtc(content) : reshape(content);
  }
  // A draft was never published.
  if ('createdAt' in record) record.publishedAt ??= record.createdAt;
  return own(record);
}

function own(record: Record_): Record_ {
  switch (record.__typename) {
    case 'VideoBlockRecord':
      return videoBlock(record, field(record.video, 'video'));
    case 'LatestNewsSectionRecord':
      return { ...record, category: field(record.category, 'slug') };
    case 'ContentPageSectionRecord':
      return { ...record, pages: list(record.pages).map((page) => ({ ...page, intro: page.intro ?? '' })) };
    default:
      return record;
  }
}

/** Clients of the specification read the three fields from the block itself. */
function videoBlock(record: Record_, video: unknown): Record_ {
  const [width, height] = [field(video, 'width'), field(video, 'height')];
  return { ...record, video, width, height, playbackId: field(video, 'playbackId') };
}

/** `2026-11-01T12:00:00+00:00`, with any offset, as UTC with Z; what is no time stays as it is. */
function inUtc(value: unknown): unknown {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}

export const list = (value: unknown): Record_[] => (Array.isArray(value) ? (value as Record_[]) : []);

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? ((value as Record_)[name] ?? null) : null;
}

/** Of `_site`. */
export function globalSiteConfig({ _site: site }: Record_): unknown {
  const { locales, globalSeo, favicon } = site as Record_;
  const { siteName, titleSuffix, fallbackSeo } = globalSeo as Record_;
  return { locales, siteName, titleSuffix, description: field(fallbackSeo, 'description'), favicon };
}

export function slugs({ pages, articles }: Record_): Record_[] {
  return [
    ...list(pages).map((page) => ({ ...page, type: 'page' })),
    ...list(articles).map((article) => ({ ...article, type: 'article' })),
  ];
}

const relatedShown = 3;

/** The newest others of its category stand beside it; null when there is no such item. */
export function newsItem(article: unknown): unknown {
  if (typeof article !== 'object' || article === null) return null;
  const { sameCategory, ...item } = article as Record_;
  const others = list(field(sameCategory, '_allReferencingArticles')).filter(({ id }) => id !== item.id);
  return { ...item, related: others.slice(0, relatedShown) };
}
