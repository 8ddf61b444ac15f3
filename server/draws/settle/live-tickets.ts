/** What every engine B counts from: a draw's coupons in the live tables. Shares no code with engine A. */
import type { CouponSpan, LiveCount, Sums } from '#server/draws/kind.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

/** Something that a coupon wins, as the kind's statement found it: several may be of one coupon. */
export type FoundCoupon = {
  found: string;
  couponId: string;
  playerId: number;
  ticketId: string;
  /** As the kind counts; totals: coupons, rows, stakes. */
  counts: number[];
};

const middle = '80000000-0000-0000-0000-000000000000';

/** Ids are random, so halves of them are halves of the coupons: two connections count at once. */
const couponSpans: readonly CouponSpan[] = [
  { from: '00000000-0000-0000-0000-000000000000', until: middle },
  { from: middle, until: null },
];

/** Counts all spans at once, each in a transaction of its own: nothing of a closed draw changes meanwhile. */
export async function countSpans(
  db: Db,
  count: (tx: Db, span: CouponSpan) => Promise<LiveCount>,
): Promise<LiveCount> {
  const counting = couponSpans.map((span) => transaction(db, (tx) => count(tx, span)));
  // When one fails, nothing goes on behind the caller's back.
  await Promise.allSettled(counting);
  const counts = await Promise.all(counting);
  return counts.reduce((all, each) => ({
    coupons: all.coupons + each.coupons,
    rows: all.rows + each.rows,
    stakes: all.stakes + each.stakes,
    winners: [...all.winners, ...each.winners],
  }));
}

/**
 * Places of coupons among all of their draw, from 1, in the order of their ids: those that the sealed book
 * gives them.
 *
 * @param couponIds in order
 */
export function livePlaces(db: Db, drawId: number, couponIds: readonly string[]): Promise<number[]> {
  return transaction(db, async (tx) => {
    await sql`SET LOCAL work_mem = '256MB'`.execute(tx);
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ place: number }>`
      SELECT place FROM (
        SELECT coupon_id, row_number() OVER (ORDER BY coupon_id) AS place FROM coupons
        WHERE draw_id = ${drawId}
          AND coupon_id NOT IN (SELECT coupon_id FROM cancellations WHERE draw_id = ${drawId})
      ) live WHERE coupon_id = ANY (${couponIds}::uuid[]) ORDER BY coupon_id`.execute(tx);
    return rows.map(({ place }) => place);
  });
}

/**
 * A scan of all tickets costs less than look-ups by key while it reads at most so many bytes of the table for
 * each coupon of the draw: measured on tickets of 170 bytes, where the draw is a fifth of all.
 */
export const scannedBytesPerCoupon = 1024;

/** Sizes of files are current. The planner's statistics can be older than the draw. */
async function isLargePart(db: Db, drawId: number): Promise<boolean> {
  const { rows } = await sql<{ large: boolean }>`
    SELECT pg_relation_size('tickets') <= coupons::bigint * ${scannedBytesPerCoupon} AS large
    FROM seals WHERE draw_id = ${drawId}`.execute(db);
  return rows[0]?.large ?? false;
}

/**
 * Finds the tickets of `coupons c`. A draw that is a large part of all that were ever sold is read by one
 * scan of each table and a hash: with statistics that do not know the draw yet, the planner would read its
 * coupons one by one in the order of an index, once for each parallel worker. Tickets of any other draw are
 * looked up by key, whatever the statistics know of it.
 */
async function joinTickets(db: Db, drawId: number): Promise<Sql<unknown>> {
  if (await isLargePart(db, drawId)) {
    await sql`SET LOCAL enable_nestloop = off`.execute(db);
    await sql`SET LOCAL enable_indexscan = off`.execute(db);
    await sql`SET LOCAL enable_bitmapscan = off`.execute(db);
    await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(db);
    return sql`JOIN tickets k USING (player_id, ticket_id)`;
  }
  await sql`SET LOCAL enable_seqscan = off`.execute(db);
  return sql`CROSS JOIN LATERAL (
    SELECT row_count, row_masks, second_masks, system, side FROM tickets t
    WHERE t.player_id = c.player_id AND t.ticket_id = c.ticket_id OFFSET 0
  ) k`;
}

/**
 * One statement, so that the draw's tickets are read once.
 *
 * @param db inside a transaction: settings of it are changed
 * @param winners selects the columns of `FoundCoupon`, in their order, from `live`; they are answered in the
 *   order of coupon ids
 */
export async function countSpan(
  db: Db,
  drawId: number,
  { from, until }: CouponSpan,
  winners: Sql<unknown>,
): Promise<Sums & { found: FoundCoupon[] }> {
  await sql`SET LOCAL work_mem = '512MB'`.execute(db);
  const tickets = await joinTickets(db, drawId);
  const { rows } = await sql<FoundCoupon>`
    WITH live AS MATERIALIZED (
      SELECT c.coupon_id, c.player_id, c.ticket_id, c.stake, k.row_count, k.row_masks, k.second_masks,
        k.system, k.side
      FROM coupons c ${tickets}
      WHERE c.draw_id = ${drawId} AND c.coupon_id >= ${from} AND (c.coupon_id < ${until}) IS NOT FALSE
        AND c.coupon_id NOT IN (SELECT coupon_id FROM cancellations WHERE draw_id = ${drawId})
    )
    SELECT 'totals' AS found, NULL::uuid AS "couponId", NULL::bigint AS "playerId", NULL::uuid AS "ticketId",
      ARRAY[count(*), coalesce(sum(row_count), 0), coalesce(sum(stake), 0)]::bigint[] AS counts
    FROM live
    UNION ALL ${winners}`.execute(db);
  const totals = rows.find(({ found }) => found === 'totals')?.counts;
  const [coupons, rowCount, stakes] = totals as [number, number, number];
  const found = rows.filter((row) => row.found !== 'totals');
  found.sort((a, b) => (a.couponId < b.couponId ? -1 : 1));
  return { coupons, rows: rowCount, stakes, found };
}
