/** Rows of a slip that somebody may ask this device to keep. */
import { emptySlip, type Matrix, type Slip } from './slip.ts';

/** What of a slip is worth keeping: whole rows or a whole system, and a whole Joker. */
export function worthSaving({ rows, joker, system }: Slip, complete: Slip['rows']): Slip {
  const isWhole = joker?.every((digit) => digit !== null) ?? false;
  return { ...emptySlip, rows: complete.length > 0 ? complete : rows, joker: isWhole ? joker : null, system };
}

/** The same rows, system and Joker. */
export function isSame(a: Slip, b: Slip): boolean {
  const spelled = ({ rows, joker, system }: Slip): string =>
    JSON.stringify([rows.map(({ numbers, bonusNumbers }) => [numbers, bonusNumbers]), joker, system]);
  return spelled(a) === spelled(b);
}

/** Whether saved rows fit the slip of a game: complete rows; extra numbers may be missing. */
export function fits({ rows, system }: Slip, matrix: Matrix): boolean {
  if (system > 0 && !matrix.systemSizes.includes(system)) return false;
  return rows.every(
    ({ numbers, bonusNumbers }) =>
      numbers.length === (system || matrix.pick) &&
      numbers.every((number) => number <= matrix.max) &&
      bonusNumbers.length <= matrix.bonus.count &&
      bonusNumbers.every((number) => number <= matrix.bonus.max),
  );
}
