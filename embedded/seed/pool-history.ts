import { createSeason } from '#integrations/match-feed/sandbox/season.ts';
import type { WireNews } from '#integrations/match-feed/wire.ts';
import { type PoolId, poolIds } from '#rules/pools/games.ts';
import { resultDateOf } from '#rules/pools/program.ts';
import { feedSource } from '#server/games/pools/feed.ts';
import {
  type PastProgram,
  type Played,
  type Scores,
  samplePast,
} from '#server/games/pools/history/sample.ts';
import { addPastPrograms, openPoolCarry } from '#server/games/pools/history/store.ts';
import { type NewProgram, readPrograms } from '#server/games/pools/program-file.ts';
import type { Tx } from '#server/platform/database.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { sql } from '#server/platform/sql.ts';

/** The pools from 1 January two years back, once, as the seasons of the feed's sandbox were played. */
export async function seedPoolHistory(tx: Tx): Promise<void> {
  const { rows } = await sql<{ now: Date; games: string[] }>`
    SELECT domain_now() AS now,
      coalesce((SELECT array_agg(DISTINCT game) FROM draws WHERE draw_date < domain_now()), '{}') AS games
  `.execute(tx);
  const { now, games } = rows[0] ?? { now: new Date(0), games: [] };
  const wanted = poolIds.filter((game) => !games.includes(game));
  if (wanted.length === 0) return;
  const from = new Date(`${now.getUTCFullYear() - 2}-01-01T00:00:00Z`);
  const played = playedBetween(from, now).filter(({ program }) => wanted.includes(program.game));
  const past = wanted.map((game) => ({ game, programs: pastOf(game, played, from) }));
  await addPastPrograms(
    tx,
    feedSource,
    past.flatMap(({ programs }) => programs),
  );
  for (const { game, programs } of past) await openPoolCarry(tx, game, programs);
}

function pastOf(game: PoolId, played: readonly Played[], from: Date): PastProgram[] {
  const random = seededUint32(`sample history of ${game} from ${from.toISOString()}`, { mode: 'embedded' });
  return samplePast(
    played.filter(({ program }) => program.game === game),
    random,
  );
}

/** Programs whose matches are all over, oldest first. */
function playedBetween(from: Date, now: Date): Played[] {
  const news = createSeason()(from, now);
  const last = lastScores(news);
  return news
    .flatMap((each) => (each.kind === 'program' ? readPrograms(each.file) : []))
    .filter(({ matches }) => resultDateOf(matches.map(({ kickOff }) => kickOff)) < now)
    .map((program) => ({ program, scores: scoresOf(program, last) }))
    .toSorted((one, other) => playTime(one) - playTime(other));
}

const playTime = ({ program }: Played): number => program.matches[0]?.kickOff.getTime() ?? 0;

/** By the feed's number of the match; those that were not finished are left out. */
function lastScores(news: readonly WireNews[]): ReadonlyMap<string, { home: number; away: number }> {
  return new Map(
    news.flatMap((each) =>
      each.kind === 'match' && each.state === 'finished' && each.score ? [[each.match, each.score]] : [],
    ),
  );
}

function scoresOf({ matches }: NewProgram, last: ReturnType<typeof lastScores>): Scores {
  return matches.map(({ numbers }) => {
    const number = numbers.find(({ source }) => source === feedSource)?.number;
    return last.get(number ?? '') ?? null;
  });
}
