/** The lines of a winning ticket in a letter: each row, followed by its prizes. */
import { rulesOf } from '#rules/numbers/games.ts';
import { parseJoker } from '#rules/numbers/joker.ts';
import { writtenRows } from '#rules/numbers/written-row.ts';
import type { Showing, WonLine } from '#server/draws/showing.ts';
import { drawnResult, jokerWin, masksOf, prizesOf } from './ticket.ts';

export const wonInLetters: NonNullable<Showing['wonInLetters']> = (played, settled) => {
  const result = drawnResult(settled);
  const version = rulesOf(played);
  const { rowMasks, secondMasks, system, side } = played;
  const written = writtenRows(rowMasks.map(Number), secondMasks?.map(Number) ?? null, system).split('\n');
  const lines = masksOf(played).flatMap((masks, index): WonLine[] => [
    { row: written[index] ?? '' },
    ...prizesOf(version, system, masks, result).map(({ name, rows, amount }) => ({
      ...{ tier: name, count: rows, amount: rows * amount },
    })),
  ]);
  if (side === null) return lines;
  const { jokerTier, jokerAmountWin = 0 } = jokerWin(parseJoker(side) ?? [], result, version);
  const won = jokerTier === undefined ? [] : [{ sideTier: jokerTier, count: 1, amount: jokerAmountWin }];
  return [...lines, { row: `J   ${side.split('').join(' ')}` }, ...won];
};
