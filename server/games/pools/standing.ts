/** Counts the sealed book of a running program each time its scores have changed. */
import { drawById } from '#server/draws/draw.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { sealOf } from '#server/draws/seal/seal.ts';
import type { CountTask } from '#server/draws/settle/count-book.ts';
import { countTask, restoreBook } from '#server/draws/settle/settle.ts';
import type { Db } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { inThread } from '#server/platform/thread.ts';
import type { Counted } from './engine-a.ts';
import { knownOutcomes } from './known.ts';
import { readProgram } from './program-view.ts';

type Config = { dataDir: string; kinds: Kinds };

/** A busy afternoon has goals faster than a large book is counted. */
const leastSeconds = 5;

/** Sealed programs without a result, with the last fact of their matches, beyond the one that was counted. */
const changed = sql`
  SELECT d.draw_id, last.fact_id, s.counted_at + make_interval(secs => ${leastSeconds}) AS due
  FROM draws d JOIN programs USING (draw_id) JOIN seals USING (draw_id)
  CROSS JOIN LATERAL (
    SELECT max(f.fact_id) AS fact_id FROM program_matches m
    CROSS JOIN LATERAL (
      SELECT fact_id FROM match_facts f
      WHERE f.match_id = m.match_id AND f.kind IN ('state', 'score') ORDER BY fact_id DESC LIMIT 1) f
    WHERE m.draw_id = d.draw_id
  ) last
  LEFT JOIN program_standings s USING (draw_id)
  WHERE d.state = 'released' AND last.fact_id > coalesce(s.fact_id, 0)`;

export const standingDeadline = (config: Config): Deadline => ({
  name: 'program standings',
  // A large book takes seconds, and sales must close meanwhile.
  lane: 'standings',
  isStop: false,
  due: sql`SELECT min(coalesce(due, domain_now())) FROM (${changed}) changed`,
  run: (db) => countStandings(db, config),
});

/** @returns how many programs were counted */
export async function countStandings(db: Db, config: Config): Promise<number> {
  const { rows } = await sql<{ drawId: number; factId: number }>`
    SELECT draw_id AS "drawId", fact_id AS "factId" FROM (${changed}) changed
    WHERE due IS NULL OR due <= domain_now()`.execute(db);
  for (const { drawId, factId } of rows) await countStanding(db, config, drawId, factId);
  return rows.length;
}

async function countStanding(db: Db, config: Config, drawId: number, factId: number): Promise<void> {
  const { program, outcome } = await readProgram(db, drawId);
  const { now } = knownOutcomes(program, outcome);
  const seal = await sealOf(db, program);
  await restoreBook(db, config, program, seal);
  const own: Counted = { game: program.game, result: now };
  const task = countTask(config, await drawById(db, drawId), seal, { winLines: 1, own });
  const rows = await inThread<CountTask, number[] | null>(worker, task);
  await sql`
    INSERT INTO program_standings (draw_id, fact_id, counted_at, outcomes, rows)
    VALUES (${drawId}, ${factId}, domain_now(), ${now}, ${rows})
    ON CONFLICT (draw_id) DO UPDATE SET fact_id = excluded.fact_id, counted_at = excluded.counted_at,
      outcomes = excluded.outcomes, rows = excluded.rows`.execute(db);
}

const worker = new URL('./standing-worker.ts', import.meta.url);
