/** Rules, prices and prize tables are dated rows: each holds from its date until the next row's. */

export type Dated = { readonly from: string };

/** The row in force on the date (`YYYY-MM-DD`), undefined before the first. Rows are in order of `from`. */
export function rowAt<Row extends Dated>(rows: readonly Row[], date: string): Row | undefined {
  return rows.findLast((row) => row.from <= date);
}
