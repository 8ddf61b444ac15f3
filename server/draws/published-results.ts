/** Results as the public sees them, shown by the kinds of their games. */
import { addDays, datesOfWeek, type GameWeek } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import type { Kinds } from './kind.ts';
import type { ResultRow } from './result-row.ts';
import type { ShownResult } from './showing.ts';

export type ResultParts = { db: Db; kinds: Kinds };

type ResultWeek = GameWeek & { gameId: string; drawDate: string };

/**
 * The draws of a game week that have a result or were cancelled, in order. Throws for a week that is none.
 */
export function resultsOfWeek(parts: ResultParts, game: string, week: GameWeek): Promise<ShownResult[]> {
  return read(
    parts,
    sql`d.game = ${game} AND d.planned_date = ANY (${daysOf(parts.kinds, game, week)}::date[])
      AND (r.draw_id IS NOT NULL OR d.state = 'cancelled')
    ORDER BY d.draw_date`,
  );
}

/** Weeks of kinds begin on different days, and are numbered at most one apart. */
const daysApart = 8;

/** The days of a week as the game's kind counts weeks. */
function daysOf(kinds: Kinds, game: string, week: GameWeek): string[] {
  const [first = ''] = datesOfWeek(week);
  const days = Array.from({ length: 7 + 2 * daysApart }, (_, place) => addDays(first, place - daysApart));
  return days.filter((day) => {
    const counted = kinds.weekOf(game, day);
    return counted.week === week.week && counted.year === week.year;
  });
}

export async function latestResult(parts: ResultParts, game: string): Promise<ShownResult | null> {
  const results = await read(
    parts,
    sql`d.game = ${game} AND r.draw_id IS NOT NULL ORDER BY d.draw_date DESC LIMIT 1`,
  );
  return results[0] ?? null;
}

/** The latest draws of a game that have a result, newest first. */
export function recentResults(parts: ResultParts, game: string, howMany: number): Promise<ShownResult[]> {
  return read(
    parts,
    sql`d.game = ${game} AND r.draw_id IS NOT NULL ORDER BY d.draw_date DESC LIMIT ${howMany}`,
  );
}

export async function resultOfDraw(
  parts: ResultParts,
  game: string,
  number: number,
): Promise<ShownResult | null> {
  const results = await read(parts, sql`d.game = ${game} AND d.number = ${number} AND r.draw_id IS NOT NULL`);
  return results[0] ?? null;
}

/** Weeks that have a result, newest first, with the date of their last draw. */
export async function weeksWithResults({ db, kinds }: ResultParts): Promise<ResultWeek[]> {
  const { rows } = await sql<{ game: string; drawDate: Date; plannedDate: string }>`
    SELECT d.game, d.draw_date AS "drawDate", d.planned_date AS "plannedDate" FROM draws d
    WHERE EXISTS (SELECT FROM draw_results r WHERE r.draw_id = d.draw_id)
    ORDER BY d.draw_date DESC, d.game`.execute(db);
  const weeks = new Map<string, ResultWeek>();
  for (const row of rows) {
    const { year, week } = kinds.weekOf(row.game, row.plannedDate);
    const key = `${row.game} ${year} ${week}`;
    if (!weeks.has(key))
      weeks.set(key, { gameId: row.game, year, week, drawDate: row.drawDate.toISOString() });
  }
  return [...weeks.values()];
}

async function read({ db, kinds }: ResultParts, wanted: Sql<unknown>): Promise<ShownResult[]> {
  const { rows } = await sql<ResultRow>`
    SELECT d.game, d.number, d.draw_date AS "drawDate", d.close_date AS "closeDate",
      d.planned_date AS "plannedDate", d.amount_row AS "amountRow", d.amount_side AS "amountSide",
      d.rules_id AS "rulesId", d.state, d.origin, r.outcome, r.confirmed_at AS "confirmedAt",
      s.rows AS "rowsSold",
      coalesce((
        SELECT json_agg(json_build_object('part', p.part, 'condition', p.condition, 'amount', p.amount,
          'winners', p.winners, 'local', p.winners_local, 'carry', p.carry_out) ORDER BY p.tier)
        FROM draw_prizes p WHERE p.draw_id = r.draw_id AND p.revision = r.revision
      ), '[]') AS prizes
    FROM draws d LEFT JOIN draw_results r ON r.draw_id = d.draw_id AND r.revision =
      (SELECT max(revision) FROM draw_results n WHERE n.draw_id = d.draw_id)
    LEFT JOIN seals s ON s.draw_id = d.draw_id
    WHERE ${wanted}`.execute(db);
  return rows.map((row) => kinds.of(row.game).showing.result(row));
}
