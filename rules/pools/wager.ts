/**
 * Is this wager a ticket? The refusals that follow from the wager and its program alone, in the order in
 * which they are answered; the first group that finds a fault decides the code, and tells all its faults.
 */

import type { Isk } from '../values/money.ts';
import { type Coupon, rowCountOf } from './coupon.ts';
import { coversOf } from './expand-system.ts';
import { panelsMax, rowsMax } from './games.ts';
import { parseBaseSigns, parseGoals, parseSigns } from './panels.ts';
import { outcomeCount, type Picks } from './picks.ts';
import { fitsSystem, openSystem, type System, systemOf } from './systems.ts';

/** The fields that decide; the contract has checked their types. */
export type TotoWager = {
  readonly groupId: string;
  readonly rows: number;
  readonly stake: number;
  /** Empty or absent: single rows. */
  readonly system?: string | undefined;
  readonly panels: string;
  readonly panelU?: string | undefined;
};

/** Rows of a file. */
export type RowsWager = Pick<TotoWager, 'groupId' | 'rows' | 'stake'> & { readonly pcRows: string };
/** What is marked, without what it costs. */
export type TotoMarks = Pick<TotoWager, 'system' | 'panels' | 'panelU'>;
export type XgWager = Pick<TotoWager, 'rows' | 'stake' | 'panels'>;

export type WagerIssue = { readonly path: readonly (string | number)[]; readonly message: string };

export type WagerCode =
  | 'EC_INVALID_AMOUNT'
  | 'EC_INVALID_COMBINATION'
  | 'EC_TICKET_INVALID_SELECTIONS'
  | 'EC_INVALID_FIELD'
  | 'EC_MISSING_FIELD'
  | 'EC_ROW_LIMIT'
  | 'EC_INVALID_INPUT';

export type WagerFaults = { readonly code: WagerCode; readonly issues: readonly WagerIssue[] };
export type Checked =
  | { readonly coupon: Coupon; readonly rowCount: number; readonly faults: null }
  | { readonly coupon: null; readonly faults: WagerFaults };

export type TotoProgram = { readonly groupId: string; readonly amountRow: Isk };

/** Faults of one upload that are told. */
const issuesMax = 20;

/** Before the program is looked up: `rows` and `stake` are counts. */
export function checkAmounts({ rows, stake }: Pick<TotoWager, 'rows' | 'stake'>): WagerFaults | null {
  const isCount = (amount: number) => Number.isSafeInteger(amount) && amount > 0;
  const wrong = Object.entries({ rows, stake }).filter(([, amount]) => !isCount(amount));
  return faultsAt(
    'EC_INVALID_AMOUNT',
    wrong.map(([field]) => [field]),
  );
}

export function checkToto(wager: TotoWager, program: TotoProgram): Checked {
  const faults = checkGroup(wager, program);
  return priced(wager, faults ? { coupon: null, faults } : readTotoMarks(wager), program.amountRow);
}

/** The coupon that the marks make, whatever it costs. */
export function readTotoMarks(wager: TotoMarks): Checked {
  const isSingle = !wager.system;
  const panels = wager.panels.split('|').map(parseSigns);
  const base = wager.panelU === undefined ? undefined : parseBaseSigns(wager.panelU);
  const bad = panels.flatMap((picks, index) => (isRow(picks, isSingle) ? [] : [['panels', index]]));
  const faults =
    faultsAt('EC_TICKET_INVALID_SELECTIONS', base === null ? [...bad, ['panelU']] : bad) ??
    checkSystem(wager, panels as Picks[], base as Picks | undefined) ??
    (isSingle && panels.length > panelsMax ? faultsAt('EC_ROW_LIMIT', [['panels']]) : null);
  if (faults) return { coupon: null, faults };
  const system = systemOf(wager.system ?? '')?.number ?? (isSingle ? 0 : openSystem.number);
  const rows = base ? [...panels, base] : panels;
  return sized({ system, rows: rows as Picks[] });
}

/** Rows by the thousand, each of 13 single signs. */
export function checkRows(wager: RowsWager, program: TotoProgram): Checked {
  const rows = wager.pcRows.split('|').map(parseSigns);
  const bad = rows.flatMap((picks, index) => (isRow(picks, true) ? [] : [['pcRows', index]]));
  const faults = checkGroup(wager, program) ?? faultsAt('EC_TICKET_INVALID_SELECTIONS', bad);
  if (faults) return { coupon: null, faults };
  return priced(wager, sized({ system: 0, rows: rows as Picks[] }), program.amountRow);
}

export function checkXg(wager: XgWager, { amountRow }: { readonly amountRow: Isk }): Checked {
  return priced(wager, readXgMarks(wager), amountRow);
}

/** The same as `readTotoMarks` for rows of goals. */
export function readXgMarks({ panels }: Pick<XgWager, 'panels'>): Checked {
  const rows = panels.split('|').map(parseGoals);
  const bad = rows.flatMap((picks, index) => (picks ? [] : [['panels', index]]));
  const faults =
    faultsAt('EC_TICKET_INVALID_SELECTIONS', bad) ??
    (rows.length > panelsMax ? faultsAt('EC_ROW_LIMIT', [['panels']]) : null);
  if (faults) return { coupon: null, faults };
  const isOpen = rows.some((picks) => picks?.some((mask) => outcomeCount(mask) > 1));
  return sized({ system: isOpen ? openSystem.number : 0, rows: rows as Picks[] });
}

const isRow = (picks: Picks | null, isSingle: boolean) =>
  picks !== null && (!isSingle || picks.every((mask) => outcomeCount(mask) === 1));

function checkGroup(wager: { groupId: string }, program: TotoProgram): WagerFaults | null {
  return wager.groupId === program.groupId ? null : faultsAt('EC_INVALID_COMBINATION', [['groupId']]);
}

/** Whether the panel is one of that system, with base signs where the system has them. */
function checkSystem(
  { system: id }: TotoMarks,
  panels: readonly Picks[],
  base: Picks | undefined,
): WagerFaults | null {
  const system = systemOf(id ?? '');
  if (id && !system && id !== openSystem.id) return faultsAt('EC_INVALID_FIELD', [['system']]);
  const [panel] = panels as [Picks];
  if (id && (panels.length > 1 || !isCovered(panel, system)))
    return faultsAt('EC_INVALID_COMBINATION', [['panels']]);
  if (system?.type !== 'U') return base ? faultsAt('EC_INVALID_FIELD', [['panelU']]) : null;
  if (!base) return faultsAt('EC_MISSING_FIELD', [['panelU']]);
  return isBase(panel, base) ? null : faultsAt('EC_TICKET_INVALID_SELECTIONS', [['panelU']]);
}

/** As many triples and doubles as the system has; of an open ticket at least one of either. */
function isCovered(panel: Picks, system: System | null): boolean {
  return system ? fitsSystem(panel, system) : coversOf(panel).length > 0;
}

/** A base sign beside each covered match, one of its signs, and none beside the others. */
function isBase(panel: Picks, base: Picks): boolean {
  return panel.every((mask, match) => {
    const sign = base[match] as number;
    return outcomeCount(mask) === 1 ? sign === 0 : sign !== 0 && (mask & sign) !== 0;
  });
}

function sized(coupon: Coupon): Checked {
  const rowCount = rowCountOf(coupon);
  const faults = rowCount > rowsMax ? faultsAt('EC_ROW_LIMIT', [['rows']]) : null;
  return faults ? { coupon: null, faults } : { coupon, rowCount, faults: null };
}

/** What the fields `rows` and `stake` say of it. */
function priced({ rows, stake }: { rows: number; stake: number }, marked: Checked, amountRow: Isk): Checked {
  if (marked.faults) return marked;
  const faults =
    (rows === marked.rowCount ? null : faultsAt('EC_INVALID_INPUT', [['rows']])) ??
    (stake === marked.rowCount * amountRow ? null : faultsAt('EC_INVALID_AMOUNT', [['stake']]));
  return faults ? { coupon: null, faults } : marked;
}

function faultsAt(code: WagerCode, paths: readonly (string | number)[][]): WagerFaults | null {
  if (paths.length === 0) return null;
  return { code, issues: paths.slice(0, issuesMax).map((path) => ({ path, message: 'Invalid wager' })) };
}
