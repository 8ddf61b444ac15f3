/** Finds games, pages, news and clubs by the beginnings of their words, accents aside. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { type ContentLocale, searchKinds } from '#contract/content.ts';
import { gameIdsOf } from '#rules/games.ts';
import { foldLetters } from '#rules/values/fold.ts';
import type { Content } from './content.ts';

type Found = ApiAnswer<'content.search'>['found'][number];
type Club = { number: number; name: string };

const hitsMax = 12;
const numberGames: readonly string[] = gameIdsOf('numbers');

/** @param readClubs every club, by number */
export async function search(
  content: Content,
  readClubs: () => Promise<readonly Club[]>,
  { locale, query }: ApiInput<'content.search'>['query'],
): Promise<ApiAnswer<'content.search'>> {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return { found: [] };
  const all = await everything(content, readClubs, locale);
  const ranked = all.flatMap((each) => {
    const rank = rankOf(each, wanted);
    return rank === null ? [] : [{ each, rank }];
  });
  ranked.sort((a, b) => a.rank - b.rank);
  return {
    found: searchKinds.flatMap((kind) =>
      ranked
        .filter(({ each }) => each.kind === kind)
        .slice(0, hitsMax)
        .map(({ each }) => each),
    ),
  };
}

async function everything(
  { read }: Content,
  readClubs: () => Promise<readonly Club[]>,
  locale: ContentLocale,
): Promise<Found[]> {
  const [{ games }, listed, clubs] = await Promise.all([
    read('game-configs', locale),
    read('slugs', locale),
    readClubs(),
  ]);
  const at = (path: string) => (locale === 'en' ? `/en${path}` : path);
  return [
    ...games.map(({ gameId, name, slug, tagline }): Found => {
      // The pools have no pages of their own before they are sold.
      const path = numberGames.includes(gameId) ? `/lottoleikir/${slug}` : '/getraunaleikir';
      return { kind: 'game', title: name, text: tagline, url: at(path) };
    }),
    ...listed.map(({ slug, type, title, intro }): Found => {
      const path = type === 'page' ? `/${slug}` : `/um-okkur/frett/${slug}`;
      return { kind: type, title, text: intro ?? '', url: at(path) };
    }),
    ...clubs.map(({ number, name }): Found => {
      return { kind: 'club', title: name, text: String(number), url: at('/felog') };
    }),
  ];
}

/** 0 when every word begins one of the title, 1 when some stand in the text only, null otherwise. */
function rankOf({ title, text }: Found, wanted: readonly string[]): 0 | 1 | null {
  const begins = (words: readonly string[]) => (start: string) =>
    words.some((word) => word.startsWith(start));
  const titleWords = wordsOf(title);
  if (wanted.every(begins(titleWords))) return 0;
  return wanted.every(begins([...titleWords, ...wordsOf(text)])) ? 1 : null;
}

/** `Íþróttafélagið Þór` → `ithrottafelagid`, `thor`. */
export function wordsOf(text: string): string[] {
  return foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
