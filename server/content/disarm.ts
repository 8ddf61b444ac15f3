/**
 * The first look at what the content service sent, before it is parsed: what could do harm on a page becomes
 * `null`, so that a record which cannot do without it is left out by the schema.
 */
import { isSafeAddress, isSlug } from './safe-address.ts';

type Json = { [name: string]: unknown };

/** A record in a block in a section in a page, with its structured text, stays well below. */
const depthMax = 60;
/** The longest page of terms has a tenth of it. */
const textCharactersMax = 500_000;

const isPicture = (value: unknown) =>
  typeof value === 'string' && value.length < 20_000 && /^data:image\/[\w+.-]+;base64,[\w+/=]+$/.test(value);
/** `address width, address width` */
const isSourceSet = (value: unknown) =>
  typeof value === 'string' &&
  value.split(', ').every((source) => source === '' || isSafeAddress(source.trim().split(' ')[0]));

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  url: isSafeAddress,
  src: isSafeAddress,
  betradarEventUrl: isSafeAddress,
  thumbnailUrl: isSafeAddress,
  streamingUrl: isSafeAddress,
  mp4Url: isSafeAddress,
  srcSet: isSourceSet,
  base64: isPicture,
  slug: isSlug,
  rulesSlug: isSlug,
  category: isCategory,
  playbackId: (value) => typeof value === 'string' && /^[\w-]{1,100}$/.test(value),
};

function isCategory(value: unknown): boolean {
  return typeof value === 'object' || isSlug(value);
}

export function disarm(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > depthMax) return null;
  if (Array.isArray(value)) return value.map((each) => disarm(each, depth + 1));
  const record = value as Json;
  // Structured text is cleaned when it is known which of its records are whole: clean-text.ts.
  if (record.schema === 'dast') return JSON.stringify(record).length > textCharactersMax ? null : record;
  const made: Json = {};
  for (const [name, content] of Object.entries(record)) {
    if (name === '__proto__') continue;
    const safe = content === null || (checks[name]?.(content) ?? true);
    made[name] = !safe
      ? null
      : name === 'seo' || name === 'favicon'
        ? metaTags(content)
        : disarm(content, depth + 1);
  }
  return made;
}

const metaNames = ['name', 'property', 'content', 'rel', 'href', 'sizes', 'type'];

/** Titles, descriptions and icons; nothing that acts (`http-equiv`) or loads (`stylesheet`). */
function metaTags(value: unknown): unknown {
  if (!Array.isArray(value)) return [];
  return value.flatMap((sent: unknown) => {
    const { tag, attributes, content } = (typeof sent === 'object' && sent !== null ? sent : {}) as Json;
    const pairs = Object.entries((attributes ?? {}) as Json).filter(
      ([name, each]) => metaNames.includes(name) && typeof each === 'string',
    );
    const kept = Object.fromEntries(pairs);
    const isIcon = /icon$/.test(String(kept.rel)) && isSafeAddress(kept.href);
    const isMeta = kept.name !== undefined || kept.property !== undefined;
    if (
      tag === 'title' ? typeof content !== 'string' : tag === 'meta' ? !isMeta : tag !== 'link' || !isIcon
    ) {
      return [];
    }
    return [{ tag, attributes: attributes === null ? null : kept, content: content ?? null }];
  });
}
