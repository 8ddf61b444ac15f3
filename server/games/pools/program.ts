/** Programs as they stand in the database, with their matches and what is known of these. */
import type { GroupId, PoolId } from '#rules/pools/games.ts';
import { type Draw, drawById } from '#server/draws/draw.ts';
import { type Match, readMatches } from '#server/fixtures/matches.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

export type ProgramMatch = {
  number: number;
  /** As the program was released; what is known of it now stands in `match`. */
  kickOff: Date;
  chances: readonly number[];
  odds: readonly number[] | null;
  forecast: readonly number[] | null;
  match: Match;
};

export type Program = Draw & {
  game: PoolId;
  name: string;
  groupId: GroupId | null;
  mode: 'own' | 'common';
  resultDate: Date;
  roundEnds: Date;
  lotsAt: Date;
  /** Its matches are made up. */
  isSample: boolean;
  /** As released and published; null before. */
  terms: string | null;
  matches: readonly ProgramMatch[];
};

type Row = Pick<
  Program,
  'name' | 'groupId' | 'mode' | 'resultDate' | 'roundEnds' | 'lotsAt' | 'isSample' | 'terms'
>;
type MatchRow = Omit<ProgramMatch, 'match'> & { matchId: number };

export async function programOf(db: Db, drawId: number): Promise<Program> {
  const { rows } = await sql<Row>`
    SELECT name, group_id AS "groupId", mode, result_date AS "resultDate", round_ends AS "roundEnds",
      lots_at AS "lotsAt", is_sample AS "isSample", terms
    FROM programs WHERE draw_id = ${drawId}`.execute(db);
  const row =
    rows[0] ?? refuse('EC_NO_DATA_FOUND', { details: { message: `Draw ${drawId} is no program.` } });
  const found = await sql<MatchRow>`
    SELECT number, match_id AS "matchId", kick_off AS "kickOff", chances::integer[] AS chances, odds,
      forecast::integer[] AS forecast
    FROM program_matches WHERE draw_id = ${drawId} ORDER BY number`.execute(db);
  const matches = await readMatches(
    db,
    found.rows.map(({ matchId }) => matchId),
  );
  const draw = (await drawById(db, drawId)) as Draw & { game: PoolId };
  return {
    ...draw,
    ...row,
    isSample: row.isSample || draw.origin === 'sample',
    matches: found.rows.map(({ matchId: _, ...each }, index) => ({
      ...each,
      match: matches[index] as Match,
    })),
  };
}

/** The match with that number of the program. */
export function matchOf({ game, number, matches }: Program, place: number): ProgramMatch {
  return (
    matches.find((each) => each.number === place) ??
    refuse('EC_NO_DATA_FOUND', { details: { message: `${game} ${number} has no match ${place}.` } })
  );
}
