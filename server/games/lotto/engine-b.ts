/**
 * Engine B: works in SQL on the live tables, with the formulas for systems instead of their rows. Shares no
 * code with engine A beyond the tier table. Design §7; domain §7.3, §11.4.
 */
import { type RawBuilder, sql } from 'kysely';
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

/** @param db inside a transaction: `work_mem` is raised for it */
export async function engineB(
  db: Db,
  drawId: number,
  table: TierTable,
  drawn: DrawnNumbers,
): Promise<EngineBAnswer> {
  await sql`SET LOCAL work_mem = '256MB'`.execute(db);
  const totals = await sql<{ coupons: number; rows: number; stakes: number }>`
    SELECT count(*) AS coupons, coalesce(sum(t.row_count), 0)::bigint AS rows, 
      coalesce(sum(c.stake), 0)::bigint AS stakes
    FROM coupons c JOIN tickets t USING (player_id, ticket_id)
    WHERE c.draw_id = ${drawId} AND ${notCancelled(drawId)}`.execute(db);
  const plain = await plainWinners(db, drawId, table, drawn);
  const systems = await systemWinners(db, drawId, table, drawn);
  const winners = [...plain, ...systems].sort((a, b) => (a.couponId < b.couponId ? -1 : 1));
  return { ...(totals.rows[0] ?? { coupons: 0, rows: 0, stakes: 0 }), winners };
}

/**
 * As a list that is hashed once, whatever the planner believes; joined, a wrong guess would search it for
 * each.
 */
const notCancelled = (drawId: number) =>
  sql`c.coupon_id NOT IN (SELECT coupon_id FROM cancellations WHERE draw_id = ${drawId})`;

/**
 * The draw's coupons first, then the question: `OFFSET 0` keeps it from being asked of every ticket ever
 * sold.
 */
const liveTickets = (drawId: number, systems: boolean) => sql`
  FROM (
    SELECT c.coupon_id, c.player_id, c.ticket_id, k.row_masks, k.bonus_masks, k.system, k.joker
    FROM coupons c JOIN tickets k USING (player_id, ticket_id)
    WHERE c.draw_id = ${drawId} AND ${notCancelled(drawId)}
      AND ${systems ? sql`k.system > 0` : sql`k.system = 0`}
    OFFSET 0
  ) t`;

/** How many numbers a mask shares with the result. */
const hits = (mask: RawBuilder<unknown>, result: number) =>
  sql`bit_count((${mask} & ${sql.lit(result)}::bigint)::bit(64))::integer`;

const bonusHits = ({ pool }: TierTable, { bonus }: DrawnNumbers) =>
  hits(pool === 'main' ? sql`r.mask` : sql`coalesce(r.extra, 0)`, bonus);

type PlainRow = Omit<LiveWinner, 'rows'> & { tiers: number[] | null };

/** Tickets of single rows: the tier of each row by its hits, and only tickets that win something. */
async function plainWinners(
  db: Db,
  drawId: number,
  table: TierTable,
  drawn: DrawnNumbers,
): Promise<LiveWinner[]> {
  const lookup = sql`(${sql.lit(`{${table.tierOfHits.join()}}`)}::integer[])[
    1 + ${sql.lit(table.bonusMax + 1)} * ${hits(sql`r.mask`, drawn.main)} + ${bonusHits(table, drawn)}]`;
  const rows = sql`FROM unnest(t.row_masks, t.bonus_masks) r(mask, extra) WHERE ${lookup} > 0`;
  const found = await sql<PlainRow>`
    SELECT t.coupon_id AS "couponId", t.player_id AS "playerId", t.ticket_id AS "ticketId",
      (SELECT array_agg(${lookup}) ${rows}) AS tiers, ${jokerTier(drawn)} AS "jokerTier",
        ${jokerUnits(drawn)} AS "jokerUnits"
    ${liveTickets(drawId, false)}
    WHERE EXISTS (SELECT ${rows}) OR ${jokerTier(drawn)} > 0`.execute(db);
  return found.rows.map(({ tiers, ...winner }) => {
    const counts = new Array<number>(table.tiers).fill(0);
    for (const tier of tiers ?? []) counts[tier - 1] = (counts[tier - 1] ?? 0) + 1;
    return { ...winner, rows: counts };
  });
}

/**
 * Systems by binomial coefficients: of n numbers with h hits, C(h,i)·C(n−h,k−i) rows have i; a bonus ball
 * of the main drum is a number that some of the rows hold.
 */
async function systemWinners(
  db: Db,
  drawId: number,
  table: TierTable,
  drawn: DrawnNumbers,
): Promise<LiveWinner[]> {
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
    return terms.length === 0 ? sql`0` : sql.join(terms, sql` + `);
  });
  const found = await sql<LiveWinner>`
    SELECT "couponId", "playerId", "ticketId", rows, "jokerTier", "jokerUnits" FROM (
      SELECT t.coupon_id AS "couponId", t.player_id AS "playerId", t.ticket_id AS "ticketId",
        (SELECT ARRAY[${sql.join(perTier.length > 0 ? perTier : [sql`0`])}]
          FROM (SELECT t.system::integer AS n, ${hits(sql`r.mask`, drawn.main)} AS h,
            ${bonusHits(table, drawn)} AS b
            FROM unnest(t.row_masks, t.bonus_masks) r(mask, extra)) counted) AS rows,
        ${jokerTier(drawn)} AS "jokerTier", ${jokerUnits(drawn)} AS "jokerUnits"
      ${liveTickets(drawId, true)}
    ) systems
    WHERE 0 < ANY (rows) OR "jokerTier" > 0`.execute(db);
  return found.rows;
}

/** Digits that agree from the front, 2 or more, else 0; from the back the same. */
const run = (joker: string, side: 'left' | 'right') => sql`CASE
  WHEN ${sql.raw(side)}(t.joker, 2) <> ${sql.lit(side === 'left' ? joker.slice(0, 2) : joker.slice(-2))}
    THEN 0
  WHEN t.joker::text = ${sql.lit(joker)} THEN 5
  WHEN ${sql.raw(side)}(t.joker, 4) = ${sql.lit(side === 'left' ? joker.slice(0, 4) : joker.slice(-4))} THEN 4
  WHEN ${sql.raw(side)}(t.joker, 3) = ${sql.lit(side === 'left' ? joker.slice(0, 3) : joker.slice(-3))} THEN 3
  ELSE 2 END`;

function jokerTier({ joker }: DrawnNumbers): RawBuilder<unknown> {
  if (joker === null) return sql`0`;
  const longest = sql`greatest(${run(joker, 'left')}, ${run(joker, 'right')})`;
  return sql`CASE WHEN t.joker IS NULL THEN 0 ELSE
    CASE ${longest} WHEN 0 THEN 0 WHEN 5 THEN 1 ELSE 6 - ${longest} END END`;
}

/** Tier 4 is paid twice when two digits agree at both ends (domain §6). */
function jokerUnits(drawn: DrawnNumbers): RawBuilder<unknown> {
  if (drawn.joker === null) return sql`0`;
  const both = sql`${run(drawn.joker, 'left')} = 2 AND ${run(drawn.joker, 'right')} = 2`;
  return sql`CASE WHEN ${jokerTier(drawn)} = 0 THEN 0 WHEN ${both} THEN 2 ELSE 1 END`;
}
