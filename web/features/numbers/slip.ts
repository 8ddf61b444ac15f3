/**
 * The slip of a number lottery before it is bought: pure functions from slip to slip. At most ten rows,
 * always at least one (perhaps empty), one of them being edited.
 */

export type SlipRow = { readonly numbers: readonly number[]; readonly isQuickPick: boolean };

export type Slip = {
  readonly rows: readonly SlipRow[];
  /** The row under the number grid. */
  readonly active: number;
  /** Five places, null where no digit is yet; null when Joker is not chosen. */
  readonly joker: readonly (number | null)[] | null;
  readonly draws: number;
};

export type Matrix = { readonly pick: number; readonly max: number; readonly rowsMax: number };

/** A row is told from another by being another object, so that what an act took away is known. */
const newRow = (): SlipRow => ({ numbers: [], isQuickPick: false });
export const emptySlip: Slip = { rows: [newRow()], active: 0, joker: null, draws: 1 };

/** `A` for the first row. */
export function rowLetter(index: number): string {
  return String.fromCharCode(65 + index);
}

export function isComplete(row: SlipRow, matrix: Matrix): boolean {
  return row.numbers.length === matrix.pick;
}

/** The rows that count: a row that lacks numbers is not bought. */
export function completeRows(slip: Slip, matrix: Matrix): SlipRow[] {
  return slip.rows.filter((row) => isComplete(row, matrix));
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

/** Chooses a number of the active row, or takes it off; a full row stays as it is. */
export function setNumber(slip: Slip, number: number, isChosen: boolean, matrix: Matrix): Slip {
  const { numbers } = activeRow(slip);
  if (isChosen === numbers.includes(number)) return slip;
  if (!isChosen) {
    return setRow(slip, slip.active, { numbers: numbers.filter((n) => n !== number), isQuickPick: false });
  }
  if (numbers.length >= matrix.pick) return slip;
  const chosen = [...numbers, number].sort((a, b) => a - b);
  return setRow(slip, slip.active, { numbers: chosen, isQuickPick: false });
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

/** A new row at the end, being edited; the slip itself when it is full. */
export function addRow(slip: Slip, matrix: Matrix, row: SlipRow = newRow()): Slip {
  if (slip.rows.length >= matrix.rowsMax) return slip;
  return { ...slip, rows: [...slip.rows, row], active: slip.rows.length };
}

export function begunRows(slip: Slip): SlipRow[] {
  return slip.rows.filter(({ numbers }) => numbers.length > 0);
}

/** How many rows `addRows` would take. */
export function roomFor(slip: Slip, matrix: Matrix): number {
  return matrix.rowsMax - begunRows(slip).length;
}

/** Adds rows as far as there is room, filling empty ones first. */
export function addRows(slip: Slip, rows: readonly SlipRow[], matrix: Matrix): Slip {
  return withRows(slip, [...begunRows(slip), ...rows].slice(0, matrix.rowsMax), 0);
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
export function readSlip(kept: string | null, matrix: Matrix): Slip | null {
  if (kept === null) return null;
  try {
    const slip = JSON.parse(kept) as Slip;
    const isRow = ({ numbers }: SlipRow): boolean =>
      numbers.length <= matrix.pick && numbers.every((n) => Number.isInteger(n) && n >= 1 && n <= matrix.max);
    const isDigit = (digit: number | null): boolean =>
      digit === null || (Number.isInteger(digit) && digit >= 0 && digit <= 9);
    const { rows, joker, draws } = slip;
    const isGood =
      rows.length >= 1 &&
      rows.length <= matrix.rowsMax &&
      rows.every(isRow) &&
      (joker === null || (joker.length === 5 && joker.every(isDigit))) &&
      Number.isInteger(draws) &&
      draws >= 1 &&
      draws <= 10;
    return isGood ? activate(slip, slip.active) : null;
  } catch {
    return null;
  }
}
