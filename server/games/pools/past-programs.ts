/** Programs that were decided: what came, what was foretold and chosen, and what was paid. */
import { firstYearOf } from '#rules/games.ts';
import type { PoolId } from '#rules/pools/games.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { Outcome } from '#server/draws/outcome.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

/** Null for all of them. */
export function askedYear(game: PoolId, asked: string | undefined): number | null {
  if (asked === undefined || asked === 'all') return null;
  const year = /^\d{4}$/.test(asked) ? Number(asked) : 0;
  const issues = { query: [{ path: ['year'], message: 'invalidDate' }] };
  return year >= firstYearOf(game) && year <= 9998 ? year : refuse('EC_INVALID_INPUT', { issues });
}

export type PastProgram = {
  drawId: number;
  number: number;
  plannedDate: string;
  drawDate: Date;
  isSample: boolean;
  outcome: Outcome;
  amountRow: number;
  /** Of each match, in their order. */
  chances: number[][];
  /** Rows by match and outcome; null where nothing was sold. */
  choices: number[] | null;
};

/** Decided programs of a year, or all, oldest first. */
export async function readPastPrograms(db: Db, game: PoolId, year: number | null): Promise<PastProgram[]> {
  const { rows } = await sql<PastProgram>`
    SELECT d.draw_id AS "drawId", d.number, d.planned_date AS "plannedDate", d.draw_date AS "drawDate",
      d.origin = 'sample' AS "isSample", r.outcome, d.amount_row AS "amountRow",
      (SELECT json_agg(m.chances ORDER BY m.number) FROM program_matches m
       WHERE m.draw_id = d.draw_id) AS chances,
      (SELECT counts FROM program_choices c WHERE c.draw_id = d.draw_id) AS choices
    FROM draws d JOIN draw_results r ON r.draw_id = d.draw_id AND r.revision = 1
    WHERE d.game = ${game} AND d.state <> 'cancelled'
    ORDER BY d.draw_date`.execute(db);
  return rows.filter(({ plannedDate }) => year === null || isoWeekOf(plannedDate).year === year);
}

export type PastPrize = { drawId: number; right: number; amount: number; winners: number; local: number };

/** A tier that nobody reached is called 0. */
export async function readPastPrizes(db: Db, drawIds: readonly number[]): Promise<PastPrize[]> {
  const { rows } = await sql<PastPrize>`
    SELECT draw_id AS "drawId", condition::integer AS right, amount, winners, winners_local AS local
    FROM draw_prizes
    WHERE draw_id = ANY (${[...drawIds]}::bigint[]) AND revision = 1 AND part = 'main'
    ORDER BY draw_id, tier`.execute(db);
  return rows;
}
