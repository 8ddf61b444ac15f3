/**
 * What is on the slip, and what acts took from it: said, and taken back one after the other, the last one
 * first. Numbers chosen or taken off one by one are not acts. Pure functions.
 */
import { RandomFailure } from '#rules/values/random-health.ts';
import { begunRows, emptySlip, hasDigit, isBegun, type Matrix, type Slip, withRows } from './slip.ts';

export type Act =
  | { what: 'rowRemoved' | 'rowCleared' | 'rowReplaced' | 'systemReplaced' | 'systemCleared'; row: string }
  | { what: 'rowsRemoved' | 'rowsFewer' | 'drawsFewer' | 'rowsExchanged' | 'jokerRemoved' | 'jokerReplaced' }
  /** A system in place of rows, rows in place of a system, and a system with fewer numbers. */
  | { what: 'systemChosen' | 'systemLeft' | 'systemSmaller' }
  /** A subscription has no number of draws. */
  | { what: 'drawsGiveWay' }
  /** By what an address asked for. */
  | { what: 'slipReplaced' | 'slipCleared' };

type Done = { act: Act; before: Slip; after: Slip };

export type Desk = {
  slip: Slip;
  done: readonly Done[];
  /** What was done or taken back last, until it has been heard; every one has a number of its own. */
  told: { act: Act; isUndone: boolean; turn: number } | null;
  turn: number;
  /** Quick pick has failed: rows and Joker are chosen by hand. */
  isPickOff: boolean;
};

export const deskWith = (slip: Slip): Desk => ({ slip, done: [], told: null, turn: 0, isPickOff: false });

/** Where there are no random numbers everything stays, and a Joker that is wanted waits for its digits. */
export function tried(desk: Desk, change: () => Desk, act?: Act): Desk {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof RandomFailure)) throw error;
    const { slip } = desk;
    const joker = act?.what === 'jokerReplaced' ? (slip.joker ?? Array(5).fill(null)) : slip.joker;
    return { ...desk, slip: { ...slip, joker }, isPickOff: true };
  }
}

/** @param asked for by an address, instead of the slip that was kept */
export function begin(kept: Slip | null, asked: Slip | null): Desk {
  if (asked === null) return deskWith(kept ?? emptySlip);
  const spelled = ({ rows, joker, system, days }: Slip): string =>
    JSON.stringify([rows, joker, system, days]);
  if (kept === null || spelled(kept) === spelled(asked)) return deskWith(asked);
  return changed(deskWith(kept), asked, { what: isBegun(asked) ? 'slipReplaced' : 'slipCleared' });
}

/** Kept for so many steps back. */
const stepsMax = 30;

/** @param act what may take something away: it is told if it did, and can be undone */
export function changed(desk: Desk, slip: Slip, act?: Act): Desk {
  if (slip === desk.slip) return desk;
  if (act === undefined || !loses(desk.slip, slip)) return { ...desk, slip };
  const done = [...desk.done, { act, before: desk.slip, after: slip }].slice(-stepsMax);
  const turn = desk.turn + 1;
  return { ...desk, slip, done, told: { act, isUndone: false, turn }, turn };
}

/** What was told has been heard. */
export function heard(desk: Desk): Desk {
  return { ...desk, told: null };
}

/** Takes the last act back. What was put on the slip since stays; if it cannot, that is an act of its own. */
export function undone(desk: Desk, matrix: Matrix): Desk {
  const last = desk.done.at(-1);
  if (last === undefined) return desk;
  const rest = { ...desk, done: desk.done.slice(0, -1) };
  const slip = takenBack(desk.slip, last);
  if (slip.system !== desk.slip.system && loses(desk.slip, slip))
    return changed(rest, slip, { what: slip.system > 0 ? 'systemChosen' : 'rowsExchanged' });
  if (slip.rows.length > matrix.rowsMax) return changed(rest, last.before, { what: 'rowsExchanged' });
  const isJokerLost = slip.joker !== desk.slip.joker && desk.slip.joker !== last.after.joker;
  if (isJokerLost && hasDigit(desk.slip)) return changed(rest, slip, { what: 'jokerReplaced' });
  const turn = desk.turn + 1;
  return { ...rest, slip, told: { act: last.act, isUndone: true, turn }, turn };
}

function takenBack(now: Slip, { before, after }: Done): Slip {
  // A system and rows do not stand together: what stood there comes back whole.
  const isWhole = before.system > 0 || now.system > 0;
  const taken = before.rows.filter((row) => !after.rows.includes(row));
  const put = after.rows.filter((row) => !before.rows.includes(row));
  const rows = now.rows.filter((row) => !put.includes(row));
  for (const row of taken) rows.splice(before.rows.indexOf(row), 0, row);
  const [first] = taken;
  const { system } = before;
  return {
    ...(isWhole
      ? { ...now, system, rows: before.rows, active: before.active }
      : withRows(now, rows, first === undefined ? now.active : rows.indexOf(first))),
    joker: before.joker === after.joker ? now.joker : before.joker,
    draws: before.draws === after.draws ? now.draws : before.draws,
    days: before.draws === after.draws ? now.days : before.days,
  };
}

function loses(before: Slip, after: Slip): boolean {
  const isRowLost = begunRows(before).some((row) => !after.rows.includes(row));
  const areDrawsLost =
    before.draws > 1 && before.days === null && (after.days !== null || after.draws < before.draws);
  return isRowLost || areDrawsLost || (hasDigit(before) && before.joker !== after.joker);
}
