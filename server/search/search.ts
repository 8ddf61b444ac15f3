/**
 * Finds games, pages and their chapters, news and clubs: words in any inflection, from their beginnings,
 * accents aside, or said otherwise; draws by their date, week or number, and programs by their teams.
 */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { type ContentLocale, searchKinds } from '#contract/content.ts';
import { icelandicOrder } from '#server/platform/icelandic-order.ts';
import { drawQueryOf } from './draw-query.ts';
import { findDraws, lastShown, type Parts, today } from './draws.ts';
import type { Entry, Found, Index } from './entries.ts';
import { nearest } from './nearest.ts';
import { findPrograms } from './programs.ts';
import { readingsOf } from './related.ts';
import { has, type Sought, soughtOf, tokensOf, withoutFillers } from './words.ts';

const hitsMax = 12;
const chaptersMax = 3;
const tokensMax = 20;
const drawsMax = 9;

export async function search(
  parts: Parts,
  readIndex: (locale: ContentLocale) => Promise<Index>,
  { locale, query }: ApiInput<'content.search'>['query'],
): Promise<ApiAnswer<'content.search'>> {
  const [found, draws] = await Promise.all([
    readIndex(locale).then((index) => findEntries(index, locale, query)),
    drawsOf(parts, query),
  ]);
  return { found, draws };
}

async function drawsOf(parts: Parts, query: string): Promise<ApiAnswer<'content.search'>['draws']> {
  const wanted = drawQueryOf(query);
  const now = await today(parts.db);
  return wanted === null
    ? findPrograms(parts, query, lastShown(now), drawsMax)
    : (await findDraws(parts, wanted, now, drawsMax)).slice(0, drawsMax);
}

export function findEntries(index: Index, locale: ContentLocale, query: string): Found[] {
  const tokens = withoutFillers(tokensOf(query).slice(0, tokensMax));
  if (tokens.length === 0) return [];
  const sought = (token: string): Sought => soughtOf(token, index.dictionary, index.known);
  const isForm = (asked: string, ours: string): boolean =>
    sought(asked).bases.some((base) => sought(ours).bases.includes(base));
  const readings = readingsOf(tokens, locale, isForm).map((reading) => reading.map(sought));
  const ranked = index.entries.flatMap((entry) => {
    const rank = rankOf(entry, readings);
    return rank === null ? [] : [{ entry, rank }];
  });
  ranked.sort((a, b) => a.rank - b.rank || byTitle(a.entry, b.entry));
  const hasBetter = ranked.some(({ entry, rank }) => entry.found.kind === 'page' && rank < mentioned);
  const telling = hasBetter ? ranked.filter(({ rank }) => rank < mentioned) : ranked;
  const isQuestion = tokens.length > 1 && !hasBetter && ranked.every(({ rank }) => rank >= mentioned);
  const best = isQuestion ? nearest(index.entries, readings) : telling.map(({ entry }) => entry);
  const hits = fewChapters(best).map(({ found }) => found);
  return searchKinds.flatMap((kind) => hits.filter((hit) => hit.kind === kind).slice(0, hitsMax));
}

/** Chapters stay in the order of their page, games in ours. */
function byTitle(a: Entry, b: Entry): number {
  if (a.isChapter || b.isChapter || a.found.kind === 'game' || b.found.kind === 'game') return 0;
  return icelandicOrder(a.found.title, b.found.title);
}

/** From here on a chapter only mentions the words: that is shown where no name or heading has them. */
const mentioned = 6;

/** Lowest first: names before chapters, titles before texts, the very words before others for them. */
function rankOf(entry: Entry, [query, ...others]: readonly (readonly Sought[])[]): number | null {
  const own = query ? placeOf(entry, query) : null;
  const places = others.flatMap((reading) => placeOf(entry, reading) ?? []);
  const ranks = [...(own === null ? [] : [2 * own]), ...places.map((place) => 2 * place + 1)];
  return ranks.length === 0 ? null : Math.min(...ranks);
}

function placeOf({ title, text, isChapter }: Entry, reading: readonly Sought[]): number | null {
  const isIn = (words: Entry['title']): boolean => reading.every((sought) => has(words, sought));
  if (isIn(title)) return isChapter ? 1 : 0;
  if (!isIn(text)) return null;
  return isChapter ? 3 : 2;
}

/** Of one page only its best chapters. */
function fewChapters(entries: readonly Entry[]): Entry[] {
  const of = new Map<string, number>();
  return entries.filter(({ found, isChapter }) => {
    if (!isChapter) return true;
    const page = found.url.split('#')[0] ?? '';
    const count = (of.get(page) ?? 0) + 1;
    of.set(page, count);
    return count <= chaptersMax;
  });
}
