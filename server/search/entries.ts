/** Everything that a search can find in one language, made anew only when something in it changed. */
import { setImmediate } from 'node:timers/promises';
import type { ApiAnswer } from '#contract/api.ts';
import type { ContentLocale } from '#contract/content.ts';
import { gameIdsOf } from '#rules/games.ts';
import { foldLetters } from '#rules/values/fold.ts';
import type { Content } from '#server/content/content.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type Chapter, chaptersOf } from './chapters.ts';
import { type Dictionary, english, icelandic } from './lemmas.ts';
import { ownPages } from './own-pages.ts';
import { tokensOf, type Words, wordsOf } from './words.ts';

export type Found = ApiAnswer<'content.search'>['found'][number];
export type Club = { number: number; name: string };
export type Entry = { found: Found; isChapter: boolean; title: Words; text: Words };
export type Index = {
  entries: readonly Entry[];
  dictionary: Dictionary;
  /** Base forms of what is written somewhere, by its folded letters. */
  known: ReadonlyMap<string, ReadonlySet<string>>;
};

const numberGames: readonly string[] = gameIdsOf('numbers');
/** Pages whose chapters are found; of the others the title is. */
const pagesMax = 200;
const snippetMax = 160;

type Parts = Awaited<ReturnType<typeof readParts>>;

/** @param readClubs every club, by number */
export function createIndexReader(content: Content, readClubs: () => Promise<readonly Club[]>) {
  const kept = new Map<ContentLocale, { parts: Parts; index: Promise<Index> }>();
  return async (locale: ContentLocale): Promise<Index> => {
    const parts = await readParts(content, readClubs, locale);
    const known = kept.get(locale);
    if (known && isSame(known.parts, parts)) return known.index;
    const index = indexOf(parts, locale);
    kept.set(locale, { parts, index });
    index.catch(() => kept.delete(locale));
    return index;
  };
}

async function readParts(
  { read }: Content,
  readClubs: () => Promise<readonly Club[]>,
  locale: ContentLocale,
) {
  const [configs, listed, site, texts, clubs] = await Promise.all([
    read('game-configs', locale),
    read('slugs', locale),
    read('site-config', locale),
    read('translations', locale),
    readClubs(),
  ]);
  const slugs = listed.flatMap(({ type, slug }) => (type === 'page' ? [slug] : [])).slice(0, pagesMax);
  const pages = await Promise.all(slugs.map((slug) => read('general-page', locale, slug).catch(orNothing)));
  return { configs, listed, site, texts, pages, clubs };
}

/** A page that cannot be read now is found by its title. */
function orNothing(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

/** Content that did not change is the same object; clubs are read anew. */
function isSame(a: Parts, b: Parts): boolean {
  return (
    a.configs === b.configs &&
    a.listed === b.listed &&
    a.site === b.site &&
    a.texts === b.texts &&
    a.pages.length === b.pages.length &&
    a.pages.every((page, place) => page === b.pages[place]) &&
    JSON.stringify(a.clubs) === JSON.stringify(b.clubs)
  );
}

type Draft = { found: Found; also?: string; body?: string };

async function indexOf(parts: Parts, locale: ContentLocale): Promise<Index> {
  const dictionary = locale === 'is' ? await icelandic() : english;
  const known = new Map<string, Set<string>>();
  const words = (text: string): Words => {
    for (const token of tokensOf(text)) {
      const folded = foldLetters(token);
      const forms = known.get(folded) ?? new Set();
      for (const base of dictionary(token).bases) forms.add(foldLetters(base));
      known.set(folded, forms);
    }
    return wordsOf(text, dictionary);
  };
  const entries: Entry[] = [];
  for (const { found, also = '', body } of draftsOf(parts, locale)) {
    const isChapter = body !== undefined;
    const title = words(`${found.title} ${also}`);
    const text = words(`${found.title} ${also} ${isChapter ? body : found.text}`);
    entries.push({ found, isChapter, title, text });
    // Whoever is answered meanwhile does not wait for the whole of it.
    await setImmediate();
  }
  return { entries, dictionary, known };
}

function draftsOf({ configs, listed, site, texts, pages, clubs }: Parts, locale: ContentLocale): Draft[] {
  const at = (path: string) => (locale === 'en' ? `/en${path}` : path);
  const named = namesOf(site);
  const games = configs.games.map(({ gameId, name, slug, tagline }): Draft => {
    // The pools have no pages of their own before they are sold.
    const path = numberGames.includes(gameId) ? `/lottoleikir/${slug}` : '/getraunaleikir';
    return { found: { kind: 'game', title: name, text: tagline, url: path } };
  });
  const written = listed.map(({ slug, type, title, intro }): Draft => {
    const path = type === 'page' ? `/${slug}` : `/um-okkur/frett/${slug}`;
    return { found: { kind: type, title, text: intro ?? '', url: path } };
  });
  const own = ownPages(texts).map(({ title, path }): Draft => {
    return { found: { kind: 'page', title, text: '', url: path } };
  });
  const chapters = pages.flatMap((page) =>
    page === null ? [] : chaptersOf(page).map((chapter) => chapterDraft(page, chapter)),
  );
  const all = [...games, ...own, ...written, ...chapters];
  const addresses = new Set(all.map(({ found }) => found.url));
  const ways = [...named].flatMap(([url, names]): Draft[] =>
    addresses.has(url) ? [] : [{ found: { kind: 'page', title: names[0] ?? '', text: '', url } }],
  );
  const found = [...ways, ...all].map((draft): Draft => {
    const { url } = draft.found;
    const also = draft.body === undefined ? (named.get(url) ?? []).join(' ') : '';
    return { ...draft, also, found: { ...draft.found, url: at(url) } };
  });
  const teams = clubs.map(({ number, name }): Draft => {
    return { found: { kind: 'club', title: name, text: String(number), url: at(`/felog/${number}`) } };
  });
  return [...found, ...teams];
}

function chapterDraft(page: { slug: string; title: string }, { id, title, body }: Chapter): Draft {
  const text = [page.title, beginningOf(body)].filter(Boolean).join(' · ');
  return { found: { kind: 'page', title, text, url: `/${page.slug}#${id}` }, body };
}

function beginningOf(text: string): string {
  if (text.length <= snippetMax) return text;
  const end = text.lastIndexOf(' ', snippetMax);
  return `${text.slice(0, end > 0 ? end : snippetMax)} …`;
}

/** What the menus call each address of ours. */
function namesOf({ header, footer }: Parts['site']): Map<string, string[]> {
  const links = [
    ...header.menuLinks,
    ...header.searchLinks,
    ...header.shortcutLinkGroups.flatMap(({ links }) => links),
    ...header.headerLinks,
    ...(header.responsibleBettingLink === null ? [] : [header.responsibleBettingLink]),
    ...footer.shortcutLinks,
    ...footer.bottomLinks,
  ];
  const names = new Map<string, string[]>();
  for (const { localizedBlock } of links) {
    const { name, url } = localizedBlock;
    if (url.startsWith('/')) names.set(url, [...(names.get(url) ?? []), name]);
  }
  return names;
}
