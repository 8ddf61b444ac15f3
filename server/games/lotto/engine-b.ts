/** Engine B: works in SQL on the live tables, with the formulas for systems instead of their rows. Shares no code with
 * engine A beyond the tier table. Design §7; domain §7.3, §11.4. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import type { DrawnNumbers, TierTable } from './tier-table.ts';

export type LiveWinner = {
  couponId: string;
  playerId: number;
  ticketId: string;
  rows: number[];
  jokerTier: number;
  jokerUnits: number;
};

export type EngineBAnswer = {
  coupons: number;
  rows: number;
  stakes: number;
  /** In order of coupon id. */
  winners: LiveWinner[];
};

const live = (drawId: number) => sql`
  SELECT c.coupon_id, c.player_id, c.ticket_id, c.stake, t.row_masks, t.bonus_masks, t.system, t.row_count, t.joker
  FROM coupons c
  JOIN tickets t USING (player_id, ticket_id)
  LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
  WHERE c.draw_id = ${drawId} AND x.coupon_id IS NULL`;

/** @param db inside a transaction: `work_mem` is raised for it */
export async function engineB(
  db: Db,
  drawId: number,
  table: TierTable,
  drawn: DrawnNumbers,
): Promise<EngineBAnswer> {
  await sql`SET LOCAL work_mem = '256MB'`.execute(db);
  const totals = await sql<{ coupons: number; rows: number; stakes: number }>`
    SELECT count(*) AS coupons, coalesce(sum(row_count), 0)::bigint AS rows, coalesce(sum(stake), 0)::bigint AS stakes
    FROM (${live(drawId)}) live`.execute(db);
  const { coupons, rows, stakes } = totals.rows[0] ?? { coupons: 0, rows: 0, stakes: 0 };
  const winners = await sql<LiveWinner>`
    WITH live AS MATERIALIZED (${live(drawId)}), won AS (
      ${rowWins(table, drawn)}
      UNION ALL
      ${jokerWins(drawn)}
    )
    SELECT coupon_id AS "couponId", player_id AS "playerId", ticket_id AS "ticketId",
      ARRAY(SELECT coalesce(sum(n) FILTER (WHERE w = i), 0)::integer
        FROM generate_series(1, ${table.tiers}) i LEFT JOIN unnest(array_agg(tier), array_agg(wins)) u(w, n) ON w = i
        GROUP BY i ORDER BY i) AS rows,
      coalesce(max(joker_tier), 0)::integer AS "jokerTier", coalesce(max(joker_units), 0)::integer AS "jokerUnits"
    FROM won
    GROUP BY coupon_id, player_id, ticket_id
    ORDER BY coupon_id`.execute(db);
  return { coupons, rows, stakes, winners: winners.rows };
}

/** Winning rows of a coupon by tier: plain rows by their hits, systems by binomial coefficients. */
function rowWins({ pick, pool, bonusMax, tierOfHits }: TierTable, drawn: DrawnNumbers) {
  const tiers = tierOfHits.flatMap((tier, place) =>
    tier === 0
      ? []
      : [
          sql`(${Math.floor(place / (bonusMax + 1))}::integer, ${place % (bonusMax + 1)}::integer, ${tier}::integer)`,
        ],
  );
  if (tiers.length === 0)
    return sql`SELECT coupon_id, player_id, ticket_id, NULL::integer AS tier, NULL::bigint AS wins,
    NULL::integer AS joker_tier, NULL::integer AS joker_units FROM live WHERE false`;
  const hits = (mask: unknown, result: number) =>
    sql`bit_count((${mask} & ${result}::bigint)::bit(64))::integer`;
  const bonusHits =
    pool === 'main' ? hits(sql`r.mask`, drawn.bonus) : hits(sql`coalesce(r.extra, 0)`, drawn.bonus);
  // In a system the bonus ball of the main pool is a number that some rows hold and some do not.
  const systemRows =
    pool === 'main'
      ? sql`choose(main_hits, t.main) * choose(bonus_hits, t.bonus)
          * choose(size - main_hits - bonus_hits, ${pick} - t.main - t.bonus)`
      : sql`choose(main_hits, t.main) * choose(size - main_hits, ${pick} - t.main) * (bonus_hits = t.bonus)::integer`;
  return sql`
    SELECT coupon_id, player_id, ticket_id, t.tier, sum(rows) AS wins, NULL::integer AS joker_tier,
      NULL::integer AS joker_units
    FROM (
      SELECT coupon_id, player_id, ticket_id, system AS size, ${hits(sql`r.mask`, drawn.main)} AS main_hits,
        ${bonusHits} AS bonus_hits
      FROM live, unnest(row_masks, bonus_masks) r(mask, extra)
    ) h
    JOIN (VALUES ${sql.join(tiers)}) t(main, bonus, tier)
      ON CASE WHEN size = 0 THEN t.main = main_hits AND t.bonus = bonus_hits ELSE t.main <= main_hits END
    CROSS JOIN LATERAL (SELECT CASE WHEN size = 0 THEN 1 ELSE ${systemRows} END AS rows) n
    WHERE n.rows > 0
    GROUP BY coupon_id, player_id, ticket_id, t.tier`;
}

/** Digits agreeing from either end; tier 4 counts twice when both ends of two do (domain §6). */
function jokerWins({ joker }: DrawnNumbers) {
  return sql`
    SELECT coupon_id, player_id, ticket_id, NULL, NULL,
      CASE WHEN greatest(front, back) = 5 THEN 1 ELSE 6 - greatest(front, back) END,
      CASE WHEN front = 2 AND back = 2 THEN 2 ELSE 1 END
    FROM (
      SELECT coupon_id, player_id, ticket_id,
        CASE WHEN joker = d THEN 5 WHEN left(joker, 4) = left(d, 4) THEN 4 WHEN left(joker, 3) = left(d, 3) THEN 3
          WHEN left(joker, 2) = left(d, 2) THEN 2 ELSE 0 END AS front,
        CASE WHEN joker = d THEN 5 WHEN right(joker, 4) = right(d, 4) THEN 4 WHEN right(joker, 3) = right(d, 3) THEN 3
          WHEN right(joker, 2) = right(d, 2) THEN 2 ELSE 0 END AS back
      FROM live, (SELECT ${joker}::text AS d) drawn
      WHERE joker IS NOT NULL AND d IS NOT NULL
    ) runs
    WHERE greatest(front, back) >= 2`;
}
