/**
 * The draws that statistics count: confirmed ones, newest first. Generated draws count only as long as no
 * real past of the game was imported, so that the two are never mixed.
 */
import { type GameId, numberGames, versionAt } from '#rules/numbers/games.ts';
import type { StatisticsDraw } from '#rules/numbers/statistics.ts';
import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import type { DrawnOutcome } from '../outcome.ts';

/** `matrix`: as long as the numbers of the newest draw are drawn. */
export type Period = 'matrix' | 'all' | number;

export type CountedDraw = StatisticsDraw & { readonly isSample: boolean };

type Row = { date: string; rulesId: string; origin: string; outcome: DrawnOutcome };

export async function drawsOf(db: Db, game: GameId, period: Period): Promise<CountedDraw[]> {
  const { rows } = await sql<Row>`
    SELECT d.planned_date AS date, d.rules_id AS "rulesId", d.origin, r.outcome
    FROM draws d JOIN current_results r USING (draw_id)
    WHERE ${counted(game, await spanOf(db, game, period))}
    ORDER BY d.draw_date DESC`.execute(db);
  return rows.map(({ date, rulesId, origin, outcome }) => ({
    date,
    rulesId,
    numbers: outcome.numbers,
    bonusNumbers: outcome.bonusNumbers,
    joker: outcome.joker,
    isSample: origin === 'sample',
  }));
}

export type Span = { from: string; to: string };

export async function spanOf(db: Db, game: GameId, period: Period): Promise<Span> {
  if (typeof period === 'number') return { from: `${period}-01-01`, to: `${period}-12-31` };
  const always = { from: numberGames[game].firstDraw, to: '9999-12-31' };
  if (period === 'all') return always;
  const { rows } = await sql<{ today: string }>`
    SELECT (domain_now() AT TIME ZONE 'UTC')::date AS today`.execute(db);
  const { matrix } = versionAt(game, rows[0]?.today ?? always.from);
  const [first] = numberGames[game].versions.filter((version) => version.matrix === matrix);
  return { ...always, from: first?.from ?? always.from };
}

/** The rows of `draws d` that count. */
export function counted(game: GameId, { from, to }: Span): Sql {
  return sql`d.game = ${game} AND d.planned_date BETWEEN ${from} AND ${to} AND d.state <> 'cancelled'
    AND (d.origin <> 'sample' OR NOT EXISTS (
      SELECT FROM draws i WHERE i.game = ${game} AND i.origin = 'import'))`;
}
