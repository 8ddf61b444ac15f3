/**
 * The keyboard on a table of marks: one tab stop, arrows move, Home and End go to the ends of a match, and
 * the sign itself marks it.
 */
import { type KeyboardEvent, useCallback, useState } from 'react';
import { matchCount } from '#rules/pools/games.ts';

export type Cell = { readonly match: number; readonly outcome: number };

/** Null where the key does not move. */
export function moveOnMarks(key: string, { match, outcome }: Cell, outcomes: number): Cell | null {
  const within = (value: number, count: number) => Math.max(0, Math.min(value, count - 1));
  switch (key) {
    case 'ArrowLeft':
      return { match, outcome: within(outcome - 1, outcomes) };
    case 'ArrowRight':
      return { match, outcome: within(outcome + 1, outcomes) };
    case 'ArrowUp':
      return { match: within(match - 1, matchCount), outcome };
    case 'ArrowDown':
      return { match: within(match + 1, matchCount), outcome };
    case 'Home':
      return { match, outcome: 0 };
    case 'End':
      return { match, outcome: outcomes - 1 };
    default:
      return null;
  }
}

/** The outcome that a key names; `7` stands for seven goals and more. */
export function outcomeOfKey(key: string, outcomes: readonly string[]): number {
  return outcomes.findIndex((outcome) => outcome.charAt(0) === key.toUpperCase() && key.length === 1);
}

/** @param onToggle the same function on each call */
export function useMarkKeys(
  table: string,
  outcomes: readonly string[],
  onToggle: (match: number, outcome: number) => void,
) {
  const [stop, setStop] = useState<Cell>({ match: 0, outcome: 0 });
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const cell = cellOf(event.target);
      if (cell === null) return;
      const next = moveOnMarks(event.key, cell, outcomes.length);
      const named = outcomeOfKey(event.key, outcomes);
      if (next === null && named < 0) return;
      event.preventDefault();
      if (next === null) onToggle(cell.match, named);
      focusCell(table, next ?? { match: cell.match, outcome: named });
    },
    [table, outcomes, onToggle],
  );
  const onFocus = useCallback((event: { target: EventTarget }): void => {
    const cell = cellOf(event.target);
    if (cell) setStop((old) => (old.match === cell.match && old.outcome === cell.outcome ? old : cell));
  }, []);
  return { stop, onKeyDown, onFocus };
}

function cellOf(target: EventTarget): Cell | null {
  const { match, outcome } = (target as HTMLElement).dataset;
  return match === undefined ? null : { match: Number(match), outcome: Number(outcome) };
}

export function focusCell(table: string, { match, outcome }: Cell): void {
  document
    .querySelector<HTMLElement>(`#${table} input[data-match="${match}"][data-outcome="${outcome}"]`)
    ?.focus();
}
