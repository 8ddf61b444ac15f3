/** Draws by date, week or number, as far as the results show them. */
import type { ApiAnswer } from '#contract/api.ts';
import {
  addDays,
  datesOfWeek,
  type GameWeek,
  isDate,
  type WeekOfGame,
  weekOf,
  weeksInYear,
} from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import type { DrawQuery } from './draw-query.ts';

export type FoundDraw = ApiAnswer<'content.search'>['draws'][number];
export type Row = { gameId: FoundDraw['gameId']; draw: number; drawDate: Date; plannedDate: string };

export type Parts = { db: Db; weekOfGame: WeekOfGame };

/** The day by domain time. */
export async function today(db: Db): Promise<string> {
  const { rows } = await sql<{ today: string }>`SELECT domain_now()::date::text AS today`.execute(db);
  return rows[0]?.today ?? '';
}

/** A date without a draw stands for the draws of its week. Newest first. */
export async function findDraws(
  { db, weekOfGame }: Parts,
  wanted: DrawQuery,
  now: string,
  most: number,
): Promise<FoundDraw[]> {
  const read = (where: Sql<unknown>, until: string) => readDraws(db, weekOfGame, where, until, 3 * most);
  const last = lastShown(now);
  if ('number' in wanted) return read(sql`d.number = ${wanted.number}`, last);
  if ('week' in wanted) return ofWeek(read, yearOfWeek(wanted, now), last);
  const date = dateBefore(wanted, last);
  if (date === null) return [];
  const ofDate = sql`(d.planned_date = ${date} OR d.draw_date::date = ${date})`;
  const drawn = await read(ofDate, last);
  return drawn.length > 0 ? drawn : ofWeek(read, weekOf(date), last);
}

/** The results show the present week too, and no later one. */
export function lastShown(now: string): string {
  return datesOfWeek(weekOf(now)).at(-1) ?? now;
}

type Read = (where: Sql<unknown>, until: string) => Promise<FoundDraw[]>;

async function ofWeek(read: Read, week: GameWeek, last: string): Promise<FoundDraw[]> {
  if (week.week > weeksInYear(week.year)) return [];
  const [first = '', until = ''] = [datesOfWeek(week)[0], datesOfWeek(week).at(-1)];
  // Weeks of pools begin on another day.
  const around = sql`d.planned_date BETWEEN ${addDays(first, -6)} AND ${addDays(until, 6)}`;
  const draws = await read(around, last);
  return draws.filter((draw) => draw.week === week.week && draw.year === week.year);
}

/** Without a year the latest that is not to come. */
function yearOfWeek({ week, year }: { week: number; year: number | null }, now: string): GameWeek {
  const present = weekOf(now);
  return { week, year: year ?? (week > present.week ? present.year - 1 : present.year) };
}

function dateBefore({ month, day, year }: Extract<DrawQuery, { day: number }>, last: string): string | null {
  const spelled = (of: number): string =>
    `${of}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const latest = Number(last.slice(0, 4));
  const years = year === null ? [latest, latest - 1] : [year];
  return years.map(spelled).find((date) => isDate(date) && date <= last) ?? null;
}

async function readDraws(
  db: Db,
  weekOfGame: WeekOfGame,
  wanted: Sql<unknown>,
  last: string,
  most: number,
): Promise<FoundDraw[]> {
  const { rows } = await sql<Row>`
    SELECT d.game AS "gameId", d.number AS draw, d.draw_date AS "drawDate", d.planned_date AS "plannedDate"
    FROM draws d
    WHERE ${wanted} AND ${isShown(last)}
    ORDER BY d.draw_date DESC, d.game LIMIT ${most}`.execute(db);
  return rows.map((row) => shownDraw(row, weekOfGame));
}

/** Among the results: of the week that ends on that day, or decided. */
export const isShown = (last: string) => sql`(d.planned_date <= ${last}
  AND (d.planned_date >= ${addDays(last, -6)} OR d.state = 'cancelled'
    OR EXISTS (SELECT FROM draw_results r WHERE r.draw_id = d.draw_id)))`;

export const shownDraw = ({ plannedDate, drawDate, ...row }: Row, weekOfGame: WeekOfGame): FoundDraw => ({
  ...row,
  drawDate: drawDate.toISOString(),
  ...weekOfGame(row.gameId, plannedDate),
});
