/** What the tiers of a draw share: a part of its sales, exact to the fraction. */

import { type ExactIsk, exactBasisPointsOf, exactly, floorIsk } from '../values/exact-isk.ts';
import { type Isk, subtract } from '../values/money.ts';

/** What the ledger posts of it, and what it is exactly. */
export type Fund = { readonly whole: Isk; readonly exact: ExactIsk };

/** So much of the sales; what the house keeps is rounded down, the odd króna is the fund's. */
export function fundOfSales(sales: Isk, basisPoints: number): Fund {
  const all = exactly(sales);
  const income = floorIsk(exactBasisPointsOf(all, 10_000 - basisPoints));
  return { exact: exactBasisPointsOf(all, basisPoints), whole: subtract(sales, income) };
}

/** A fund that is whole krónur to begin with. */
export function wholeFund(amount: Isk): Fund {
  return { whole: amount, exact: exactly(amount) };
}
