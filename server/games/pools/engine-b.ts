/**
 * Engine B: works in SQL on the live tables. Open tickets are counted by formula, systems by a table of their
 * words. Shares no code with engine A beyond those words.
 */

import { goals, matchCount, type PoolId, signs } from '#rules/pools/games.ts';
import type { CouponSpan, LiveCount } from '#server/draws/kind.ts';
import { countSpan } from '#server/draws/settle/live-tickets.ts';
import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { openRows, singleRows } from './engine-b-rows.ts';
import { systemRows } from './engine-b-systems.ts';

/** Of each match the place of its outcome. */
type Drawn = { game: PoolId; result: readonly number[] };

const rights = Array.from({ length: matchCount + 1 }, (_, missed) => matchCount - missed);
const wholeDraw: CouponSpan = { from: '00000000-0000-0000-0000-000000000000', until: null };
/** Fewest right matches that win in the games of signs. */
const signsLeast = 10;

/** Units by right matches, thirteen first: down to ten of signs, down to one of goals. */
export async function engineB(db: Db, drawId: number, drawn: Drawn, span: CouponSpan): Promise<LiveCount> {
  const isXg = drawn.game === 'xg';
  const least = isXg ? await leastOfGoals(db, drawId, drawn) : signsLeast;
  const lines = rights.slice(0, isXg ? matchCount : matchCount + 1 - signsLeast);
  const { found, ...sums } = await countSpan(
    db,
    drawId,
    span,
    sql`SELECT 'coupon', coupon_id, player_id, ticket_id, ${unitsOf(lines)}
      FROM (${rowsByRight(drawn)}) counted WHERE hits >= ${least} GROUP BY coupon_id, player_id, ticket_id`,
  );
  return {
    ...sums,
    winners: found.map(({ couponId, playerId, ticketId, counts }) => {
      return { couponId, playerId, ticketId, units: counts };
    }),
  };
}

/** The third best result below thirteen that any row of the program reached; one where there are fewer. */
async function leastOfGoals(db: Db, drawId: number, drawn: Drawn): Promise<number> {
  const { found } = await countSpan(
    db,
    drawId,
    wholeDraw,
    sql`SELECT 'reached', NULL::uuid, NULL::bigint, NULL::uuid,
      ARRAY(SELECT hits FROM (${rowsByRight(drawn)}) counted GROUP BY hits)::bigint[]`,
  );
  const reached = found[0]?.counts ?? [];
  const below = rights.filter((right) => right > 0 && right < matchCount && reached.includes(right));
  return below[2] ?? 1;
}

const unitsOf = (lines: readonly number[]) =>
  sql`ARRAY[${sql.join(
    lines.map((right) => sql`coalesce(sum(rows) FILTER (WHERE hits = ${sql.lit(right)}), 0)`),
    ', ',
  )}]::bigint[]`;

/** Of each coupon its rows by the matches that are right in them. */
function rowsByRight({ game, result }: Drawn): Sql<unknown> {
  const outcomes = game === 'xg' ? goals.length : signs.length;
  const parts = [singleRows(result, outcomes), openRows(result, outcomes)];
  if (game !== 'xg') parts.push(systemRows(result));
  return sql.join(parts, ' UNION ALL ');
}
