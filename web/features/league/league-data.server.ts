/** A season for its page: which one the address asks for, and how much of it. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Locale } from '#texts/evaluate.ts';
import type { Api } from '#web/api/client.ts';

export type Competition = ApiAnswer<'league.competition'>;
export type Season = ApiAnswer<'league.competitions'>['competitions'][number];

const divisions = ['1', '2', '3'] as const;
export type DivisionId = (typeof divisions)[number];

/** Of the table that is not asked for as a whole. */
export const topTeams = 10;

/** What the address names wrongly is left out, with a notice. */
export async function loadLeague(api: Api, query: URLSearchParams, locale: Locale) {
  const { competitions } = await api('league.competitions', { query: { locale } });
  const asked = query.get('keppni');
  const found = competitions.find(({ id }) => id === asked);
  const season = found ?? shownFirst(competitions);
  const division = divisions.find((id) => id === query.get('deild')) ?? '1';
  const showsAll = query.has('allir');
  const params = { competitionId: season.id };
  const competition = await api('league.competition', {
    params,
    query: { locale, first: String(topTeams) },
  });
  const whole = showsAll
    ? await api('league.competition', { params, query: { locale, division } })
    : competition;
  const table = whole.divisions.find(({ id }) => id === division) as Competition['divisions'][number];
  const at = competitions.indexOf(season);
  return {
    ...{ competition, division, table, showsAll, isUnknown: asked !== null && !found },
    ...{ before: competitions[at + 1] ?? null, after: competitions[at - 1] ?? null },
  };
}

export type LeagueData = Awaited<ReturnType<typeof loadLeague>>;

/** The one that is played; else the last one that was, else the one to come. */
function shownFirst(seasons: readonly Season[]): Season {
  const found =
    seasons.find(({ state }) => state === 'running') ??
    seasons.find(({ state }) => state !== 'upcoming') ??
    seasons.at(-1);
  if (!found) throw new RangeError('there is no season');
  return found;
}
