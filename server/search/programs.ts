/** Programs of football pools by the teams that play in them. */
import { foldLetters } from '#rules/values/fold.ts';
import { readTyped } from '#rules/values/typed.ts';
import { sql } from '#server/platform/sql.ts';
import { type FoundDraw, isShown, type Parts, type Row, shownDraw } from './draws.ts';

/** Older programs are found by date, week or number. */
const programsRead = 60;
/** One word has as many letters: fewer are in nearly all names. */
const lettersMin = 3;

type Found = Row & { home: string; away: string };

/** Each with its first match that has all of the words, in the beginnings of words. Newest first. */
export async function findPrograms(
  { db, weekOfGame }: Parts,
  query: string,
  last: string,
  most: number,
): Promise<FoundDraw[]> {
  const wanted = wordsOf(readTyped(query));
  if (!wanted.some((word) => word.length >= lettersMin)) return [];
  const { rows } = await sql<Found>`
    SELECT d.game AS "gameId", d.number AS draw, d.draw_date AS "drawDate", d.planned_date AS "plannedDate",
      h.name AS home, a.name AS away
    FROM (SELECT d.* FROM draws d JOIN programs USING (draw_id) WHERE ${isShown(last)}
      ORDER BY d.draw_date DESC LIMIT ${programsRead}) d
    JOIN program_matches p USING (draw_id) JOIN matches m USING (match_id)
    JOIN teams h ON h.team_id = m.home_id JOIN teams a ON a.team_id = m.away_id
    ORDER BY d.draw_date DESC, d.game, p.number`.execute(db);
  const found = rows.filter(({ home, away }) => {
    const written = wordsOf(`${home} ${away}`);
    return wanted.every((word) => written.some((name) => name.startsWith(word)));
  });
  const first = [...Map.groupBy(found, ({ gameId, draw }) => `${gameId} ${draw}`).values()].map(
    ([match]) => match as Found,
  );
  return first.slice(0, most).map(({ home, away, ...row }) => ({
    ...shownDraw(row, weekOfGame),
    match: `${home} - ${away}`,
  }));
}

const wordsOf = (text: string): string[] =>
  foldLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
