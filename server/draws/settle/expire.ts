/**
 * The end of the claim period: a large prize that nobody claimed within a year of the day on which it could
 * be goes to the prize reserve, each coupon's by itself. What is claimed waits for its release, however long.
 */

import { type Draw, lockDraw, moveDrawTo } from '#server/draws/draw.ts';
import { houseAccount, postTransfers } from '#server/ledger/house-accounts.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';

type Unclaimed = { playerId: number; ticketId: string; couponId: string; amount: number };

/** Lapses what is over, and settles the draw once none of its prizes is open. Repeatable. */
export function lapsePrizes(db: Db, drawId: number, actor = 'calendar'): Promise<void> {
  return transaction(db, async (tx) => {
    const draw = await lockDraw(tx, drawId);
    if (draw.state !== 'closed') return;
    await lapse(tx, draw);
    const { rows } = await sql`SELECT FROM large_prizes WHERE draw_id = ${drawId} AND ${isOpen}`.execute(tx);
    if (rows.length === 0) await moveDrawTo(tx, drawId, 'settled', actor);
  });
}

const isOpen = sql`status IN ('waiting', 'claimed')`;

async function lapse(tx: Tx, { drawId, game }: Draw): Promise<void> {
  const { rows } = await sql<Unclaimed>`
    SELECT player_id AS "playerId", ticket_id AS "ticketId", coupon_id AS "couponId", amount
    FROM large_prizes WHERE draw_id = ${drawId} AND status = 'waiting' AND lapses_at <= domain_now()
    ORDER BY coupon_id`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    INSERT INTO prize_lapses (draw_id, player_id, cause_id, lapsed_at)
    SELECT ${drawId}, player_id, coupon_id, domain_now()
    FROM unnest(${rows.map(({ playerId }) => playerId)}::bigint[],
      ${rows.map(({ couponId }) => couponId)}::uuid[]) AS lapsed(player_id, coupon_id)`.execute(tx);
  const from = await houseAccount(tx, { kind: 'winnings', drawId, game });
  const to = await houseAccount(tx, { kind: 'prize_reserve', game });
  const transfers = rows.map(({ amount, ...coupon }) => ({ from, to, amount, coupon }));
  await postTransfers(tx, 'lapse', { drawId }, transfers);
}

/** When each closed draw has something to lapse, or nothing open that it waits for. */
const dueDraws = sql`(
  SELECT d.draw_id, CASE WHEN open.prizes = 0 THEN domain_now() ELSE open.lapses_at END AS at
  FROM draws d CROSS JOIN LATERAL (
    SELECT count(*) AS prizes, min(lapses_at) FILTER (WHERE status = 'waiting') AS lapses_at
    FROM large_prizes p WHERE p.draw_id = d.draw_id AND ${isOpen} OFFSET 0
  ) open
  WHERE d.state = 'closed')`;

export const lapsing: Deadline = {
  name: 'draw claim period',
  due: sql`SELECT min(at) FROM ${dueDraws} due`,
  async run(db) {
    const { rows } = await sql<{ id: number }>`
      SELECT draw_id AS id FROM ${dueDraws} due WHERE at <= domain_now() ORDER BY draw_id`.execute(db);
    for (const { id } of rows) await lapsePrizes(db, id);
    return rows.length;
  },
};
