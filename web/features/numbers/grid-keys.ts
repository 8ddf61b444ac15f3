/** Where a key leads on the number grid: arrows, ends of row and grid. Numbers count from 1. */

export type GridKey = { key: string; ctrlKey: boolean };

/** The number that gets the focus, or null when the key does not move. */
export function moveOnGrid(
  { key, ctrlKey }: GridKey,
  from: number,
  columns: number,
  max: number,
): number | null {
  const rowStart = from - ((from - 1) % columns);
  switch (key) {
    case 'ArrowRight':
      return Math.min(from + 1, max);
    case 'ArrowLeft':
      return Math.max(from - 1, 1);
    case 'ArrowDown':
      return from + columns <= max ? from + columns : from;
    case 'ArrowUp':
      return from - columns >= 1 ? from - columns : from;
    case 'Home':
      return ctrlKey ? 1 : rowStart;
    case 'End':
      return ctrlKey ? max : Math.min(rowStart + columns - 1, max);
    default:
      return null;
  }
}

/** Digits typed within this time make one number. */
export const typingMs = 600;

/**
 * `2` then `7` is 27; what is above the highest number starts anew with the last digit. Null for no number.
 */
export function typedNumber(
  before: string,
  digit: string,
  max: number,
): { typed: string; number: number | null } {
  const joined = before + digit;
  const typed = Number(joined) <= max ? joined : digit;
  const number = Number(typed);
  return { typed, number: number >= 1 && number <= max ? number : null };
}
