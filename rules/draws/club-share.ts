/** The share of a sale that goes to the club that its ticket supports: each row holds from its date on. */
import { type Dated, rowAt } from './dated.ts';

export type ClubShare = Dated & {
  /** Of the stakes; 10000 are all of them. It is paid from the operator's part, never from prizes. */
  readonly basisPoints: number;
};

export const clubShares: readonly ClubShare[] = [{ from: '2016-01-04', basisPoints: 1_000 }];

/** Of tickets that a club itself places with the shares of a pool. */
export const clubSaleShares: readonly ClubShare[] = [{ from: '2016-01-04', basisPoints: 2_600 }];

/** As `clubShareOn`, of club sale. */
export const clubSaleShareOn = (date: string, rows: readonly ClubShare[] = clubSaleShares): number =>
  clubShareOn(date, rows);

/** In force on the date, `YYYY-MM-DD`. A week has the share of its Monday. */
export function clubShareOn(date: string, rows: readonly ClubShare[] = clubShares): number {
  const row = rowAt(rows, date);
  if (!row) throw new RangeError(`no share of sales went to clubs on ${date}`);
  return row.basisPoints;
}
