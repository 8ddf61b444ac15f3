/** Programs that are decided, for the public: with signs, scores, lots and prizes. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { Issue } from '#contract/errors.ts';
import type { TotoProgram, XgProgram } from '#contract/games/pools.ts';
import { firstYearOf } from '#rules/games.ts';
import type { PoolId, TotoId } from '#rules/pools/games.ts';
import { weeksInYear } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { totoGameOf } from './program-id.ts';
import { totoView, xgView } from './program-view.ts';
import type { Language } from './status-text.ts';

const decided = sql`d.state IN ('confirmed', 'winsel', 'payout', 'closed', 'settled')`;

export async function totoResults(
  db: Db,
  { gameId, locale, ...asked }: ApiInput<'toto.results'>['query'],
): Promise<ApiAnswer<'toto.results'>> {
  const drawIds = await drawsOfWeek(db, totoGameOf(gameId), asked);
  return { results: await Promise.all(drawIds.map((drawId) => totoView(db, drawId, locale))) };
}

export async function xgResults(
  db: Db,
  { locale, ...asked }: ApiInput<'xg.results'>['query'],
): Promise<ApiAnswer<'xg.results'>> {
  const drawIds = await drawsOfWeek(db, 'xg', asked);
  return { results: await Promise.all(drawIds.map((drawId) => xgView(db, drawId, locale))) };
}

/** Null where no program of the game is decided yet. */
export async function latestToto(db: Db, game: TotoId, language: Language): Promise<TotoProgram | null> {
  const drawId = await latestDraw(db, game);
  return drawId === null ? null : totoView(db, drawId, language);
}

export async function latestXg(db: Db, language: Language): Promise<XgProgram | null> {
  const drawId = await latestDraw(db, 'xg');
  return drawId === null ? null : xgView(db, drawId, language);
}

async function latestDraw(db: Db, game: PoolId): Promise<number | null> {
  const { rows } = await sql<{ drawId: number }>`
    SELECT draw_id AS "drawId" FROM draws d JOIN programs USING (draw_id)
    WHERE d.game = ${game} AND ${decided} ORDER BY d.draw_date DESC LIMIT 1`.execute(db);
  return rows[0]?.drawId ?? null;
}

/** In the order of their matches; one that was cancelled is among them. */
async function drawsOfWeek(db: Db, game: PoolId, asked: { week: string; year: string }): Promise<number[]> {
  const [week, year] = [wholeNumber(asked.week), wholeNumber(asked.year)];
  const issues: Issue[] = [];
  if (week < 1 || week > 53) issues.push({ path: ['week'], message: 'invalidWeek' });
  if (year < firstYearOf(game) || year > 9998) issues.push({ path: ['year'], message: 'invalidDate' });
  if (issues.length > 0) refuse('EC_INVALID_INPUT', { issues: { query: issues } });
  if (week > weeksInYear(year)) return [];
  const { rows } = await sql<{ drawId: number }>`
    SELECT draw_id AS "drawId" FROM draws d JOIN programs USING (draw_id)
    WHERE d.game = ${game} AND (${decided} OR d.state = 'cancelled')
      AND planned_date BETWEEN make_date(${year}, 1, 1) - 7 AND make_date(${year}, 12, 31) + 7
      AND extract(isoyear FROM planned_date) = ${year}::integer
      AND extract(week FROM planned_date) = ${week}::integer
    ORDER BY d.draw_date`.execute(db);
  return rows.map(({ drawId }) => drawId);
}

function wholeNumber(text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}
