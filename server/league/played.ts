/** What the teams of a season have played, and where that puts them. */
import {
  type Division,
  type Played,
  playOffWeeksMax,
  type Season,
  type Standing,
  seasonsOf,
  standingsOf,
} from '#rules/pools/league.ts';
import { addDays } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { leaguePrograms } from './programs.ts';

/** `stands`: it is over, and all its programs are settled or void. Before that its scores may change. */
export type Week = { monday: string; hasBegun: boolean; stands: boolean };

/** The weeks of the season and those after it, in order. */
export async function weeksOf(db: Db, { from, weeks, playOffMondays }: Season): Promise<Week[]> {
  const mondays = [...weeks.map(({ monday }) => monday), ...playOffMondays];
  const { rows } = await sql<{ monday: string }>`
    SELECT DISTINCT p.monday::text AS monday FROM (${leaguePrograms}) p
    LEFT JOIN league_programs l USING (draw_id)
    WHERE p.monday >= ${from}::date AND p.state <> 'cancelled' AND l.is_final IS NOT TRUE`.execute(db);
  const open = new Set(rows.map(({ monday }) => monday));
  const today = (await databaseNow(db)).toISOString().slice(0, 10);
  return mondays.map((monday) => ({
    monday,
    hasBegun: monday <= today,
    stands: addDays(monday, 6) < today && !open.has(monday),
  }));
}

export type Team = {
  teamId: string;
  name: string;
  clubId: string;
  clubName: string;
  teamGroupNumber: number;
};

/** A team with its right matches by week; the index is that of the week. */
export type TeamWeeks = Team & Played;

export type DivisionTable = Division & { teams: ReadonlyMap<string, TeamWeeks>; standings: Standing[] };

export type SeasonTable = {
  season: Season;
  weeks: Week[];
  divisions: DivisionTable[];
  countedAt: Date | null;
};

export async function seasonTable(db: Db, season: Season): Promise<SeasonTable> {
  const weeks = await weeksOf(db, season);
  const scores = await scoresOf(db, season);
  const teams = await teamsOf(db, season);
  const qualified = season.isFinal ? await qualifiedTeams(db, season) : null;
  const begun = season.weeks.filter((_, index) => weeks[index]?.hasBegun);
  const after = weeks.slice(season.weeks.length);
  const open = after.findIndex(({ stands }) => !stands);
  const playOff = after.slice(0, open < 0 ? undefined : open);
  const divisions = season.divisions.map((division) => {
    const correct = scores.get(division.id) ?? new Map<string, Map<string, number>>();
    const takesPart = teams.filter(({ teamId }) => qualified?.get(division.id)?.has(teamId) ?? true);
    const played = takesPart.map((team) => ({
      ...team,
      weeks: begun.map(({ monday }) => correct.get(team.teamId)?.get(monday) ?? 0),
      playOff: playOff.map(({ monday }) => correct.get(team.teamId)?.get(monday) ?? 0),
    }));
    return {
      ...{ ...division, teams: new Map(played.map((team) => [team.teamId, team])) },
      standings: standingsOf(played),
    };
  });
  return { season, weeks, divisions, countedAt: await countedAt(db, season) };
}

/** The best of each week, by division, team and Monday. */
async function scoresOf(
  db: Db,
  { from, to }: Season,
): Promise<Map<number, Map<string, Map<string, number>>>> {
  const { rows } = await sql<{ division: number; teamId: string; monday: string; correct: number }>`
    SELECT s.division, s.team_id::text AS "teamId", p.monday::text AS monday, max(s.correct) AS correct
    FROM (${leaguePrograms}) p JOIN league_scores s USING (draw_id)
    WHERE p.monday BETWEEN ${from}::date AND ${addDays(to, 7 * playOffWeeksMax)}::date
      AND p.state <> 'cancelled'
    GROUP BY s.division, s.team_id, p.monday`.execute(db);
  const scores = new Map<number, Map<string, Map<string, number>>>();
  for (const { division, teamId, monday, correct } of rows) {
    const ofDivision = scores.get(division) ?? new Map<string, Map<string, number>>();
    const ofTeam = ofDivision.get(teamId) ?? new Map<string, number>();
    scores.set(division, ofDivision.set(teamId, ofTeam.set(monday, correct)));
  }
  return scores;
}

/** Every team that was made before the season ended takes part. */
async function teamsOf(db: Db, { to }: Season): Promise<Team[]> {
  const { rows } = await sql<Team>`
    SELECT t.team_id::text AS "teamId", coalesce(t.name, 'Nr. ' || t.number) AS name,
      t.club_id::text AS "clubId", c.name AS "clubName", t.number AS "teamGroupNumber"
    FROM club_teams t JOIN clubs c USING (club_id)
    WHERE t.made_at < (${addDays(to, 1)}::date)::timestamp AT TIME ZONE 'UTC'
    ORDER BY c.name, t.number`.execute(db);
  return rows;
}

/**
 * The first three of each division in the seasons before, for the last one of the year. Null where none of
 * those seasons was played, as in the year in which the league begins: then every team takes part.
 */
export async function qualifiedTeams(
  db: Db,
  { year, from, id }: Season,
): Promise<Map<number, Set<string>> | null> {
  const earlier = seasonsOf(year).filter((season) => season.id !== id);
  const played = await sql`
    SELECT FROM (${leaguePrograms}) p JOIN league_scores USING (draw_id)
    WHERE p.monday >= ${earlier[0]?.from ?? from}::date AND p.monday < ${from}::date LIMIT 1`.execute(db);
  if (played.rows.length === 0) return null;
  const { rows } = await sql<{ division: number; teamIds: string[] }>`
    SELECT division, array_agg(DISTINCT team_id::text) AS "teamIds"
    FROM league_places JOIN league_seasons USING (season_id)
    WHERE closed_at IS NOT NULL AND season_id = ANY (${earlier.map((season) => season.id)})
    GROUP BY division`.execute(db);
  const qualified = new Map(rows.map(({ division, teamIds }) => [division, new Set(teamIds)]));
  return new Map([1, 2, 3].map((division) => [division, qualified.get(division) ?? new Set<string>()]));
}

async function countedAt(db: Db, { from, to }: Season): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(l.counted_at) AS at FROM (${leaguePrograms}) p JOIN league_programs l USING (draw_id)
    WHERE p.monday BETWEEN ${from}::date AND ${to}::date`.execute(db);
  return rows[0]?.at ?? null;
}
