/** How a card number looks while it is typed, pasted or filled in by the browser. */
import { readTyped } from '#rules/values/typed.ts';

/** Fours, whatever stood between the digits: `4000 0002 0000 0000`; no more than sixteen digits. */
export function grouped(typed: string): string {
  return (
    digitsOf(typed)
      .slice(0, 16)
      .match(/.{1,4}/g) ?? []
  ).join(' ');
}

export function digitsOf(typed: string): string {
  return readTyped(typed).replace(/\D/g, '');
}

/**
 * Where the caret stands in the grouped text: behind as many digits as before.
 * @param typed with the caret at `caret`
 */
export function caretIn(typed: string, caret: number): number {
  const before = Math.min(16, digitsOf(typed.slice(0, caret)).length);
  return before === 0 ? 0 : before + Math.floor((before - 1) / 4);
}

/** Two digits from `1`–`12`, and the years that a card may end in, the current one first. */
export function expiryChoices(today: string, years: number): { months: string[]; years: string[] } {
  const first = Number(today.slice(0, 4));
  return {
    months: Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0')),
    years: Array.from({ length: years }, (_, year) => String(first + year)),
  };
}
