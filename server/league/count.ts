/**
 * Counts programs for the league: what the best row of each team's tickets has right. While matches run it
 * counts again after each goal, and once more when the program is settled (docs/rules/league.md).
 */
import { bestRight } from '#rules/pools/best-row.ts';
import { seasonsOf } from '#rules/pools/league.ts';
import type { Known } from '#rules/pools/standing.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import { knownOutcomes } from '#server/games/pools/known.ts';
import { readProgram } from '#server/games/pools/program-view.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { settledStates } from './programs.ts';

/** A busy afternoon has a goal every minute. */
const leastSeconds = 30;

/** Programs whose matches have facts that the last count did not know, and those settled since. */
const waiting = sql`
  SELECT d.draw_id, d.state = ANY (${settledStates}) AS is_final, coalesce(last.fact_id, 0) AS fact_id,
    CASE WHEN d.state = 'released' THEN p.counted_at + make_interval(secs => ${leastSeconds}) END AS due
  FROM draws d JOIN programs USING (draw_id) LEFT JOIN league_programs p USING (draw_id)
  CROSS JOIN LATERAL (
    SELECT max(f.fact_id) AS fact_id FROM program_matches m CROSS JOIN LATERAL (
      SELECT fact_id FROM match_facts f
      WHERE f.match_id = m.match_id AND f.kind IN ('state', 'score') ORDER BY fact_id DESC LIMIT 1) f
    WHERE m.draw_id = d.draw_id
  ) last
  WHERE d.game IN ('totoeng', 'totoeur') AND p.is_final IS NOT TRUE
    AND (d.state = ANY (${settledStates})
      OR d.state = 'released' AND d.closed_at IS NOT NULL AND last.fact_id > coalesce(p.fact_id, 0))`;

export const leagueDeadline: Deadline = {
  name: 'league',
  // Tickets of thousands of teams take seconds, and sales must close meanwhile.
  lane: 'league',
  due: sql`SELECT min(coalesce(due, domain_now())) FROM (${waiting}) waiting`,
  run: countLeague,
};

/** @returns how many programs were counted */
export async function countLeague(db: Db): Promise<number> {
  const { rows } = await sql<Waiting>`
    SELECT draw_id AS "drawId", is_final AS "isFinal", fact_id AS "factId" FROM (${waiting}) waiting
    WHERE due IS NULL OR due <= domain_now() ORDER BY draw_id`.execute(db);
  for (const program of rows) await countProgram(db, program);
  return rows.length;
}

type Waiting = { drawId: number; isFinal: boolean; factId: number };

async function countProgram(db: Db, waiting: Waiting): Promise<void> {
  const { program, outcome } = await readProgram(db, waiting.drawId);
  const { now } = knownOutcomes(program, outcome);
  const { year } = isoWeekOf(program.drawDate.toISOString().slice(0, 10));
  const scores = await scoresOf(db, waiting.drawId, now, divisionsIn(year));
  await transaction(db, (tx) => store(tx, waiting, scores));
}

type Divisions = readonly { id: number; maxRows: number }[];
const divisionsIn = (year: number): Divisions => seasonsOf(year)[0]?.divisions ?? [];

type Score = { division: number; teamId: string; correct: number; playerId: number; ticketId: string };
type Ticket = Pick<Score, 'teamId' | 'playerId' | 'ticketId'> & {
  rowCount: number;
  system: number;
  rowMasks: readonly string[];
};

async function scoresOf(db: Db, drawId: number, known: Known, divisions: Divisions): Promise<Score[]> {
  const best = new Map<string, Score>();
  const most = Math.max(0, ...divisions.map(({ maxRows }) => maxRows));
  for (let after = 0; ; ) {
    const { tickets, last } = await ticketsAfter(db, drawId, most, after);
    for (const { rowCount, system, rowMasks, ...ticket } of tickets) {
      const correct = bestRight(system, rowMasks.map(Number), known);
      for (const { id: division } of divisions.filter(({ maxRows }) => rowCount <= maxRows)) {
        const key = `${division} ${ticket.teamId}`;
        if (correct > (best.get(key)?.correct ?? -1)) best.set(key, { ...ticket, division, correct });
      }
    }
    if (last === null) return [...best.values()];
    after = last;
  }
}

const playersTogether = 500;

/**
 * Tickets of the next players who have ever chosen a team, each with the team that was theirs at the
 * purchase. Those of clubs and cancelled ones are left out. @param rowsMax of a ticket
 */
async function ticketsAfter(
  db: Db,
  drawId: number,
  rowsMax: number,
  after: number,
): Promise<{ tickets: Ticket[]; last: number | null }> {
  const players = await sql<{ playerId: number }>`
    SELECT DISTINCT player_id AS "playerId" FROM club_team_choices WHERE player_id > ${after}
    ORDER BY player_id LIMIT ${playersTogether}`.execute(db);
  const ids = players.rows.map(({ playerId }) => playerId);
  const { rows } = await sql<Ticket>`
    SELECT choice.team_id::text AS "teamId", t.player_id AS "playerId", t.ticket_id AS "ticketId",
      t.row_count AS "rowCount", t.system, t.row_masks::text[] AS "rowMasks"
    FROM coupons c JOIN tickets t USING (player_id, ticket_id)
    CROSS JOIN LATERAL (
      SELECT team_id FROM club_team_choices x
      WHERE x.player_id = t.player_id AND x.chosen_at <= t.purchased_at ORDER BY choice DESC LIMIT 1
    ) choice
    WHERE c.player_id = ANY (${ids}::bigint[]) AND c.draw_id = ${drawId} AND t.row_count <= ${rowsMax}
      AND choice.team_id IS NOT NULL AND t.channel IS DISTINCT FROM 'clubSale'
      AND NOT EXISTS (SELECT FROM cancellations n WHERE n.player_id = c.player_id
        AND n.ticket_id = c.ticket_id AND n.coupon_id = c.coupon_id)
    ORDER BY t.player_id, t.ticket_id`.execute(db);
  return { tickets: rows, last: ids.length < playersTogether ? null : (ids.at(-1) ?? null) };
}

/** Nothing where another has counted it for good, or with newer facts. */
async function store(tx: Tx, { drawId, isFinal, factId }: Waiting, scores: readonly Score[]): Promise<void> {
  const { rowCount } = await sql`
    INSERT INTO league_programs (draw_id, fact_id, is_final) VALUES (${drawId}, ${factId}, ${isFinal})
    ON CONFLICT (draw_id) DO UPDATE SET fact_id = excluded.fact_id, is_final = excluded.is_final,
      counted_at = domain_now()
    WHERE NOT league_programs.is_final AND league_programs.fact_id <= excluded.fact_id`.execute(tx);
  if (rowCount === 0) return;
  await sql`DELETE FROM league_scores WHERE draw_id = ${drawId}`.execute(tx);
  const column = <K extends keyof Score>(name: K) => scores.map((score) => score[name]);
  await sql`
    INSERT INTO league_scores (draw_id, division, team_id, correct, player_id, ticket_id)
    SELECT ${drawId}, * FROM unnest(${column('division')}::smallint[], ${column('teamId')}::bigint[],
      ${column('correct')}::smallint[], ${column('playerId')}::bigint[], ${column('ticketId')}::uuid[])
  `.execute(tx);
}
