/**
 * Engine B: works in SQL on the live tables, with the formulas for systems instead of their rows. Shares no
 * code with engine A beyond the tier table.
 */

import type { CouponSpan, LiveCount } from '#server/draws/kind.ts';
import { countSpan, type FoundCoupon } from '#server/draws/settle/live-tickets.ts';
import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import type { DrawnNumbers, TierTable } from './tier-table.ts';

export async function engineB(
  db: Db,
  drawId: number,
  table: TierTable,
  drawn: DrawnNumbers,
  span: CouponSpan,
): Promise<LiveCount> {
  const winners = sql`${plainWinners(table, drawn)} UNION ALL ${systemWinners(table, drawn)}`;
  const { found, ...sums } = await countSpan(db, drawId, span, winners);
  return { ...sums, winners: found.map((coupon) => winnerOf(coupon, table)) };
}

/** Plain rows: the tier of each that wins. Systems: winning rows by tier. Joker's tiers follow. */
function winnerOf({ found, counts, couponId, playerId, ticketId, ...joker }: FoundCoupon, table: TierTable) {
  const units = new Array<number>(table.tiers + table.jokerTiers).fill(0);
  const add = (line: number, count: number) => {
    units[line] = (units[line] ?? 0) + count;
  };
  if (found === 'system') for (const [index, count] of (counts ?? []).entries()) add(index, count);
  else for (const tier of counts ?? []) add(tier - 1, 1);
  if (joker.sideTier > 0) add(table.tiers + joker.sideTier - 1, joker.sideUnits);
  return { couponId, playerId, ticketId, units };
}

/** How many numbers a mask shares with the result. */
const hits = (mask: Sql<unknown>, result: number) =>
  sql`bit_count((${mask} & ${sql.lit(result)}::bigint)::bit(64))::integer`;

const bonusHits = ({ pool }: TierTable, { bonus }: DrawnNumbers) =>
  hits(pool === 'main' ? sql`r.mask` : sql`coalesce(r.extra, 0)`, bonus);

/** Tickets of single rows: the tier of each row by its hits, and only tickets that win something. */
function plainWinners(table: TierTable, drawn: DrawnNumbers): Sql<unknown> {
  const lookup = sql`(${sql.lit(`{${table.tierOfHits.join()}}`)}::integer[])[
    1 + ${sql.lit(table.bonusMax + 1)} * ${hits(sql`r.mask`, drawn.main)} + ${bonusHits(table, drawn)}]`;
  const rows = sql`FROM unnest(t.row_masks, t.second_masks) r(mask, extra) WHERE ${lookup} > 0`;
  return sql`
    SELECT 'plain', t.coupon_id, t.player_id, t.ticket_id, (SELECT array_agg(${lookup}::bigint) ${rows}),
      ${jokerTier(drawn)}, ${jokerUnits(drawn)}
    FROM live t
    WHERE t.system = 0 AND (EXISTS (SELECT ${rows}) OR ${jokerTier(drawn)} > 0)`;
}

/**
 * Systems by binomial coefficients: of n numbers with h hits, C(h,i)·C(n−h,k−i) rows have i; a bonus ball
 * of the main drum is a number that some of the rows hold.
 */
function systemWinners(table: TierTable, drawn: DrawnNumbers): Sql<unknown> {
  const { pool, pick, bonusMax, tierOfHits } = table;
  const conditions = tierOfHits.flatMap((tier, place) =>
    tier === 0 ? [] : [{ tier, main: Math.floor(place / (bonusMax + 1)), bonus: place % (bonusMax + 1) }],
  );
  const rowsWith = ({ main, bonus }: { main: number; bonus: number }) =>
    pool === 'main'
      ? sql`choose(h, ${main}) * choose(b, ${bonus}) * choose(n - h - b, ${pick - main - bonus})`
      : sql`choose(h, ${main}) * choose(n - h, ${pick - main}) * (b = ${bonus})::integer`;
  const perTier = Array.from({ length: table.tiers }, (_, index) => {
    const terms = conditions.filter(({ tier }) => tier === index + 1).map(rowsWith);
    return terms.length === 0 ? sql`0` : sql.join(terms, ' + ');
  });
  return sql`
    SELECT 'system', coupon_id, player_id, ticket_id, rows, joker_tier, joker_units FROM (
      SELECT t.coupon_id, t.player_id, t.ticket_id,
        (SELECT ARRAY[${sql.join(perTier.length > 0 ? perTier : [sql`0`])}]::bigint[]
          FROM (SELECT t.system::integer AS n, ${hits(sql`r.mask`, drawn.main)} AS h,
            ${bonusHits(table, drawn)} AS b
            FROM unnest(t.row_masks, t.second_masks) r(mask, extra)) counted) AS rows,
        ${jokerTier(drawn)} AS joker_tier, ${jokerUnits(drawn)} AS joker_units
      FROM live t WHERE t.system > 0
    ) systems
    WHERE 0 < ANY (rows) OR joker_tier > 0`;
}

/** Digits that agree from the front, 2 or more, else 0; from the back the same. */
const run = (joker: string, end: 'left' | 'right') => sql`CASE
  WHEN ${sql.raw(end)}(t.side, 2) <> ${sql.lit(end === 'left' ? joker.slice(0, 2) : joker.slice(-2))}
    THEN 0
  WHEN t.side::text = ${sql.lit(joker)} THEN 5
  WHEN ${sql.raw(end)}(t.side, 4) = ${sql.lit(end === 'left' ? joker.slice(0, 4) : joker.slice(-4))} THEN 4
  WHEN ${sql.raw(end)}(t.side, 3) = ${sql.lit(end === 'left' ? joker.slice(0, 3) : joker.slice(-3))} THEN 3
  ELSE 2 END`;

function jokerTier({ joker }: DrawnNumbers): Sql<unknown> {
  if (joker === null) return sql`0`;
  const longest = sql`greatest(${run(joker, 'left')}, ${run(joker, 'right')})`;
  return sql`CASE WHEN t.side IS NULL THEN 0 ELSE
    CASE ${longest} WHEN 0 THEN 0 WHEN 5 THEN 1 ELSE 6 - ${longest} END END`;
}

/** Tier 4 is paid twice when two digits agree at both ends. */
function jokerUnits(drawn: DrawnNumbers): Sql<unknown> {
  if (drawn.joker === null) return sql`0`;
  const both = sql`${run(drawn.joker, 'left')} = 2 AND ${run(drawn.joker, 'right')} = 2`;
  return sql`CASE WHEN ${jokerTier(drawn)} = 0 THEN 0 WHEN ${both} THEN 2 ELSE 1 END`;
}
