import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { type Command, textOption } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'draw list',
  usage: '[--game GAME] [--status STATE]',
  summary: 'Draws with state, times, sales and seal, latest first',
  args: [0, 0],
  options: {
    game: { type: 'string', help: 'lotto, vikinglotto, eurojackpot' },
    status: { type: 'string', help: 'created, released, confirmed …' },
  },
  role: 'reads',
  logged: false,
  async run({ database }, input) {
    const draws = await listDraws(
      database.db,
      textOption(input, 'game') ?? null,
      textOption(input, 'status') ?? null,
    );
    const rows = draws.map((draw) => [
      draw.game,
      String(draw.draw),
      draw.closedAt && draw.state === 'released' ? 'released, closed' : draw.state,
      minute(draw.closeDate),
      minute(draw.drawDate),
      draw.coupons,
      draw.stakes,
      draw.sealed ? 'sealed' : '',
    ]);
    return {
      json: { draws },
      text: table(['game', 'draw', 'state', 'closes', 'drawn', 'coupons', 'stakes', 'seal'], rows),
    };
  },
} satisfies Command;

function minute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}

type DrawListing = {
  game: string;
  draw: number;
  state: string;
  origin: string;
  closeDate: Date;
  drawDate: Date;
  closedAt: Date | null;
  coupons: number;
  stakes: number;
  sealed: boolean;
};

/** Our own draws, latest first; sales of an open draw are counted now. */
async function listDraws(db: Db, game: string | null, state: string | null): Promise<DrawListing[]> {
  const { rows } = await sql<DrawListing>`
    SELECT d.game, d.number AS draw, d.state, d.origin, d.close_date AS "closeDate",
      d.draw_date AS "drawDate", d.closed_at AS "closedAt",
      coalesce(s.coupons, c.coupons, 0)::integer AS coupons,
      coalesce(s.stakes, c.stakes, 0)::bigint AS stakes, s.draw_id IS NOT NULL AS sealed
    FROM draws d LEFT JOIN seals s USING (draw_id)
    LEFT JOIN LATERAL (
      SELECT count(*) AS coupons, sum(c.stake) AS stakes FROM coupons c
      LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
      WHERE s.draw_id IS NULL AND c.draw_id = d.draw_id AND x.coupon_id IS NULL
    ) c ON true
    WHERE d.origin = 'calendar' AND (${game}::text IS NULL OR d.game = ${game})
      AND (${state}::text IS NULL OR d.state = ${state})
    ORDER BY d.draw_date DESC, d.game LIMIT 500`.execute(db);
  return rows;
}
