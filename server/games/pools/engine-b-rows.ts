/** Single and open rows in SQL: parts of engine B that select coupon, right matches and rows from `live`. */

import { matchCount } from '#rules/pools/games.ts';
import { openSystem } from '#rules/pools/systems.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

const matches = Array.from({ length: matchCount }, (_, match) => match);
const outcomesInWord = 4;

/** Words of a row by their names in SQL, and the outcomes that each holds. */
function wordsOf(outcomes: number): { word: Sql<unknown>; held: number[] }[] {
  const all = Array.from({ length: outcomes }, (_, outcome) => outcome);
  return ['one', 'two'].slice(0, Math.ceil(outcomes / outcomesInWord)).map((name, word) => ({
    word: sql.ref(name),
    held: all.filter((outcome) => Math.floor(outcome / outcomesInWord) === word),
  }));
}

const rowsOf = (outcomes: number) =>
  outcomes > outcomesInWord
    ? sql`unnest(row_masks, second_masks) AS r (one, two)`
    : sql`unnest(row_masks) AS r (one)`;

/** How many of these bits a word has. */
function bitCount(word: Sql<unknown>, bits: readonly { outcome: number; match: number }[]): Sql<unknown> {
  const mask = bits.reduce((sum, { outcome, match }) => {
    return sum + 2n ** BigInt(matchCount * (outcome % outcomesInWord) + match);
  }, 0n);
  return sql`bit_count((${word} & ${sql.lit(mask.toString())}::bigint)::bit(64))::integer`;
}

/** Matches with so many outcomes that were played, one of them right. */
const n = (size: number) => sql.ref(`n${size}`);
const plus = (terms: readonly Sql<unknown>[]) => sql.join(terms, ' + ');

export function singleRows(result: readonly number[], outcomes: number): Sql<unknown> {
  const drawn = matches.map((match) => ({ match, outcome: result[match] as number }));
  const hits = wordsOf(outcomes).map(({ word, held }) =>
    bitCount(
      word,
      drawn.filter(({ outcome }) => held.includes(outcome)),
    ),
  );
  return sql`
    SELECT coupon_id, player_id, ticket_id, ${plus(hits)} AS hits, 1::bigint AS rows
    FROM live, ${rowsOf(outcomes)} WHERE system = 0`;
}

/**
 * Of n matches whose result is among c outcomes that were played, j are wrong in C(n,j)·(c−1)^j of the
 * combinations. A match whose result was not played multiplies all by its outcomes.
 */
export function openRows(result: readonly number[], outcomes: number): Sql<unknown> {
  const sizes = Array.from({ length: outcomes - 1 }, (_, index) => index + 2);
  const j = (size: number) => sql.ref(`j${size}`);
  const ways = sizes.map(
    (size) => sql`choose(${n(size)}, ${j(size)}) * power(${sql.lit(size - 1)}, ${j(size)})::bigint`,
  );
  const series = sizes.map((size) => sql`CROSS JOIN LATERAL generate_series(0, ${n(size)}) AS ${j(size)}`);
  return sql`
    SELECT coupon_id, player_id, ticket_id, sure + ${plus(sizes.map((size) => sql`${n(size)} - ${j(size)}`))},
      missed * ${sql.join(ways, ' * ')}
    FROM (${matchesBySize(result, outcomes, sizes)}) sizes ${sql.join(series, ' ')}`;
}

/**
 * Of each row: `sure`, its matches of one outcome that are right; n2, n3 …, those of so many outcomes whose
 * result is among them; `missed`, the product of the outcomes of all others.
 */
function matchesBySize(result: readonly number[], outcomes: number, sizes: readonly number[]): Sql<unknown> {
  const [played, isHit] = [(match: number) => sql.ref(`c${match}`), (match: number) => sql.ref(`h${match}`)];
  const hitsOf = (size: number) =>
    plus(matches.map((match) => sql`(${isHit(match)} AND ${played(match)} = ${sql.lit(size)})::integer`));
  const missed = matches.map((match) => sql`CASE WHEN ${isHit(match)} THEN 1 ELSE ${played(match)} END`);
  const counts = sizes.map((size) => sql`${hitsOf(size)} AS ${n(size)}`);
  const columns = matches.map((match) => {
    const words = wordsOf(outcomes);
    const all = words.map(({ word, held }) =>
      bitCount(
        word,
        held.map((outcome) => ({ outcome, match })),
      ),
    );
    const outcome = result[match] as number;
    const { word } = words.find(({ held }) => held.includes(outcome)) as { word: Sql<unknown> };
    const came = bitCount(word, [{ outcome, match }]);
    return sql`${plus(all)} AS ${played(match)}, ${came} = 1 AS ${isHit(match)}`;
  });
  return sql`
    SELECT coupon_id, player_id, ticket_id, ${hitsOf(1)} AS sure,
      (${sql.join(missed, ' * ')})::bigint AS missed, ${sql.join(counts, ', ')}
    FROM (
      SELECT coupon_id, player_id, ticket_id, ${sql.join(columns, ', ')}
      FROM live, ${rowsOf(outcomes)} WHERE system = ${sql.lit(openSystem.number)}
    ) matches`;
}
