/**
 * The slip of a number lottery before it is bought: pure functions from slip to slip. At most ten rows,
 * always at least one (perhaps empty), one of them being edited; or one system.
 */
import type { WagerRow } from '#rules/numbers/wager.ts';
import type { Weekday } from '#rules/values/weeks.ts';

export type SlipRow = {
  readonly numbers: readonly number[];
  /** The extra numbers that the player chooses; none where the game has none. */
  readonly bonusNumbers: readonly number[];
  readonly isQuickPick: boolean;
};

export type Slip = {
  readonly rows: readonly SlipRow[];
  /** The row under the number grid. */
  readonly active: number;
  /** Five places, null where no digit is yet; null when Joker is not chosen. */
  readonly joker: readonly (number | null)[] | null;
  readonly draws: number;
  /** How many numbers a system holds, in the only row there then is; 0 for rows. */
  readonly system: number;
  /** Of a subscription, which takes part in one draw after the other; null for a ticket. */
  readonly days: readonly Weekday[] | null;
};

export type Matrix = {
  readonly pick: number;
  readonly max: number;
  /** What is chosen beside the main numbers. */
  readonly bonus: { readonly count: number; readonly max: number };
  readonly systemSizes: readonly number[];
  readonly drawDays: readonly Weekday[];
  readonly rowsMax: number;
};

/** The two lists of a row. */
export type NumberKind = 'numbers' | 'bonusNumbers';

/** A row is told from another by being another object, so that what an act took away is known. */
const newRow = (): SlipRow => ({ numbers: [], bonusNumbers: [], isQuickPick: false });
export const emptySlip: Slip = {
  rows: [newRow()],
  active: 0,
  joker: null,
  draws: 1,
  system: 0,
  days: null,
};

/** A row as the rules spell it. */
export function slipRow({ numbers, bonusNumbers = [], isQuickPick = false }: WagerRow): SlipRow {
  return { numbers, bonusNumbers, isQuickPick };
}

/** `A` for the first row. */
export function rowLetter(index: number): string {
  return String.fromCharCode(65 + index);
}

/** How many numbers of that kind the rows of this slip need. */
export function neededOf(slip: Pick<Slip, 'system'>, matrix: Matrix, kind: NumberKind): number {
  return kind === 'numbers' ? slip.system || matrix.pick : matrix.bonus.count;
}

/** How many numbers the row lacks. */
export function leftIn(slip: Pick<Slip, 'system'>, row: SlipRow, matrix: Matrix): number {
  return (
    neededOf(slip, matrix, 'numbers') - row.numbers.length + matrix.bonus.count - row.bonusNumbers.length
  );
}

export function isBegunRow({ numbers, bonusNumbers }: SlipRow): boolean {
  return numbers.length + bonusNumbers.length > 0;
}

/** The rows that count: a row that lacks numbers is not bought. */
export function completeRows(slip: Slip, matrix: Matrix): SlipRow[] {
  return slip.rows.filter((row) => leftIn(slip, row, matrix) === 0);
}

/** A subscription on these days, or a ticket for null; a number of draws is no part of a subscription. */
export function chooseDays(slip: Slip, days: Slip['days']): Slip {
  return { ...slip, days, draws: days === null ? slip.draws : 1 };
}

/** The Joker digits when all five are there. */
export function completeJoker(slip: Slip): number[] | undefined {
  const digits = slip.joker?.filter((digit) => digit !== null) ?? [];
  return digits.length === 5 ? digits : undefined;
}

/** How many digits a Joker that was chosen lacks; 0 where none is chosen. */
export function jokerLeft(slip: Slip): number {
  return slip.joker?.filter((digit) => digit === null).length ?? 0;
}

export function activeRow(slip: Slip): SlipRow {
  return slip.rows[slip.active] ?? newRow();
}

/** Chooses a number of the active row, or takes it off; a full list stays, one of a single number changes. */
export function setNumber(
  slip: Slip,
  { kind, number, isChosen }: { kind: NumberKind; number: number; isChosen: boolean },
  matrix: Matrix,
): Slip {
  const row = activeRow(slip);
  const chosen = row[kind];
  const needed = neededOf(slip, matrix, kind);
  if (isChosen === chosen.includes(number)) return slip;
  const rest = isChosen ? (needed === 1 ? [] : chosen) : chosen.filter((other) => other !== number);
  if (isChosen && rest.length >= needed) return slip;
  const now = isChosen ? [...rest, number].sort((a, b) => a - b) : rest;
  return setRow(slip, slip.active, { ...row, [kind]: now, isQuickPick: false });
}

export function setRow(slip: Slip, index: number, row: SlipRow): Slip {
  return { ...slip, rows: slip.rows.map((old, place) => (place === index ? row : old)) };
}

export function clearRow(slip: Slip, index: number): Slip {
  return setRow(slip, index, newRow());
}

export function activate(slip: Slip, index: number): Slip {
  return { ...slip, active: Math.max(0, Math.min(index, slip.rows.length - 1)) };
}

/** Edits the first row that was begun and lacks numbers. */
export function activateUnfinished(slip: Slip, matrix: Matrix): Slip {
  const index = slip.rows.findIndex((row) => isBegunRow(row) && leftIn(slip, row, matrix) > 0);
  return index === -1 ? slip : activate(slip, index);
}

/** A new row at the end, being edited; the slip itself when it is full. */
export function addRow(slip: Slip, matrix: Matrix, row: SlipRow = newRow()): Slip {
  if (slip.rows.length >= matrix.rowsMax) return slip;
  return { ...slip, rows: [...slip.rows, row], active: slip.rows.length };
}

export function begunRows(slip: Slip): SlipRow[] {
  return slip.rows.filter(isBegunRow);
}

export function hasDigit({ joker }: Slip): boolean {
  return joker?.some((digit) => digit !== null) ?? false;
}

/** Something is chosen on it. */
export function isBegun(slip: Slip): boolean {
  return begunRows(slip).length > 0 || hasDigit(slip);
}

/** How many rows `addRows` would take. */
export function roomFor(slip: Slip, matrix: Matrix): number {
  return matrix.rowsMax - begunRows(slip).length;
}

/** Adds rows as far as there is room, filling empty ones first; a system gives way to them. */
export function addRows(slip: Slip, rows: readonly SlipRow[], matrix: Matrix): Slip {
  const before = slip.system > 0 ? [] : begunRows(slip);
  return withRows({ ...slip, system: 0 }, [...before, ...rows].slice(0, matrix.rowsMax), 0);
}

/**
 * A system of that size in place of the rows, or rows in place of the system when it is 0. A system that
 * changes its size keeps the numbers it has room for.
 */
export function chooseSystem(slip: Slip, size: number): Slip {
  if (size === slip.system) return slip;
  const [row = newRow()] = slip.rows;
  if (size === 0 || slip.system === 0) return { ...slip, system: size, rows: [newRow()], active: 0 };
  const isRoom = row.numbers.length <= size;
  const kept = isRoom ? row : { ...row, numbers: row.numbers.slice(0, size) };
  return { ...slip, system: size, rows: [kept] };
}

/** The slip with other rows; an empty one where none is left. */
export function withRows(slip: Slip, rows: readonly SlipRow[], active: number): Slip {
  return activate({ ...slip, rows: rows.length > 0 ? rows : [newRow()] }, active);
}

export function copyRow(slip: Slip, index: number, matrix: Matrix): Slip {
  const row = slip.rows[index];
  return row === undefined ? slip : addRow(slip, matrix, { ...row });
}

/** The last row that is left is emptied instead. */
export function removeRow(slip: Slip, index: number): Slip {
  if (slip.rows.length === 1) return clearRow(slip, 0);
  const rows = slip.rows.filter((_, place) => place !== index);
  const active = slip.active > index ? slip.active - 1 : Math.min(slip.active, rows.length - 1);
  return { ...slip, rows, active };
}

export function setDigit(slip: Slip, place: number, digit: number | null): Slip {
  const joker = (slip.joker ?? Array<null>(5).fill(null)).map((old, at) => (at === place ? digit : old));
  return { ...slip, joker };
}

/** What was kept for the browser session; null when it is not a slip of this matrix. */
export function readSlip(kept: unknown, matrix: Matrix): Slip | null {
  try {
    const slip = kept as Slip;
    const isOf = (numbers: readonly number[], count: number, max: number): boolean =>
      numbers.length <= count && numbers.every((n) => Number.isInteger(n) && n >= 1 && n <= max);
    const isRow = ({ numbers, bonusNumbers }: SlipRow): boolean =>
      isOf(numbers, slip.system || matrix.pick, matrix.max) &&
      isOf(bonusNumbers, matrix.bonus.count, matrix.bonus.max);
    const isDigit = (digit: number | null): boolean =>
      digit === null || (Number.isInteger(digit) && digit >= 0 && digit <= 9);
    const { rows, active, joker, draws, system, days } = slip;
    const isGood =
      (system === 0 || matrix.systemSizes.includes(system)) &&
      rows.length >= 1 &&
      rows.length <= (system === 0 ? matrix.rowsMax : 1) &&
      rows.every(isRow) &&
      (joker === null || (joker.length === 5 && joker.every(isDigit))) &&
      Number.isInteger(draws) &&
      draws >= 1 &&
      draws <= 10 &&
      (days === null || (draws === 1 && days.every((day) => matrix.drawDays.includes(day))));
    return isGood ? activate({ rows, active, joker, draws, system, days }, active) : null;
  } catch {
    return null;
  }
}
