/** Numbers of a row as letters write them, in every language. */

import { numbersOf } from './rows.ts';

/** `3 17 22 41 44`, with extra numbers `3 17 22 41 44 + 4 9`. */
export function writtenNumbers(numbers: readonly number[], extra: readonly number[] = []): string {
  return [numbers.join(' '), extra.join(' ')].filter(Boolean).join(' + ');
}

/** One row a line, from the masks in which tickets keep them. */
export function writtenRows(rows: readonly number[], extras: readonly number[] | null): string {
  const lines = rows.map((row, index) => writtenNumbers(numbersOf(row), numbersOf(extras?.[index] ?? 0)));
  return lines.join('\n');
}
