/**
 * Coupons of a pool in the sales book, written as players read them: `rows=D1AX… system=S-4-0-9`, goals as
 * `2,3/4,7+…`. Of a U system the base signs stand behind its panel, as a second row.
 */
import { rowCountOf } from '#rules/pools/coupon.ts';
import { matchCount, type PoolId } from '#rules/pools/games.ts';
import { formatPicks } from '#rules/pools/panels.ts';
import { matchesWith } from '#rules/pools/picks.ts';
import { fitsSystem, systemIdOf, systemOfNumber } from '#rules/pools/systems.ts';
import { type Block, noSide } from '#server/draws/seal/book.ts';
import type { BookLines } from '#server/draws/seal/kind-lines.ts';
import { ascii } from '#server/draws/seal/line-writer.ts';
import { picksAt } from './book-picks.ts';

const words = {
  ...{ system: ascii(' system='), club: ascii(' club='), stake: ascii(' stake='), none: ascii('-') },
  clubSale: ascii(' channel=clubSale'),
};

/** Added to the number of the club on tickets that the club placed itself. */
const clubSaleFrom = 100_000;

/** The side column of the book holds the number of the club. */
export function bookLines(game: PoolId): BookLines {
  return {
    rowsOf,
    writeRow(line, block, row) {
      line.text(ascii(formatPicks(game, picksAt(block, row))));
    },
    writeFields(line, { systems, sides, stakes }, index) {
      line.text(words.system);
      line.text(ascii(systemIdOf(systems[index] as number) || '-'));
      line.text(words.club);
      if (sides[index] === noSide) line.text(words.none);
      else line.whole((sides[index] as number) % clubSaleFrom, 1);
      if (sides[index] !== noSide && (sides[index] as number) >= clubSaleFrom) line.text(words.clubSale);
      line.text(words.stake);
      line.whole(stakes[index] as number, 1);
    },
  };
}

/** Null where a row lacks a match, or a coupon has other rows or signs than its system. */
function rowsOf(block: Block, index: number, firstRow: number): number | null {
  const system = block.systems[index] as number;
  const stored = block.rowCounts[index] as number;
  const named = systemOfNumber(system);
  if (systemIdOf(system) === null || (named && stored !== (named.type === 'U' ? 2 : 1))) return null;
  const rows = Array.from({ length: stored }, (_, row) => picksAt(block, firstRow + row));
  const panels = named ? rows.slice(0, 1) : rows;
  if (panels.some((panel) => matchesWith(panel, 0) > 0)) return null;
  if (system === 0 && panels.some((panel) => matchesWith(panel, 1) < matchCount)) return null;
  if (named && panels.some((panel) => !fitsSystem(panel, named))) return null;
  return rowCountOf({ system, rows });
}
