/** Reads what the sections and blocks of a page ask for. What cannot be read is null: the page stands. */
import type { Block, Section } from '#contract/content.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import { inOrder, readOrder } from './contribution-order.ts';
import { askedContributions } from './contribution-weeks.ts';
import { loadGames } from './game-lines.server.ts';
import { loadResults } from './result-line.server.ts';
import type { Club, CompetitionTop, ContributionsData, NewsTeaser, SectionData } from './section-data.ts';

type Locale = 'is' | 'en';
type Asked = {
  sections: readonly Section[];
  /** Blocks that stand outside sections, as in a news item. */
  blocks?: readonly Block[];
  locale: Locale;
  /** Of the page; `ar` and `vika` choose contributions. */
  query: URLSearchParams;
  /** Domain time, ISO 8601 UTC. */
  now: string;
};

export async function loadSectionData(api: Api, asked: Asked): Promise<SectionData> {
  const { sections, locale } = asked;
  const kinds = new Set<string>([...sections, ...blocksOf(asked)].map(({ __typename }) => __typename));
  const has = (kind: (Section | Block)['__typename']): boolean => kinds.has(kind);
  const [games, results, news, competitions, clubs, contributions] = await Promise.all([
    has('GameMenuSectionRecord') ? orNull(loadGames(api, locale)) : undefined,
    has('ResultSectionRecord') ? orNull(loadResults(api)) : undefined,
    has('LatestNewsSectionRecord') ? loadNews(api, sections, locale) : undefined,
    has('CompetitionSectionRecord') ? loadCompetitions(api, sections, locale) : undefined,
    has('ClubListBlockRecord') ? loadClubs(api) : undefined,
    has('ContributionsBlockRecord') ? loadContributions(api, asked.query, asked.now) : undefined,
  ]);
  return {
    ...(games !== undefined && { games }),
    ...(results !== undefined && { results }),
    ...(news !== undefined && { news }),
    ...(competitions !== undefined && { competitions }),
    ...(clubs !== undefined && { clubs }),
    ...(contributions !== undefined && { contributions }),
  };
}

function blocksOf({ sections, blocks = [] }: Asked): Block[] {
  const inText = sections.flatMap((section) =>
    section.__typename === 'RichTextSectionRecord'
      ? [...section.text.blocks, ...section.text.inlineBlocks]
      : [],
  );
  return [...blocks, ...inText];
}

/** The answer, or null when the call is refused or fails. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

async function loadNews(api: Api, sections: readonly Section[], locale: Locale) {
  const asked = sections.filter((section) => section.__typename === 'LatestNewsSectionRecord');
  const lists = asked.map(async ({ id, category, count }): Promise<[string, NewsTeaser[] | null]> => {
    const query = { locale, ...(category !== null && { category }) };
    const answer = await orNull(api('content.news', { query }));
    return [id, answer?.articles.slice(0, count) ?? null];
  });
  return Object.fromEntries(await Promise.all(lists));
}

const teamsShown = 10;

/** The first teams of the first division. */
async function loadCompetitions(api: Api, sections: readonly Section[], locale: Locale) {
  const ids = sections.flatMap((section) =>
    section.__typename === 'CompetitionSectionRecord' && section.competitionId ? [section.competitionId] : [],
  );
  const query = { locale, division: '1', first: String(teamsShown) } as const;
  const read = ids.map(async (competitionId): Promise<[string, CompetitionTop | null]> => {
    const answer = await orNull(api('league.competition', { params: { competitionId }, query }));
    const teams = answer?.divisions[0]?.standings.map(({ teamId, place, name, clubName, total }) => {
      return { teamId, place, name, clubName, total };
    });
    return [competitionId, answer && teams ? { name: answer.name, teams } : null];
  });
  return Object.fromEntries(await Promise.all(read));
}

export async function loadClubs(api: Api): Promise<Club[] | null> {
  return (await orNull(api('club.list', {})))?.clubs ?? null;
}

/** Contributions of the year and week that the address asks for (`ar`, `vika`), sorted as it asks (`rod`). */
export async function loadContributions(
  api: Api,
  query: URLSearchParams,
  now: string,
): Promise<ContributionsData> {
  const asked = askedContributions(query.get('ar'), query.get('vika'), now.slice(0, 10));
  const { year, week } = asked;
  const period = { year: String(year), ...(week !== null && { week: String(week) }) };
  const order = readOrder(query.get('rod'));
  const [answer, clubs] = await Promise.all([
    orNull(api('system.contributions', { query: period })),
    // The server alone knows the order of Icelandic names.
    order.by === 'felag' ? loadClubs(api) : null,
  ]);
  const names = clubs?.map(({ name }) => name) ?? [];
  return { ...asked, order, contributions: answer && inOrder(answer.contributions, order, names) };
}
