/** Systems in SQL: a part of engine B that selects coupon, right matches and rows from `live`. */

import { matchCount } from '#rules/pools/games.ts';
import { systemWords } from '#rules/pools/system-words.ts';
import { openSystem, systems } from '#rules/pools/systems.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

type WordTable = { numbers: number[]; words: string[] };
let table: WordTable | null = null;

/** Every word of every system, made when it is first used: bit 3 × k + d stands for digit d of cover k. */
function wordTable(): WordTable {
  if (table) return table;
  const made: WordTable = { numbers: [], words: [] };
  for (const { id, number } of systems) {
    for (const word of systemWords(id)) {
      made.numbers.push(number);
      const bits = [...word].map((digit, cover) => 2n ** BigInt(3 * cover + Number(digit)));
      made.words.push(bits.reduce((sum, bit) => sum + bit, 0n).toString());
    }
  }
  table = made;
  return made;
}

/** Of a row its bit of a match and a sign. */
const bitOf = (row: number, sign: number) =>
  sql`coalesce(row_masks[${sql.lit(row)}] >> ${sql.lit(matchCount * sign)} + match & 1, 0)::integer`;

/** The signs of a match that are marked before this one. */
const rankOf = (sign: Sql<unknown>) => sql`CASE ${sign} WHEN 2 THEN one + x WHEN 1 THEN one ELSE 0 END`;

/** Each match of the coupon: its marked signs, the one that came, its base sign. */
const marked = (result: readonly number[]) => sql`
  SELECT match, sign, ${bitOf(1, 0)} AS one, ${bitOf(1, 1)} AS x, ${bitOf(1, 2)} AS two,
    ${bitOf(2, 1)} + 2 * ${bitOf(2, 2)} AS base
  FROM (SELECT ordinality::integer - 1 AS match, sign
    FROM unnest(${result}::integer[]) WITH ORDINALITY AS r (sign, ordinality)) results`;

/**
 * Covers are numbered triples first, in the order of the matches. The right digit of a cover is the place of
 * its result among the marked signs, counted on from the base sign; without one, from the first.
 */
export function systemRows(result: readonly number[]): Sql<unknown> {
  const { numbers, words } = wordTable();
  return sql`
    SELECT coupon_id, player_id, ticket_id, single + bit_count((word & digits)::bit(64))::integer, 1::bigint
    FROM (
      SELECT coupon_id, player_id, ticket_id, system, cover.* FROM live CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE size = 1 AND came)::integer AS single,
          coalesce(sum(1::bigint << (3 * place + (size + came_rank - base_rank) % size))
            FILTER (WHERE size > 1 AND came), 0)::bigint AS digits
        FROM (
          SELECT one + x + two AS size, CASE sign WHEN 2 THEN two WHEN 1 THEN x ELSE one END = 1 AS came,
            ${rankOf(sql`sign`)} AS came_rank, ${rankOf(sql`base`)} AS base_rank,
            row_number() OVER (ORDER BY one + x + two DESC, match)::integer - 1 AS place
          FROM (${marked(result)}) marked
        ) placed
      ) cover
      WHERE system > ${sql.lit(openSystem.number)}
    ) sold
    JOIN unnest(${numbers}::integer[], ${words}::bigint[]) AS words (system, word) USING (system)`;
}
