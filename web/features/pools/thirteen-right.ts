/** The estimated prize of 13 right for the rows of a slip, by current sales. */
import type { Coupon } from '#rules/pools/coupon.ts';
import { estimateOf } from '#rules/pools/estimate.ts';
import { systemOf } from '#rules/pools/systems.ts';
import { poolRulesOf } from '#rules/pools/versions.ts';
import { isk } from '#rules/values/money.ts';
import type { PlayProgram } from './program.ts';
import type { Quote } from './quote.ts';
import { type RowsFile, rowsIn } from './rows-file.ts';

export type Estimated = ReturnType<typeof estimateOf>;

/** Null while nothing is sold, or where others decide the pool. */
export function estimateOf13(quote: Quote, program: PlayProgram, file: RowsFile | null): Estimated | null {
  const { matches, rowsSold, firstPool, rulesId } = program;
  const people = matches.flatMap((match) => (match.people ? [match.people] : []));
  if (quote.total === 0 || firstPool === null || people.length < matches.length) return null;
  const sold = { rows: rowsSold, pool: isk(firstPool), people };
  return estimateOf(poolRulesOf({ rulesId }), couponOf(quote, file), sold);
}

/** As it is bought. */
function couponOf({ system, base, rows, file: isFile }: Quote, file: RowsFile | null): Coupon {
  const found = systemOf(system);
  const [first] = rows;
  if (found && first) {
    return { system: found.number, rows: [first.picks, ...(found.type === 'U' ? [base] : [])] };
  }
  if (isFile) {
    const masks = [...rowsIn(file?.rows ?? '')].map((row) => row.map((sign) => 1 << sign));
    return { system: 0, rows: masks };
  }
  return { system: 0, rows: rows.map(({ picks }) => picks) };
}
