/**
 * Results by themselves (AUTO_DRAW): once all matches of a program of the feed are decided, their scores are
 * entered and confirmed; too many lots void it. Embedded mode only.
 */

import { voidLotCount } from '#rules/pools/games.ts';
import { lotReason } from '#rules/pools/program.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { lockDraw, nameOf } from '#server/draws/draw.ts';
import { raiseDrawAlarm, stopsSinceLastStep } from '#server/draws/halt.ts';
import type { Kinds, Outcome } from '#server/draws/kind.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { earliestKickOff } from '#server/fixtures/facts.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { messageOf } from '#server/platform/message-of.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { feedActor, feedSource, supervisorActor } from './feed.ts';
import { type Program, type ProgramMatch, programOf } from './program.ts';

/** Sealed programs of the feed, with how many of their matches have no result of their own. */
const sealed = sql`
  SELECT d.draw_id, p.result_date, p.lots_at, m.open, EXISTS (
    SELECT FROM program_beacons b WHERE b.draw_id = d.draw_id AND b.proposer_key IS NOT NULL) AS has_lots
  FROM draws d JOIN programs p USING (draw_id)
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE NOT coalesce(f.state = 'finished'
      AND first_kick_off(m.match_id) BETWEEN d.closed_at AND p.round_ends, false)) AS open
    FROM program_matches m LEFT JOIN LATERAL (
      SELECT state FROM match_facts f WHERE f.match_id = m.match_id AND f.kind = 'state'
        AND f.source = ${sql.lit(feedSource)} ORDER BY fact_id DESC LIMIT 1) f ON true
    WHERE m.draw_id = d.draw_id OFFSET 0) m
  WHERE d.state = 'released' AND d.closed_at IS NOT NULL AND p.imported_by = ${sql.lit(feedActor)}
    AND EXISTS (SELECT FROM seals s WHERE s.draw_id = d.draw_id) AND NOT EXISTS (${stopsSinceLastStep('d')})`;

/**
 * Due when all matches have a result of their own, or when the lots are drawn. Before that a walking clock
 * stops at the end of the matches, so that the feed is read there.
 */
const waiting = sql`
  SELECT draw_id AS "drawId", CASE WHEN open = 0 OR result_date > domain_now() THEN result_date
    WHEN has_lots OR open >= ${sql.lit(voidLotCount)} THEN lots_at END AS at
  FROM (${sealed}) sealed`;

/** Programs that need the beacon, and have no value of it yet. */
export const awaitsLots = sql`
  SELECT draw_id AS "drawId", lots_at AS "lotsAt" FROM (${sealed}) sealed
  WHERE open BETWEEN 1 AND ${sql.lit(voidLotCount - 1)} AND NOT has_lots`;

export function autoResultsDeadline(kinds: Kinds): Deadline {
  return {
    name: 'results of the match feed',
    due: sql`SELECT min(at) FROM (${waiting}) w`,
    async run(db) {
      const { rows } = await sql<{ drawId: number }>`
        SELECT "drawId" FROM (${waiting}) w WHERE at <= domain_now()`.execute(db);
      for (const { drawId } of rows) await decideProgram(db, kinds, drawId);
      return rows.length;
    },
  };
}

/** A refused result waits for an operator, for example where sources differ. */
async function decideProgram(db: Db, kinds: Kinds, drawId: number): Promise<void> {
  const program = await programOf(db, drawId);
  const outcome = Object.fromEntries(
    program.matches.map((match) => [String(match.number), resultOf(program, match)]),
  );
  const lots = Object.values(outcome).filter((result) => result === 'lot').length;
  try {
    if (lots >= voidLotCount) {
      const reason = `${lots} matches have no result`;
      await cancelDraw(db, drawId, { actor: supervisorActor, reason });
    } else await enterTwice(db, kinds, drawId, outcome);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const said = String(error.options.details?.['message'] ?? messageOf(error));
    await raiseDrawAlarm(db, drawId, 'results_refused', `${nameOf(program)}: ${said}`, {}, true);
  }
}

function enterTwice(db: Db, kinds: Kinds, drawId: number, outcome: Outcome): Promise<void> {
  return transaction(db, async (tx) => {
    // A walk of the clock and the worker may both be here: the second finds it decided.
    if ((await lockDraw(tx, drawId)).state !== 'released') return;
    await enterResult(tx, kinds, { drawId, outcome, actor: feedActor });
    await confirmResult(tx, kinds, { drawId, outcome, actor: supervisorActor });
  });
}

function resultOf({ closedAt, closeDate, roundEnds }: Program, { match }: ProgramMatch): string {
  const { state, score, said } = match;
  const kickOff = earliestKickOff(said);
  if (state !== 'finished' || !score || !kickOff) return 'lot';
  if (lotReason({ kickOff, closedAt: closedAt ?? closeDate, roundEnds })) return 'lot';
  return `${score.home}-${score.away}`;
}
