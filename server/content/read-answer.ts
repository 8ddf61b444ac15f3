/**
 * What the content service sent, as the contract promises it: checked once, dangerous parts taken out, and a
 * broken record left out alone, so that a page with a fault keeps the rest.
 */
import type { z } from 'zod';
import type { Messages } from '#contract/content.ts';
import { type ContentKey, contentCalls } from '#contract/content-calls.ts';
import { icelandicOrder } from '#server/platform/icelandic-order.ts';
import { cleanText } from './clean-text.ts';
import { disarm } from './disarm.ts';

const schemas = {
  slugs: contentCalls['content.slugs'].answer.body,
  'global-site-config': contentCalls['content.globalSiteConfig'].answer.body,
  'site-config': contentCalls['content.siteConfig'].answer.body,
  'game-configs': contentCalls['content.gameConfigs'].answer.body,
  'joker-config': contentCalls['content.jokerConfig'].answer.body,
  sports: contentCalls['content.sports'].answer.body,
  translations: contentCalls['content.translations'].answer.body,
  banner: contentCalls['content.banner'].answer.body,
  'front-page': contentCalls['content.frontPage'].answer.body,
  'general-page': contentCalls['content.generalPage'].answer.body.nullable(),
  news: contentCalls['content.news'].answer.body.nullable(),
  'news-item': contentCalls['content.newsItem'].answer.body.nullable(),
} satisfies Record<ContentKey, z.ZodType>;

export type ContentAnswer<Key extends ContentKey> = z.output<(typeof schemas)[Key]>;

/** @returns the answer, and where something was left out (`sections.2: Invalid input`) */
export function readAnswer<Key extends ContentKey>(
  key: Key,
  sent: unknown,
): { value: ContentAnswer<Key>; leftOut: string[] } {
  const raw = key === 'translations' ? messages(sent) : disarm(sent);
  const { value, leftOut } = parseLeniently(schemas[key], raw);
  cleanTexts(value);
  if (key === 'news') sortCategories(value);
  return { value: value as ContentAnswer<Key>, leftOut };
}

const roundsMax = 30;

/** Takes out the record in which a fault lies, and looks again; what is broken at its root is thrown. */
export function parseLeniently(schema: z.ZodType, sent: unknown) {
  const leftOut: string[] = [];
  for (let round = 0; ; round++) {
    const parsed = schema.safeParse(sent);
    if (parsed.success) return { value: parsed.data, leftOut };
    const gone = new Map<string, Place>();
    for (const { path, message } of parsed.error.issues) {
      const place = placeOf(sent, path);
      if (!place || round === roundsMax) throw new Error(`${path.join('.')}: ${message}`);
      if (!gone.has(place.name)) leftOut.push(`${place.name}: ${message}`);
      gone.set(place.name, place);
    }
    const last = (place: Place) => Number(place.step) || 0; // from the end, so that indexes stay true
    for (const place of [...gone.values()].sort((a, b) => last(b) - last(a))) takeOut(place);
  }
}

type Place = { holder: Json; step: PropertyKey; name: string };
type Json = Record<PropertyKey, unknown>;

/** The innermost record (it has an id or a type) around a fault, else the innermost element of a list. */
function placeOf(root: unknown, path: readonly PropertyKey[]): Place | null {
  let record: Place | null = null;
  let element: Place | null = null;
  let holder = root;
  for (const [depth, step] of path.entries()) {
    if (typeof holder !== 'object' || holder === null) break;
    const inner = (holder as Json)[step];
    const place = { holder: holder as Json, step, name: path.slice(0, depth + 1).join('.') };
    if (isRecord(inner)) record = place;
    if (Array.isArray(holder) && typeof step === 'number' && step < holder.length) element = place;
    holder = inner;
  }
  return record ?? element;
}

const isRecord = (value: unknown) =>
  typeof value === 'object' && value !== null && ('id' in value || '__typename' in value);

/** Out of its list; else it becomes null, and where that is not allowed the next round goes further out. */
function takeOut({ holder, step }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else holder[step] = null;
}

/** Readers look for a category by its name. */
function sortCategories(news: unknown): void {
  const { categories } = (news ?? { categories: [] }) as { categories: { name: string }[] };
  categories.sort((a, b) => icelandicOrder(a.name, b.name));
}

type Holder = { value?: { schema?: unknown; document?: unknown } } & Record<string, unknown>;

/** Every structured text below, cleaned in place. */
function cleanTexts(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Holder;
  for (const [name, content] of Object.entries(holder)) if (name !== 'value') cleanTexts(content);
  if (typeof holder.value === 'object' && holder.value?.schema === 'dast')
    holder.value.document = cleanText(holder.value.document, references(holder));
}

function references({ blocks, inlineBlocks, links }: Holder) {
  const ids = (list: unknown) => new Set((Array.isArray(list) ? list : []).map(({ id }) => id as string));
  return { blocks: ids(blocks), inlineBlocks: ids(inlineBlocks), links: ids(links) };
}

const nestingMax = 8;

/** Texts within texts; anything else is left out. */
function messages(sent: unknown, depth = 0): Messages | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent) || depth > nestingMax) return null;
  const made: Messages = {};
  for (const [name, content] of Object.entries(sent)) {
    const text = typeof content === 'string' ? content : messages(content, depth + 1);
    if (text !== null && name !== '__proto__') made[name] = text;
  }
  return made;
}
