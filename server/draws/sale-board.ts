export type SaleDraw = {
  drawId: number;
  game: string;
  number: number;
  drawDate: Date;
  /** How many draws a ticket may reach under its rules. */
  reach: number;
  closeDate: Date;
  rulesId: string;
  amountRow: number;
  amountSide: number;
};

/**
 * Of a calendar the draw on sale, then those a multi-draw ticket may reach, in order. Of other games all
 * draws on sale, the one that closes first at the front.
 */
export type SaleBoard = ReadonlyMap<string, readonly [SaleDraw, ...SaleDraw[]]>;

export type BoardReader = {
  read(): Promise<SaleBoard>;
  /** The next read asks the database again. */
  markStale(): void;
};
