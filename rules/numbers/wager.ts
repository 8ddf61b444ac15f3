/**
 * Is this wager a ticket? Structure only: price, clock and player are not looked at. All faults are told;
 * the code is that of the first (docs/rules/number-lotteries.md, Wagers). Clients know the wordings.
 */

import { drawCountMax, type GameId, isSystemSize, rowsMax } from './games.ts';
import { jokerLength } from './joker.ts';
import type { RuleVersion } from './versions.ts';

export type WagerRow = {
  readonly numbers: readonly number[];
  readonly bonusNumbers?: readonly number[] | undefined;
  readonly isQuickPick?: boolean | undefined;
};

/** The body of a purchase. */
export type Wager = {
  readonly gameId: GameId;
  readonly draw?: number | undefined;
  readonly rows: readonly WagerRow[];
  readonly joker?: readonly number[] | undefined;
  readonly stake: number;
  readonly system?: number | undefined;
  readonly drawCount?: number | undefined;
  readonly subscriptionDrawDays?: readonly string[] | undefined;
  readonly acceptedSubscriptionTerms?: boolean | undefined;
  readonly affiliateId?: number | undefined;
  readonly channel?: string | undefined;
};

export type WagerIssue = { readonly path: readonly (string | number)[]; readonly message: string };

export type WagerCode =
  | 'EC_ROW_LIMIT'
  | 'EC_TICKET_INVALID_SELECTIONS'
  | 'EC_INVALID_COMBINATION'
  | 'EC_VALUE_TOO_HIGH'
  | 'EC_INVALID_INPUT';

export type WagerFaults = { readonly code: WagerCode; readonly issues: readonly WagerIssue[] };

type Fault = WagerIssue & { readonly code: WagerCode };
type CheckedWager = Omit<Wager, 'stake'>;

const invalidWager = 'Invalid wager';

/** Null when nothing is wrong. `rollDownDraw`: how many draws one ticket may reach now. */
export function checkWager(
  version: RuleVersion,
  wager: CheckedWager,
  limits: { readonly rollDownDraw: number },
): WagerFaults | null {
  const faults = [
    ...rowFaults(version, wager),
    ...jokerFaults(version, wager),
    ...systemFaults(wager),
    ...drawCountFaults(wager, limits.rollDownDraw),
    ...subscriptionFaults(version, wager),
  ];
  const [first] = faults;
  if (!first) return null;
  return { code: first.code, issues: faults.map(({ path, message }) => ({ path, message })) };
}

/** A system fills the first row; what stands beside it is told by `systemFaults`. */
function rowFaults(version: RuleVersion, { gameId, rows, system }: CheckedWager): Fault[] {
  const faults: Fault[] = [];
  if (rows.length > rowsMax) faults.push({ code: 'EC_ROW_LIMIT', path: ['rows'], message: invalidWager });
  if (rows.length === 0) faults.push(selection(['rows'], invalidWager));
  const counted = system ? rows.slice(0, 1) : rows;
  const isOffered = !system || isSystemSize(gameId, system);
  counted.forEach((row, index) => {
    // A size that is not offered asks for no count of numbers: the size itself is the fault.
    const size = isOffered ? system : row.numbers.length;
    for (const fault of singleRowFaults(version, row, size)) {
      faults.push({ ...fault, path: ['rows', index, ...fault.path] });
    }
  });
  return faults;
}

/** The first issue of one row by itself, or null; `system` is the size when the row is a system's. */
export function checkRow(version: RuleVersion, row: WagerRow, system?: number): WagerIssue | null {
  const [fault] = singleRowFaults(version, row, system);
  return fault ? { path: fault.path, message: fault.message } : null;
}

function singleRowFaults(version: RuleVersion, row: WagerRow, system: number | undefined): Fault[] {
  const { main, chosenBonus } = version;
  return [
    ...numberFaults(['numbers'], row.numbers, system || main.pick, main.max),
    ...numberFaults(['bonusNumbers'], row.bonusNumbers ?? [], chosenBonus.count, chosenBonus.max),
  ];
}

function numberFaults(
  path: WagerIssue['path'],
  numbers: readonly number[],
  count: number,
  max: number,
): Fault[] {
  const faults: Fault[] = [];
  const areUnique = numbers.length < 2 || new Set(numbers).size === numbers.length;
  if (!areUnique) faults.push(selection(path, 'Numbers must be unique'));
  const inRange = numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= max);
  if (numbers.length !== count || !inRange) faults.push(selection(path, invalidWager));
  return faults;
}

function jokerFaults({ sale }: RuleVersion, { joker }: CheckedWager): Fault[] {
  if (!joker) return [];
  if (!sale?.joker) return [combination(['joker'])];
  if (joker.length !== jokerLength) return [selection(['joker'], 'Row should have 5 numbers')];
  const areDigits = joker.every((digit) => Number.isInteger(digit) && digit >= 0 && digit <= 9);
  return areDigits ? [] : [selection(['joker'], invalidWager)];
}

function systemFaults({ gameId, rows, system }: CheckedWager): Fault[] {
  if (!system) return [];
  const faults: Fault[] = [];
  if (!isSystemSize(gameId, system)) faults.push(combination(['system']));
  if (rows.length > 1) faults.push(combination(['rows']));
  return faults;
}

function drawCountFaults({ drawCount, subscriptionDrawDays }: CheckedWager, rollDownDraw: number): Fault[] {
  if (drawCount === undefined) return [];
  if (subscriptionDrawDays) return drawCount === 1 ? [] : [combination(['drawCount'])];
  const path = ['drawCount'];
  if (drawCount > Math.min(drawCountMax, rollDownDraw)) {
    return [{ code: 'EC_VALUE_TOO_HIGH', path, message: invalidWager }];
  }
  const isCount = Number.isInteger(drawCount) && drawCount >= 1;
  return isCount ? [] : [{ code: 'EC_INVALID_INPUT', path, message: invalidWager }];
}

function subscriptionFaults(version: RuleVersion, wager: CheckedWager): Fault[] {
  const days = wager.subscriptionDrawDays;
  if (!days) return [];
  const faults: Fault[] = [];
  const drawDays: readonly string[] = version.drawDays;
  const areDrawDays = days.length > 0 && days.every((day) => drawDays.includes(day));
  if (!areDrawDays || new Set(days).size !== days.length) {
    const message = `Draw day must be ${drawDays.join(' or ')}`;
    faults.push({ code: 'EC_INVALID_INPUT', path: ['subscriptionDrawDays'], message });
  }
  if (wager.acceptedSubscriptionTerms !== true) {
    faults.push({ code: 'EC_INVALID_INPUT', path: ['acceptedSubscriptionTerms'], message: 'Invalid terms' });
  }
  return faults;
}

function selection(path: WagerIssue['path'], message: string): Fault {
  return { code: 'EC_TICKET_INVALID_SELECTIONS', path, message };
}

function combination(path: WagerIssue['path']): Fault {
  return { code: 'EC_INVALID_COMBINATION', path, message: invalidWager };
}
