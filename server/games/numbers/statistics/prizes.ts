/** What the prize tables of past draws add up to. Draws whose prizes nobody wrote down are not in it. */
import type { ApiAnswer } from '#contract/api.ts';
import type { GameId } from '#rules/numbers/games.ts';
import { weekOf } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { counted, type Span } from './draws.ts';

type Answer = ApiAnswer<'lotto.gameStatistics'>;

const largestShown = 5;

const tables = (game: GameId, span: Span) => sql`
  FROM draws d JOIN current_results r USING (draw_id)
  JOIN draw_prizes p ON p.draw_id = r.draw_id AND p.revision = r.revision AND p.part = 'main'
  WHERE ${counted(game, span)}`;

type TierRow = { name: string; winners: number; local: number; paid: number };

/** Tiers that hold the same condition are one, also across versions of the rules. */
export async function prizesByTier(db: Db, game: GameId, span: Span): Promise<Answer['tiers']> {
  const { rows } = await sql<TierRow>`
    SELECT p.condition AS name, sum(p.winners)::bigint AS winners, sum(p.winners_local)::bigint AS local,
      sum(p.amount * p.winners)::bigint AS paid
    ${tables(game, span)}
    GROUP BY p.condition ORDER BY min(p.tier), p.condition`.execute(db);
  return rows.map(({ name, winners, local, paid }) => ({
    name,
    winners,
    winnerCountLocal: local,
    ...(winners > 0 && { amount: Math.floor(paid / winners) }),
  }));
}

export async function prizesByYear(db: Db, game: GameId, span: Span): Promise<Answer['years']> {
  const { rows } = await sql<Answer['years'][number]>`
    SELECT extract(year FROM d.planned_date)::integer AS year, count(DISTINCT d.draw_id)::integer AS draws,
      sum(p.winners)::bigint AS winners, sum(p.winners) FILTER (WHERE p.tier = 1)::bigint AS "firstPrizes",
      sum(p.amount * p.winners)::bigint AS "amountTotal",
      coalesce(max(p.amount) FILTER (WHERE p.winners > 0), 0)::bigint AS largest
    ${tables(game, span)}
    GROUP BY 1 ORDER BY 1 DESC`.execute(db);
  return rows;
}

type LargeRow = {
  number: number;
  drawDate: Date;
  plannedDate: string;
  name: string;
  amount: number;
  winners: number;
};

export async function largestPrizes(db: Db, game: GameId, span: Span): Promise<Answer['largest']> {
  const { rows } = await sql<LargeRow>`
    SELECT d.number, d.draw_date AS "drawDate", d.planned_date AS "plannedDate", p.condition AS name,
      p.amount, p.winners
    ${tables(game, span)} AND p.winners > 0
    ORDER BY p.amount DESC, d.draw_date DESC LIMIT ${largestShown}`.execute(db);
  return rows.map(({ number, drawDate, plannedDate, ...prize }) => ({
    draw: number,
    drawDate: drawDate.toISOString(),
    ...weekOf(plannedDate),
    ...prize,
  }));
}
