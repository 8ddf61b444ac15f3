/** How number lotteries are told and shown. */
import { writtenNumbers, writtenRows } from '#rules/numbers/written-row.ts';
import type { Showing } from '#server/draws/showing.ts';
import { drawnOf } from './outcome.ts';

export const showing = {
  names: () => null,
  outcomeInLetters(outcome) {
    const { numbers, bonusNumbers, joker } = drawnOf(outcome);
    return { drawn: writtenNumbers(numbers, bonusNumbers), side: joker };
  },
  rowsInLetters: ({ rowMasks, secondMasks, system }) => ({
    rows: writtenRows(rowMasks.map(Number), secondMasks?.map(Number) ?? null),
    system,
  }),
} satisfies Showing;
