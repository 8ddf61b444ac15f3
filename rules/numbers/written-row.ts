/** Numbers of a row as letters write them, in every language. */

import { numbersOf } from './rows.ts';

/** `3 17 22 41 44`, with extra numbers `3 17 22 41 44 + 4 9`. */
export function writtenNumbers(numbers: readonly number[], extra: readonly number[] = []): string {
  return [numbers.join(' '), extra.join(' ')].filter(Boolean).join(' + ');
}

/** A ticket in a letter is 40 characters wide: the letter of the row, and five for each number. */
const [letterWidth, numberWidth] = [4, 5];

/** One row a line, from the masks in which tickets keep them: `A   3    17   22   41   44   + 4 9`. */
export function writtenRows(
  rows: readonly number[],
  extras: readonly number[] | null,
  system: number,
): string {
  const lines = rows.map((row, index) => {
    const numbers = numbersOf(row);
    const extra = numbersOf(extras?.[index] ?? 0);
    // A system is one row, and as wide as it has numbers.
    if (system > 0) return writtenNumbers(numbers, extra);
    const columns = numbers.map((number) => String(number).padEnd(numberWidth)).join('');
    const shown = extra.length > 0 ? `${columns}+ ${extra.join(' ')}` : columns.trimEnd();
    return String.fromCharCode(65 + index).padEnd(letterWidth) + shown;
  });
  return lines.join('\n');
}
