/** Seasons and their standings as they are answered. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { type Season, type Standing, seasonAt, seasonOf, seasonsOf } from '#rules/pools/league.ts';
import { addDays, datesOfWeek, isoWeekOf } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { currentTeam } from '#server/players/clubs/teams.ts';
import { type DivisionTable, type SeasonTable, seasonTable, type TeamWeeks } from './played.ts';
import { leaguePrograms } from './programs.ts';

type Competition = ApiAnswer<'league.competition'>;
type Head = ApiAnswer<'league.competitions'>['competitions'][number];
type Row = Competition['divisions'][number]['standings'][number];
type Locale = 'is' | 'en';

/** From the season of the first program on, with the one to come. */
export async function listCompetitions(db: Db, locale: Locale): Promise<Head[]> {
  const today = (await databaseNow(db)).toISOString().slice(0, 10);
  const { rows } = await sql<{ first: string | null }>`
    SELECT min(monday)::text AS first FROM (${leaguePrograms}) p`.execute(db);
  const since = rows[0]?.first ?? today;
  const running = seasonAt(today);
  const next = seasonAt(addDays(running.to, 1));
  const years = [];
  for (let year = Number(since.slice(0, 4)); year <= next.year; year += 1) years.push(year);
  const seasons = years.flatMap(seasonsOf).filter(({ to, from }) => to >= since && from <= next.from);
  const closed = await closedSeasons(db);
  return seasons.reverse().map((season) => headOf(season, stateOf(season, today, closed), locale));
}

async function closedSeasons(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT season_id AS id FROM league_seasons WHERE closed_at IS NOT NULL`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function stateOf({ id, from, to }: Season, today: string, closed: ReadonlySet<string>): Head['state'] {
  if (closed.has(id)) return 'closed';
  if (today < from) return 'upcoming';
  return today <= to ? 'running' : 'playOff';
}

function headOf(season: Season, state: Head['state'], locale: Locale): Head {
  const { id, year, from, to, weeks, isFinal } = season;
  const [firstWeek, lastWeek] = [weeks[0]?.week ?? 0, weeks.at(-1)?.week ?? 0];
  const name = `${locale === 'is' ? 'Vikur' : 'Weeks'} ${firstWeek}–${lastWeek}, ${year}`;
  return { id, name, year, from, to, state, firstWeek, lastWeek, isFinal };
}

export async function readCompetition(
  db: Db,
  { params, query: { locale, division, first } }: ApiInput<'league.competition'>,
): Promise<Competition> {
  const season = seasonOf(params.competitionId) ?? refuse('EC_NO_DATA_FOUND');
  const table = await seasonTable(db, season);
  const today = (await databaseNow(db)).toISOString().slice(0, 10);
  const state = stateOf(season, today, await closedSeasons(db));
  const rows = rowsOf(table, state);
  const divisions = table.divisions.filter(({ id }) => division === undefined || String(id) === division);
  return {
    ...headOf(season, state, locale),
    weeks: season.weeks.map(({ week, monday }, index) => ({
      ...{ week, from: monday, state: weekState(table, index) },
    })),
    ...(table.countedAt && { countedAt: table.countedAt.toISOString() }),
    divisions: divisions.map((each) => ({
      id: String(each.id),
      name: divisionName(each.id, locale),
      maxRows: each.maxRows,
      prizes: [...each.prizes],
      teamCount: each.standings.length,
      standings: each.standings.slice(0, first === undefined ? undefined : Number(first)).map(rows(each)),
    })),
    ...(season.isFinal && { qualified: await qualifiedOf(db, season) }),
  };
}

const divisionName = (id: number, locale: Locale) => (locale === 'is' ? `${id}. deild` : `Division ${id}`);

function weekState({ weeks }: SeasonTable, index: number): Competition['weeks'][number]['state'] {
  const week = weeks[index];
  if (!week?.hasBegun) return 'upcoming';
  return week.stands ? 'final' : 'provisional';
}

/** Rows of a division's standings; dropped weeks are named once the season is over. */
const rowsOf =
  ({ season, weeks }: SeasonTable, state: Head['state']) =>
  (division: DivisionTable) =>
  ({ teamId, place, total, dropped, playsOffFor, isTied }: Standing): Row => {
    const { weeks: correct, playOff, ...team } = division.teams.get(teamId) as TeamWeeks;
    const isOver = state === 'playOff' || state === 'closed';
    return {
      ...{ place, ...team, total },
      weeks: correct.map((right, index) => ({
        ...{ week: season.weeks[index]?.week ?? 0, correct: right },
        ...(!weeks[index]?.stands && { isProvisional: true }),
        ...(isOver && dropped.includes(index) && { isDropped: true }),
      })),
      ...(isOver && playsOffFor !== null && { playOff: playOffOf(season, division, playsOffFor, playOff) }),
      ...(isOver && isTied && { isTied }),
    };
  };

/** Up to the week in which no two of the teams that were equal are equal any more. */
function playOffOf(season: Season, division: DivisionTable, place: number, correct: readonly number[]) {
  const group = division.standings.filter(({ playsOffFor }) => playsOffFor === place);
  const scores = group.map((each) => division.teams.get(each.teamId)?.playOff ?? []);
  const distinct = (weeks: number) => new Set(scores.map((each) => each.slice(0, weeks).join())).size;
  const needed = correct.findIndex((_, index) => distinct(index + 1) === scores.length);
  return correct.slice(0, needed < 0 ? undefined : needed + 1).map((right, index) => {
    return { week: isoWeekOf(season.playOffMondays[index] ?? season.to).week, correct: right };
  });
}

type Qualified = NonNullable<Competition['qualified']>[number];

async function qualifiedOf(db: Db, { year }: Season): Promise<Qualified[]> {
  const earlier = seasonsOf(year).filter(({ isFinal }) => !isFinal);
  const { rows } = await sql<Omit<Qualified, 'firstWeek' | 'lastWeek'>>`
    SELECT p.division::text AS "divisionId", p.team_id::text AS "teamId",
      coalesce(t.name, 'Nr. ' || t.number) AS name, c.name AS "clubName", p.season_id AS "competitionId",
      p.place
    FROM league_places p JOIN league_seasons s USING (season_id) JOIN club_teams t USING (team_id)
    JOIN clubs c USING (club_id)
    WHERE s.closed_at IS NOT NULL AND s.season_id = ANY (${earlier.map(({ id }) => id)})
    ORDER BY p.division, p.season_id, p.place, p.team_id`.execute(db);
  return rows.map((row) => {
    const weeks = earlier.find(({ id }) => id === row.competitionId)?.weeks ?? [];
    return { ...row, firstWeek: weeks[0]?.week ?? 0, lastWeek: weeks.at(-1)?.week ?? 0 };
  });
}

/** Of each team and division that it stands in. */
export async function ownStandings(
  db: Db,
  playerId: number,
  competitionId: string,
): Promise<ApiAnswer<'league.own'>> {
  const season = seasonOf(competitionId) ?? refuse('EC_NO_DATA_FOUND');
  const own = await sql<{ teamId: string }>`
    SELECT team_id::text AS "teamId" FROM club_teams WHERE player_id = ${playerId}`.execute(db);
  const ids = new Set(own.rows.map(({ teamId }) => teamId));
  if (ids.size === 0) return { teamsMade: 0, teams: [] };
  const table = await seasonTable(db, season);
  const today = (await databaseNow(db)).toISOString().slice(0, 10);
  const rows = rowsOf(table, stateOf(season, today, await closedSeasons(db)));
  const current = await currentTeam(db, playerId);
  const tickets = await bestTickets(db, playerId, datesOfWeek(isoWeekOf(today))[1] as string);
  const teams = table.divisions.flatMap((division) =>
    division.standings
      .filter(({ teamId }) => ids.has(teamId))
      .map((standing) => {
        const ticketId = tickets.get(`${division.id} ${standing.teamId}`);
        return {
          ...rows(division)(standing),
          ...{ divisionId: String(division.id), teamCount: division.standings.length },
          isCurrent: standing.teamId === current,
          ...(ticketId && { ticketId: encodeId(ticketId) }),
        };
      }),
  );
  return { teamsMade: ids.size, teams };
}

/** Tickets of the week with the best rows, by division and team. */
async function bestTickets(db: Db, playerId: number, monday: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ division: number; teamId: string; ticketId: string }>`
    SELECT DISTINCT ON (s.division, s.team_id) s.division, s.team_id::text AS "teamId",
      s.ticket_id AS "ticketId"
    FROM (${leaguePrograms}) p JOIN league_scores s USING (draw_id)
    WHERE p.monday = ${monday}::date AND s.player_id = ${playerId} AND p.state <> 'cancelled'
    ORDER BY s.division, s.team_id, s.correct DESC`.execute(db);
  return new Map(rows.map(({ division, teamId, ticketId }) => [`${division} ${teamId}`, ticketId]));
}
