/** What happened to draws while the clock walked on: one line a draw. */

import { type Draw, drawColumns, nameOf } from '#server/draws/draw.ts';
import type { Kinds, Outcome } from '#server/draws/kind.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { amount } from './table.ts';

/** The latest step of all draws; 0 before the first. */
export async function lastStep(db: Db): Promise<number> {
  const { rows } = await sql<{ step: number }>`
    SELECT coalesce(max(step), 0) AS step FROM draw_steps`.execute(db);
  return rows[0]?.step ?? 0;
}

type Walked = Draw & {
  sold: { coupons: number; stakes: number } | null;
  outcome: Outcome | null;
  winningCoupons: number | null;
  paid: number | null;
  alarm: string | null;
};

/** Draws that closed, or went further, since the step, in the order of their time. */
async function drawsSince(db: Db, step: number): Promise<Walked[]> {
  const { rows } = await sql<Walked>`
    SELECT ${drawColumns}, r.outcome, t.winning_coupons AS "winningCoupons",
      CASE WHEN s.draw_id IS NOT NULL
        THEN json_build_object('coupons', s.coupons, 'stakes', s.stakes) END AS sold,
      (SELECT sum(p.paid) FROM draw_prizes p WHERE p.draw_id = d.draw_id
        AND p.revision = r.revision)::bigint AS paid,
      (SELECT a.message FROM draw_alarms a WHERE a.draw_id = d.draw_id ORDER BY a.alarm DESC LIMIT 1) AS alarm
    FROM draws d LEFT JOIN seals s USING (draw_id) LEFT JOIN draw_settlements t USING (draw_id)
    LEFT JOIN current_results r USING (draw_id)
    WHERE (d.closed_at IS NOT NULL OR d.state = 'cancelled')
      AND EXISTS (SELECT FROM draw_steps e WHERE e.draw_id = d.draw_id AND e.step > ${step})
    ORDER BY d.draw_date, d.game`.execute(db);
  return rows;
}

/** `json` is the list for scripts; `lines` say the same to people. */
export async function walkedDraws(db: Db, kinds: Kinds, step: number) {
  const draws = await drawsSince(db, step);
  return {
    json: draws.map((draw) => ({
      game: draw.game,
      draw: draw.number,
      drawDate: draw.drawDate,
      state: draw.state,
      coupons: draw.sold?.coupons ?? null,
      stakes: draw.sold?.stakes ?? null,
      outcome: draw.outcome,
      winningCoupons: draw.winningCoupons,
      paid: draw.paid,
      alarm: draw.alarm,
    })),
    lines: draws.map((draw) => lineOf(draw, kinds)),
  };
}

function lineOf(draw: Walked, kinds: Kinds): string {
  const { sold, outcome, winningCoupons, paid, state, alarm } = draw;
  const steps = [
    sold ? `${amount(sold.coupons)} coupons for ${amount(sold.stakes)} kr. sealed` : 'sale closed',
    outcome && `drawn: ${kinds.of(draw.game).signedLines(outcome).join(', ')}`,
    winningCoupons !== null && `${amount(winningCoupons)} won ${amount(paid ?? 0)} kr.`,
    outcomeOf(state, winningCoupons),
    alarm && `ALARM: ${alarm}`,
  ];
  return `${draw.drawDate.toISOString().slice(0, 10)}  ${nameOf(draw)}: ${steps.filter(Boolean).join('; ')}`;
}

/** What it waits for, or how it ended. */
function outcomeOf(state: Walked['state'], winningCoupons: number | null): string {
  if (state === 'cancelled') return 'cancelled, stakes given back';
  if (state === 'released') return 'waits for its result';
  if (state === 'results') return 'waits for a second person to confirm the result';
  if (winningCoupons === null) return 'waits to be settled';
  if (state === 'winsel' || state === 'payout') return 'waits to be paid';
  return state === 'closed' ? 'paid, large prizes wait to be claimed or released' : 'paid';
}
