/** How the first prize of a game grew from draw to draw, and when it was won. */
import type { ApiAnswer } from '#contract/api.ts';
import { potMultiple } from '#rules/numbers/draws.ts';
import { type Announcement, announcedFirstPrize } from '#rules/numbers/figures.ts';
import type { GameId } from '#rules/numbers/games.ts';
import { weekOf } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

type Pot = ApiAnswer<'results.pots'>['pots'][number];

const shownMax = 12;
/** So many draws are read, to know how often the oldest shown pot had grown. */
const readMax = shownMax + 40;

type Row = {
  number: number;
  drawDate: Date;
  plannedDate: string;
  origin: string;
  amount: number;
  winners: number;
  pool: number | null;
  /** Figures of the draw before, in which its organiser announced this one's pot. */
  told: Announcement | null;
};

/** The latest draws with a prize table, newest first. */
export async function potsOf(db: Db, game: GameId): Promise<Pot[]> {
  const { rows } = await sql<Row>`
    SELECT d.number, d.draw_date AS "drawDate", d.planned_date AS "plannedDate", d.origin, p.amount,
      p.winners, p.pool, told.figures AS told
    FROM draws d JOIN current_results r USING (draw_id)
    JOIN draw_prizes p ON p.draw_id = r.draw_id AND p.revision = r.revision AND p.part = 'main' AND p.tier = 1
    LEFT JOIN draws before ON before.game = d.game AND before.number = d.number - 1
    LEFT JOIN approved_figures told ON told.draw_id = before.draw_id
    WHERE d.game = ${game}
    ORDER BY d.draw_date DESC LIMIT ${readMax}`.execute(db);
  let unwon = 0;
  const pots: Pot[] = [];
  for (const row of rows.toReversed()) {
    pots.push(viewPot(row, potMultiple(unwon)));
    unwon = row.winners === 0 ? unwon + 1 : 0;
  }
  return pots.toReversed().slice(0, shownMax);
}

function viewPot(
  { number, drawDate, plannedDate, origin, amount, winners, pool, told }: Row,
  multiple: number,
): Pot {
  const held = winners > 0 ? amount * winners : (pool ?? (told && announcedFirstPrize(told)));
  return {
    draw: number,
    drawDate: drawDate.toISOString(),
    ...weekOf(plannedDate),
    ...(held !== null && { amount: held }),
    winners,
    potMultiple: multiple,
    ...(origin === 'sample' && { sample: true }),
  };
}
