/** Engine B: shifts and compares in the database, mirrored tickets by formula. */

import type { DrawKind } from '#server/draws/kind.ts';
import { countSpan } from '#server/draws/settle/live-tickets.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { codesOf } from './outcome.ts';
import { countedRights, matchesInFirst } from './rules.ts';

type Word = (match: number) => Sql<unknown>;

const sumOf = (terms: readonly Sql<unknown>[]) => sql.join(terms, ' + ');

export const engineB: DrawKind['engineB'] = async (db, draw, outcome, span) => {
  const codes = codesOf(outcome);
  const winners = sql`${plainWinners(codes)} UNION ALL ${mirroredWinners(codes)}`;
  const { found, ...sums } = await countSpan(db, draw.drawId, span, winners);
  return {
    ...sums,
    winners: found.map(({ couponId, playerId, ticketId, counts }) => {
      return { couponId, playerId, ticketId, units: counts };
    }),
  };
};

/** The eight bits of a match. */
const codeIn = (word: (match: number) => Sql<unknown>, match: number) =>
  sql`((${word(match)} >> ${sql.lit(8 * (match < matchesInFirst ? match : match - matchesInFirst))}) & 255)`;

function plainWinners(codes: readonly (number | null)[]): Sql<unknown> {
  const word: Word = (match) => sql.ref(match < matchesInFirst ? 'r.one' : 'r.two');
  const rights = codes.map((code, match) =>
    code === null ? sql`1` : sql`(${codeIn(word, match)} = ${sql.lit(code)})::integer`,
  );
  const tiers = countedRights.map((right) => sql`count(*) FILTER (WHERE n = ${sql.lit(right)})`);
  return sql`
    SELECT 'rows', t.coupon_id, t.player_id, t.ticket_id, won.units FROM live t CROSS JOIN LATERAL (
      SELECT ARRAY[${sql.join(tiers)}]::bigint[] AS units FROM (
        SELECT ${sumOf(rights)} AS n FROM unnest(t.row_masks, t.second_masks) r(one, two)
      ) counted
    ) won WHERE t.system = 0 AND 0 < ANY (won.units)`;
}

/**
 * So many matches as s are right in every row. Those that are right one way of two, p, make C(p,j) choices
 * with j of them right. Every other match of unequal goals doubles the rows, d times in all.
 */
function mirroredWinners(codes: readonly (number | null)[]): Sql<unknown> {
  const word: Word = (match) => (match < matchesInFirst ? sql`row_masks[1]` : sql`second_masks[1]`);
  const [sure, oneWay, doubled]: Sql<unknown>[][] = [[], [], []];
  for (const [match, code] of codes.entries()) {
    const played = codeIn(word, match);
    const equal = sql`(${played} >> 4 = ${played} & 15)`;
    const other = code === null ? 0 : ((code & 15) << 4) | (code >> 4);
    const either = sql`(${played} IN (${sql.lit(code ?? 0)}, ${sql.lit(other)}))`;
    sure?.push(code === null ? sql`1` : sql`(${equal} AND ${played} = ${sql.lit(code)})::integer`);
    oneWay?.push(code === null ? sql`0` : sql`(NOT ${equal} AND ${either})::integer`);
    doubled?.push(
      code === null ? sql`(NOT ${equal})::integer` : sql`(NOT ${equal} AND NOT ${either})::integer`,
    );
  }
  const tiers = countedRights.map(
    (right) =>
      sql`CASE WHEN s BETWEEN ${right} - p AND ${right} THEN choose(p, ${right} - s) << d ELSE 0 END`,
  );
  return sql`
    SELECT 'mirrored', coupon_id, player_id, ticket_id, units FROM (
      SELECT *, ARRAY[${sql.join(tiers)}]::bigint[] AS units FROM (
        SELECT coupon_id, player_id, ticket_id, ${sumOf(sure ?? [])} AS s, ${sumOf(oneWay ?? [])} AS p,
          ${sumOf(doubled ?? [])} AS d
        FROM live WHERE system > 0
      ) ways
    ) mirrored WHERE 0 < ANY (units)`;
}
