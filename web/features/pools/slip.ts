/** The marks of a pools slip before it is bought: pure functions from slip to slip. */
import { matchCount, type PoolId, panelsMax } from '#rules/pools/games.ts';
import { matchesWith, outcomeCount, type Picks } from '#rules/pools/picks.ts';
import { type System, systemOf } from '#rules/pools/systems.ts';

export type Slip = {
  /** Up to ten, always at least one. Several rows of signs have one sign a match. A mask 0 is unmarked. */
  readonly rows: readonly Picks[];
  /** The row being marked. */
  readonly active: number;
  /** Id of an S or U system; empty without one. */
  readonly system: string;
  /** Base sign of each match as a mask, 0 for none. It is kept while its sign stays marked. */
  readonly base: Picks;
  /** A club, 0 for none; null for the club of the account. */
  readonly club: number | null;
};

export const emptyRow: Picks = Array<number>(matchCount).fill(0);
export const emptySlip: Slip = { rows: [emptyRow], active: 0, system: '', base: emptyRow, club: null };

/** `A` for the first row. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index);

export const activeRow = ({ rows, active }: Slip): Picks => rows[active] ?? emptyRow;
export const isBegunRow = (row: Picks): boolean => row.some((mask) => mask > 0);
export const isCompleteRow = (row: Picks): boolean => row.every((mask) => mask > 0);
export const isBegun = ({ rows, system }: Slip): boolean => rows.some(isBegunRow) || system !== '';

/** Matches without a mark, counted from 1. */
export function unmarkedIn(row: Picks): number[] {
  return row.flatMap((mask, match) => (mask === 0 ? [match + 1] : []));
}

/** Marks an outcome of a match in the active row, or takes the mark away. */
export function toggle(slip: Slip, match: number, outcome: number): Slip {
  const row = activeRow(slip).map((mask, place) => (place === match ? mask ^ (1 << outcome) : mask));
  return setRow(slip, row);
}

/** The same where a match has one mark alone: another one takes its place. */
export function toggleSingle(slip: Slip, match: number, outcome: number): Slip {
  const sign = 1 << outcome;
  const row = activeRow(slip).map((mask, place) => (place === match ? (mask === sign ? 0 : sign) : mask));
  return setRow(slip, row);
}

/** Whether more rows of signs can stand beside these. */
export const mayHaveRows = ({ rows, system }: Slip): boolean =>
  system === '' && rows.every((row) => row.every((mask) => outcomeCount(mask) <= 1));

/** Replaces the active row; base signs whose sign is not marked any more are gone. */
export function setRow(slip: Slip, row: Picks): Slip {
  const rows = slip.rows.map((old, place) => (place === slip.active ? row : old));
  const base = slip.base.map((sign, match) => (sign & (row[match] as number) ? sign : 0));
  return { ...slip, rows, base };
}

export function setBase(slip: Slip, match: number, outcome: number): Slip {
  return { ...slip, base: slip.base.map((old, place) => (place === match ? 1 << outcome : old)) };
}

/** Base signs belong to the system: another one begins without them. */
export function chooseSystem(slip: Slip, id: string): Slip {
  const keepsBase = systemOf(id)?.type === 'U';
  // A system has one row of marks.
  const rows = id === '' ? slip : { rows: [activeRow(slip)], active: 0 };
  return { ...slip, ...rows, system: id, base: keepsBase ? slip.base : emptyRow };
}

export function addRow(slip: Slip): Slip {
  if (slip.rows.length >= panelsMax) return slip;
  return { ...slip, rows: [...slip.rows, emptyRow], active: slip.rows.length };
}

/** The last row that is left is emptied instead. */
export function removeRow(slip: Slip, index: number): Slip {
  if (slip.rows.length === 1) return { ...slip, rows: [emptyRow], active: 0, base: emptyRow };
  const rows = slip.rows.filter((_, place) => place !== index);
  return { ...slip, rows, active: Math.min(index, rows.length - 1) };
}

export function activate(slip: Slip, index: number): Slip {
  return { ...slip, active: Math.max(0, Math.min(index, slip.rows.length - 1)) };
}

/** What a system asks of the marks, and what they have of it. */
export type Need = { readonly what: 'full' | 'half' | 'single' | 'base'; has: number; needs: number };

export function needsOf(system: System, { base }: Slip, row: Picks): Need[] {
  const covered = row.map((mask) => outcomeCount(mask) > 1);
  const bases = base.filter((sign, match) => sign > 0 && covered[match]).length;
  const { full, half, type } = system;
  return [
    { what: 'full' as const, has: matchesWith(row, 3), needs: full },
    { what: 'half' as const, has: matchesWith(row, 2), needs: half },
    ...(type === 'U' ? [{ what: 'base' as const, has: bases, needs: full + half }] : []),
    { what: 'single' as const, has: matchesWith(row, 1), needs: matchCount - full - half },
  ].filter(({ has, needs }) => has + needs > 0);
}

/** What was kept for the browser session; null when it is no slip of this game. */
export function readSlip(kept: unknown, gameId: PoolId): Slip | null {
  try {
    const { rows, active, system, base, club } = kept as Slip;
    const most = gameId === 'xg' ? 0b1111_1111 : 0b111;
    const isMasks = (masks: Picks) =>
      masks.length === matchCount &&
      masks.every((mask) => Number.isInteger(mask) && mask >= 0 && mask <= most);
    const isGood =
      rows.length >= 1 &&
      rows.length <= panelsMax &&
      (gameId === 'xg' || rows.length === 1 || mayHaveRows({ rows, active, system, base, club })) &&
      rows.every(isMasks) &&
      isMasks(base) &&
      (system === '' || (gameId !== 'xg' && systemOf(system) !== null)) &&
      (club === null || Number.isInteger(club));
    return isGood ? activate({ rows, active, system, base, club }, active) : null;
  } catch {
    return null;
  }
}
