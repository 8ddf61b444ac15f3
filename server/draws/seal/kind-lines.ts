/**
 * What a kind of game knows of its coupons in the sales book: how many rows they play, and how they are
 * written for the public. Seal, settlement and publishing run in threads, and functions cannot be sent to
 * one: a kind names a module that exports `bookLines`, and what of the draw the module needs.
 */
import type { Block } from './book.ts';
import type { LineWriter } from './line-writer.ts';

/** Room that a kind may fill with a row, and with what stands behind the rows. */
export const textBytesMax = 512;

export type BookLines = {
  /** Rows that a coupon plays; null where it is nothing that the rules know. */
  rowsOf(block: Block, index: number, firstRow: number): number | null;
  /** Without blanks and without `_`, which separates rows. */
  writeRow(line: LineWriter, block: Block, row: number): void;
  /** Fields behind the rows, each as ` name=value`. */
  writeFields(line: LineWriter, block: Block, index: number): void;
};

/** As a draw names it; `module` is the address of the kind's module. */
export type LinesTask = { module: string; own: unknown };

export async function linesOf({ module, own }: LinesTask): Promise<BookLines> {
  const { bookLines } = (await import(module)) as { bookLines: (own: unknown) => BookLines };
  return bookLines(own);
}
