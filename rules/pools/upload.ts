/**
 * A file of rows as players bring it from other programs: one row a line, `1X2…` or `1,X,2,…`, perhaps behind
 * the mark `E,` of a single row. A name of the game may stand first. A file with any fault is refused as a
 * whole.
 */

import { matchCount, rowsMax } from './games.ts';

export const fileBytesMax = 1024 * 1024;

export type UploadReason = 'size' | 'empty' | 'rows' | 'short' | 'long' | 'foreign';

export type UploadFault = {
  readonly reason: UploadReason;
  /** Counted from 1; null where the fault is of the whole file. */
  readonly line: number | null;
  /** What stands in the line, shortened. */
  readonly text: string;
  /** The part of the text that is wrong; empty where something lacks. */
  readonly from: number;
  readonly to: number;
};

export type Upload =
  | { readonly rows: readonly string[]; readonly faults: null }
  | { readonly rows: null; readonly faults: readonly UploadFault[] };

/** Faults of one file that are told. */
const faultsMax = 20;
const textMax = 60;

type Part = Pick<UploadFault, 'reason' | 'from' | 'to'>;

/**
 * @param text as UTF-8, or as Latin-1 where it is not
 * @param bytes the length of the file
 */
export function readRowsFile(text: string, bytes: number): Upload {
  if (bytes > fileBytesMax) return refused([ofFile('size')]);
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const rows: string[] = [];
  const faults: UploadFault[] = [];
  for (const [index, given] of lines.entries()) {
    const line = given.trim();
    if (line === '' || (index === first && isName(line))) continue;
    const row = readRow(line);
    if (typeof row === 'string') rows.push(row);
    else faults.push({ line: index + 1, ...shortened(line, row) });
    if (rows.length > rowsMax) return refused([ofFile('rows', index + 1)]);
    if (faults.length === faultsMax) break;
  }
  if (faults.length > 0) return refused(faults);
  return rows.length === 0 ? refused([ofFile('empty')]) : { rows, faults: null };
}

const refused = (faults: readonly UploadFault[]): Upload => ({ rows: null, faults });

const ofFile = (reason: UploadReason, line: number | null = null): UploadFault => {
  return { reason, line, text: '', from: 0, to: 0 };
};

/** A first line with other letters than a row has, and no signs in a run or between commas. */
function isName(line: string): boolean {
  return /[^12xX,;E]/.test(line) && !/[12xX]{5}|(^|[,;])[12xX]([,;]|$)/.test(line);
}

/** The thirteen signs of a line, or what of it is wrong. */
function readRow(line: string): string | Part {
  const mark = /^E[,;]/.test(line) ? 2 : 0;
  const step = line.slice(mark).includes(',') ? 2 : 1;
  let row = '';
  for (let at = mark; at < line.length; at += step) {
    const sign = (line[at] as string).toUpperCase();
    if (!'1X2'.includes(sign)) return { reason: 'foreign', from: at, to: at + 1 };
    if (step === 2 && at + 1 < line.length && line[at + 1] !== ',')
      return { reason: 'foreign', from: at + 1, to: at + 2 };
    row += sign;
  }
  if (line.endsWith(',')) return { reason: 'foreign', from: line.length - 1, to: line.length };
  if (row.length < matchCount) return { reason: 'short', from: line.length, to: line.length };
  if (row.length > matchCount) return { reason: 'long', from: mark + step * matchCount, to: line.length };
  return row;
}

/** A long line is cut, with what is wrong in sight. */
function shortened(line: string, { reason, from, to }: Part): Omit<UploadFault, 'line'> {
  const start = Math.max(0, Math.min(from - textMax / 2, line.length - textMax));
  const text = line.slice(start, start + textMax);
  return { reason, text, from: from - start, to: Math.min(to - start, text.length) };
}
