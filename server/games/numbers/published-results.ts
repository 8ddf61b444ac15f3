/** Results of the number lotteries as the public sees them. */

import type { ApiAnswer } from '#contract/api.ts';
import { rollDownDraw, rollDownOf } from '#rules/numbers/draws.ts';
import { type GameId, rulesOf } from '#rules/numbers/games.ts';
import { datesOfWeek, type GameWeek, weekdayOf, weekOf } from '#rules/values/weeks.ts';
import { dateOfDraw } from '#server/draws/draw.ts';
import type { Part } from '#server/draws/kind.ts';
import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import type { DrawnOutcome } from './outcome.ts';

export type DrawResult = ApiAnswer<'results.lottoLatest'>;
export type ResultWeek = ApiAnswer<'results.weeks'>['weeks'][number];

type PrizeRow = {
  part: Part;
  condition: string;
  amount: number;
  winners: number;
  local: number;
  /** Null where others settled the draw. */
  carry: number | null;
};

type Row = {
  game: GameId;
  number: number;
  drawDate: Date;
  /** Its week is this day's, also when the draw was moved. */
  plannedDate: string;
  closeDate: Date;
  amountRow: number;
  amountSide: number;
  rulesId: string;
  state: string;
  origin: string;
  outcome: DrawnOutcome | null;
  confirmedAt: Date | null;
  rowsSold: number | null;
  prizes: PrizeRow[];
};

/**
 * The draws of a game week that have a result or were cancelled, in order. Throws for a week that is none.
 */
export function resultsOfWeek(db: Db, game: GameId, week: GameWeek): Promise<DrawResult[]> {
  const dates = datesOfWeek(week);
  return read(
    db,
    sql`
    d.game = ${game} AND d.planned_date BETWEEN ${dates[0]} AND ${dates.at(-1)}
      AND (r.draw_id IS NOT NULL OR d.state = 'cancelled')
    ORDER BY d.draw_date`,
  );
}

export async function latestResult(db: Db, game: GameId): Promise<DrawResult | null> {
  const results = await read(
    db,
    sql`d.game = ${game} AND r.draw_id IS NOT NULL ORDER BY d.draw_date DESC LIMIT 1`,
  );
  return results[0] ?? null;
}

/** The latest draws of a game that have a result, newest first. */
export function recentResults(db: Db, game: GameId, howMany: number): Promise<DrawResult[]> {
  return read(db, sql`d.game = ${game} AND r.draw_id IS NOT NULL ORDER BY d.draw_date DESC LIMIT ${howMany}`);
}

export async function resultOfDraw(db: Db, game: GameId, number: number): Promise<DrawResult | null> {
  const results = await read(db, sql`d.game = ${game} AND d.number = ${number} AND r.draw_id IS NOT NULL`);
  return results[0] ?? null;
}

/** Weeks that have a result, newest first, with the date of their last draw. */
export async function weeksWithResults(db: Db): Promise<ResultWeek[]> {
  const { rows } = await sql<{ game: GameId; drawDate: Date; plannedDate: string }>`
    SELECT d.game, d.draw_date AS "drawDate", d.planned_date AS "plannedDate" FROM draws d
    WHERE EXISTS (SELECT FROM draw_results r WHERE r.draw_id = d.draw_id)
    ORDER BY d.draw_date DESC, d.game`.execute(db);
  const weeks = new Map<string, ResultWeek>();
  for (const row of rows) {
    const { year, week } = weekOf(row.plannedDate);
    const key = `${row.game} ${year} ${week}`;
    if (!weeks.has(key))
      weeks.set(key, { gameId: row.game, year, week, drawDate: row.drawDate.toISOString() });
  }
  return [...weeks.values()];
}

async function read(db: Db, wanted: Sql<unknown>): Promise<DrawResult[]> {
  const { rows } = await sql<Row>`
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
  return rows.map(view);
}

function view(row: Row): DrawResult {
  const date = dateOfDraw(row);
  const cancelled = row.state === 'cancelled';
  const main = row.prizes.filter(({ part }) => part === 'main');
  const [first] = main;
  return {
    gameId: row.game,
    draw: row.number,
    status: cancelled ? 'closed' : 'resulted',
    drawDate: row.drawDate.toISOString(),
    closeDate: row.closeDate.toISOString(),
    amountRow: row.amountRow,
    amountJoker: row.amountSide,
    rulesId: row.rulesId,
    rollDownDraw: rollDownDraw(row.game, date, rollDownOf(row.game, rulesOf(row))),
    drawDay: weekdayOf(date),
    ...weekOf(row.plannedDate),
    lottoNumbers: [...(row.outcome?.numbers ?? [])],
    bonusNumbers: [...(row.outcome?.bonusNumbers ?? [])],
    superNumbers: [],
    jokerNumbers: [...(row.outcome?.joker ?? '')].map(Number),
    lottoWins: main.map(prizeView),
    jokerWins: row.prizes.filter(({ part }) => part === 'side').map(prizeView),
    ...(row.rowsSold !== null && { rowsSold: row.rowsSold }),
    ...(row.confirmedAt && { confirmedAt: row.confirmedAt.toISOString() }),
    ...(first?.winners === 0 && first.carry && { carriedOver: first.carry }),
    ...(row.origin === 'sample' && { sample: true }),
    ...(cancelled && { cancelled }),
  };
}

/** `amount` is what one winning row takes. */
function prizeView({ condition, amount, winners, local }: PrizeRow): DrawResult['lottoWins'][number] {
  return { name: condition, amount, winners, amountTotal: amount * winners, winnerCountLocal: local };
}
