/**
 * A text file of rows that a player brings: one row a line, 13 signs, with or without commas. Either every
 * line is a row, or nothing is read and each fault is told with its line.
 */
import { matchCount, rowsMax, signs } from '#rules/pools/games.ts';

/** Of the button that chooses a file. */
export const rowsFileId = 'radaskra';
/** Bytes. */
export const fileMax = 1_048_576;
/** Faults that are told. */
const faultsMax = 200;

export type RowsFile = {
  readonly name: string;
  /** Rows of 13 signs, joined by `|`. */
  readonly rows: string;
};

export type Fault = {
  readonly line: number;
  readonly text: string;
  /** Where in the text the fault is; an empty range where a sign is missing, or where all of it is wrong. */
  readonly from: number;
  readonly to: number;
} & (
  | { readonly what: 'count'; readonly count: number }
  | { readonly what: 'missing'; readonly place: number }
  | { readonly what: 'several' | 'unknown'; readonly sign: string; readonly place: number }
  | { readonly what: 'tooMany' }
);

export type Read =
  | { readonly rows: string; readonly count: number; readonly faults: null }
  | { readonly rows: null; readonly lines: number; readonly faults: readonly Fault[]; readonly why: Why };
/** `lines`: there are faults in lines, which are told. */
export type Why = 'lines' | 'tooLarge' | 'empty';

export function readRows(bytes: Uint8Array): Read {
  if (bytes.length > fileMax) return { rows: null, lines: 0, faults: [], why: 'tooLarge' };
  const lines = decode(bytes)
    .split(/\r\n|\n|\r/)
    .map((text, index) => ({ text: text.trim(), line: index + 1 }))
    .filter(({ text }) => text !== '');
  if (lines[0] && isHeading(lines[0].text)) lines.shift();
  if (lines.length === 0) return { rows: null, lines: 0, faults: [], why: 'empty' };
  const rows: string[] = [];
  const faults: Fault[] = [];
  for (const { text, line } of lines) {
    const read = rows.length >= rowsMax ? ({ what: 'tooMany', from: 0, to: 0 } as const) : readLine(text);
    if (typeof read === 'string') rows.push(read);
    else faults.push({ line, text, ...read });
    if (faults.length >= faultsMax) break;
  }
  if (faults.length > 0) return { rows: null, lines: lines.length, faults, why: 'lines' };
  return { rows: rows.join('|'), count: rows.length, faults: null };
}

/** UTF-8, with or without a byte order mark; what is not valid there is Latin-1. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The name of a game: it has letters that stand in no row. */
const isHeading = (text: string): boolean => /[^\P{L}A-EX]/iu.test(text);

type LineFault = Fault extends infer Each
  ? Each extends Fault
    ? Omit<Each, 'line' | 'text'>
    : never
  : never;

/** The row, or what is wrong with the line. */
function readLine(text: string): string | LineFault {
  const fields = fieldsOf(text);
  for (const [index, { sign, at }] of fields.entries()) {
    const part = { from: at, to: at + sign.length, place: index + 1 };
    if (sign === '') return { what: 'missing', ...part };
    if (signs.includes(sign.toUpperCase() as (typeof signs)[number])) continue;
    return { what: /^[a-d]$/i.test(sign) ? 'several' : 'unknown', sign, ...part };
  }
  if (fields.length === matchCount) return fields.map(({ sign }) => sign.toUpperCase()).join('');
  const from = fields[matchCount]?.at ?? text.length;
  return { what: 'count', count: fields.length, from, to: text.length };
}

/** The signs of a line and where they stand in it. `E` at its front marks a single row. */
function fieldsOf(text: string): { sign: string; at: number }[] {
  if (!/[,;]/.test(text)) return [...text].map((sign, at) => ({ sign, at }));
  let at = /^E[,;]/i.test(text) ? 2 : 0;
  return text
    .slice(at)
    .split(/[,;]/)
    .map((part) => {
      const field = { sign: part.trim(), at: at + part.length - part.trimStart().length };
      at += part.length + 1;
      return field;
    });
}

/** Of each match how often each sign is played. */
export function spreadOf(rows: string): number[][] {
  const spread = Array.from({ length: matchCount }, () => [0, 0, 0]);
  for (let start = 0; start < rows.length; start += matchCount + 1) {
    for (let match = 0; match < matchCount; match++) {
      const counts = spread[match] as number[];
      const sign = signs.indexOf(rows[start + match] as (typeof signs)[number]);
      counts[sign] = (counts[sign] as number) + 1;
    }
  }
  return spread;
}

/** Rows of a file as the outcomes of their matches. */
export function* rowsIn(rows: string): Generator<number[]> {
  for (let start = 0; start < rows.length; start += matchCount + 1) {
    yield Array.from({ length: matchCount }, (_, match) =>
      signs.indexOf(rows[start + match] as (typeof signs)[number]),
    );
  }
}
