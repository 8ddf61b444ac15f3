/** A file of rows in the browser. Which files are accepted stands in the rules of the pools. */
import { matchCount, signs } from '#rules/pools/games.ts';
import { readRowsFile, type Upload } from '#rules/pools/upload.ts';

/** Of the button that chooses a file. */
export const rowsFileId = 'radaskra';

export type RowsFile = {
  readonly name: string;
  /** Rows of 13 signs, joined by `|`. */
  readonly rows: string;
};

export const readRows = (bytes: Uint8Array): Upload => readRowsFile(decode(bytes), bytes.length);

/** UTF-8; what is not valid there is Latin-1. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** Of each match how often each sign is played. */
export function spreadOf(rows: string): number[][] {
  const spread = Array.from({ length: matchCount }, () => [0, 0, 0]);
  for (const row of rowsIn(rows)) {
    row.forEach((sign, match) => {
      const counts = spread[match] as number[];
      counts[sign] = (counts[sign] as number) + 1;
    });
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
