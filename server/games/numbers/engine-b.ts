/**
 * Engine B: works in SQL on the live tables, with the formulas for systems instead of their rows. Shares no
 * code with engine A beyond the tier table.
 */

import type { CouponSpan, LiveCount, LiveWinner } from '#server/draws/kind.ts';
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
  const parts = [plainWinners(table, drawn), systemWinners(table, drawn)];
  if (drawn.joker !== null && table.jokerTiers > 0) parts.push(jokerWinners(table, drawn.joker));
  const { found, ...sums } = await countSpan(db, drawId, span, sql.join(parts, ' UNION ALL '));
  return { ...sums, winners: winnersOf(found, table) };
}

/** What was found of one coupon stands side by side: each row, or the system, and Joker. */
function winnersOf(found: readonly FoundCoupon[], { tiers, jokerTiers }: TierTable): LiveWinner[] {
  const winners: (LiveWinner & { units: number[] })[] = [];
  for (const { couponId, playerId, ticketId, counts, ...part } of found) {
    let winner = winners.at(-1);
    if (winner?.couponId !== couponId) {
      winner = { couponId, playerId, ticketId, units: new Array<number>(tiers + jokerTiers).fill(0) };
      winners.push(winner);
    }
    const { units } = winner;
    const add = (line: number, count: number) => {
      units[line] = (units[line] ?? 0) + count;
    };
    const [tier = 0, count = 0] = counts;
    if (part.found === 'system') for (const [index, each] of counts.entries()) add(index, each);
    else if (part.found === 'joker') add(tiers + tier - 1, count);
    else add(tier - 1, 1);
  }
  return winners;
}

/** How many numbers a mask shares with the result. */
const hits = (mask: Sql<unknown>, result: number) =>
  sql`bit_count((${mask} & ${sql.lit(result)}::bigint)::bit(64))::integer`;

const bonusHits = ({ pool }: TierTable, { bonus }: DrawnNumbers, mask: Sql<unknown>, extra: Sql<unknown>) =>
  hits(pool === 'main' ? mask : sql`coalesce(${extra}, 0)`, bonus);

/** Whether a mask shares so many numbers with the result: the lowest bits are taken off, and one is left. */
function sharesAtLeast(count: number, result: number): Sql<unknown> {
  let left = sql`(mask & ${sql.lit(result)}::bigint)`;
  for (let taken = 1; taken < count; taken += 1) left = sql`(${left} & (${left} - 1))`;
  return sql`${left} <> 0`;
}

/** Each winning row of the tickets of single rows, with its tier by its hits. */
function plainWinners(table: TierTable, drawn: DrawnNumbers): Sql<unknown> {
  const { tierOfHits, bonusMax } = table;
  const width = bonusMax + 1;
  const tier = sql`(${sql.lit(`{${tierOfHits.join()}}`)}::integer[])[
    1 + ${sql.lit(width)} * ${hits(sql`mask`, drawn.main)}
    + ${bonusHits(table, drawn, sql`mask`, sql`extra`)}]`;
  const hitsMin = Math.floor(tierOfHits.findIndex((each) => each > 0) / width);
  return sql`
    SELECT 'row', coupon_id, player_id, ticket_id, ARRAY[${tier}]::bigint[] FROM (
      SELECT coupon_id, player_id, ticket_id, unnest(row_masks) AS mask, unnest(second_masks) AS extra
      FROM live WHERE system = 0
    ) single
    WHERE ${sharesAtLeast(hitsMin, drawn.main)} AND ${tier} > 0`;
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
  const [mask, extra] = [sql`row_masks[1]`, sql`second_masks[1]`];
  return sql`
    SELECT 'system', coupon_id, player_id, ticket_id, rows FROM (
      SELECT *, ARRAY[${sql.join(perTier)}]::bigint[] AS rows FROM (
        SELECT coupon_id, player_id, ticket_id, system::integer AS n, ${hits(mask, drawn.main)} AS h,
          ${bonusHits(table, drawn, mask, extra)} AS b
        FROM live WHERE system > 0
      ) counted
    ) systems
    WHERE 0 < ANY (rows)`;
}

/** Tickets whose Joker has at least two digits right at one end: the tier, and its units. */
function jokerWinners({ jokerTierOfRun }: TierTable, joker: string): Sql<unknown> {
  const [front, back] = [run(joker, 'left'), run(joker, 'right')];
  const longest = sql`greatest(${front}, ${back})`;
  return sql`
    SELECT 'joker', coupon_id, player_id, ticket_id,
      ARRAY[(${sql.lit(`{${jokerTierOfRun.join()}}`)}::integer[])[1 + ${longest}],
        CASE WHEN ${front} = 2 AND ${back} = 2 THEN 2 ELSE 1 END]::bigint[]
    FROM live WHERE ${endIsRight(joker, 'left', 2)} OR ${endIsRight(joker, 'right', 2)}`;
}

type End = 'left' | 'right';

const endIsRight = (joker: string, end: End, digits: number) => {
  const drawn = end === 'left' ? joker.slice(0, digits) : joker.slice(-digits);
  return sql`${sql.raw(end)}(side, ${digits}) = ${sql.lit(drawn)}`;
};

/** Digits that agree from one end, 2 or more, else 0. */
const run = (joker: string, end: End) => sql`CASE
  WHEN side::text = ${sql.lit(joker)} THEN 5
  WHEN ${endIsRight(joker, end, 4)} THEN 4
  WHEN ${endIsRight(joker, end, 3)} THEN 3
  WHEN ${endIsRight(joker, end, 2)} THEN 2
  ELSE 0 END`;
