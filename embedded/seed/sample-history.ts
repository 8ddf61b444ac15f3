import type { CommonCarry } from '#rules/numbers/common-pools.ts';
import { drawNumber } from '#rules/numbers/draws.ts';
import { type GameId, gameIds } from '#rules/numbers/games.ts';
import { openCarry } from '#server/games/numbers/history/opening-carry.ts';
import { sampleHistory } from '#server/games/numbers/history/sample.ts';
import { addPastDraws } from '#server/games/numbers/history/store.ts';
import type { Tx } from '#server/platform/database.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { sql } from '#server/platform/sql.ts';

/**
 * From 1 January two years back up to yesterday, once, for each game that has no past yet.
 * @returns what is left in the common pools of the games that were seeded now
 */
export async function seedSampleHistory(tx: Tx): Promise<Record<string, CommonCarry>> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('history'))`.execute(tx);
  const { rows } = await sql<{ today: string; games: GameId[] }>`
    SELECT (domain_now() AT TIME ZONE 'UTC')::date AS today,
      coalesce((SELECT array_agg(DISTINCT game) FROM draws WHERE draw_date < domain_now()), '{}') AS games
  `.execute(tx);
  const { today, games } = rows[0] ?? { today: '', games: [] };
  const left: Record<string, CommonCarry> = {};
  for (const game of gameIds.filter((each) => !games.includes(each)))
    left[game] = await seedGame(tx, game, today);
  return left;
}

async function seedGame(tx: Tx, game: GameId, today: string): Promise<CommonCarry> {
  const from = `${Number(today.slice(0, 4)) - 2}-01-01`;
  const random = seededUint32(`sample history of ${game} from ${from}`, { mode: 'embedded' });
  const { draws, carry } = sampleHistory(game, from, today, random);
  const numbered = draws.map((draw) => ({ draw, number: drawNumber(game, draw.date) }));
  await addPastDraws(tx, numbered, 'sample', 'sample');
  await openCarry(tx, game);
  return carry;
}
