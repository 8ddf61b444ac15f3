import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quickPickJoker } from '#rules/numbers/quick-pick.ts';
import { testedUint32 } from '#rules/values/random-health.ts';
import * as slips from './slip.ts';
import { type Act, begin, changed, type Desk, deskWith, heard, tried, undone } from './undo.ts';

const matrix = {
  pick: 5,
  max: 45,
  bonus: { count: 0, max: 0 },
  systemSizes: [6, 7, 8, 9, 10],
  drawDays: ['sat' as const],
  rowsMax: 10,
};
const row = (first: number) => ({
  numbers: [0, 1, 2, 3, 4].map((n) => first + n),
  bonusNumbers: [],
  isQuickPick: false,
});
const slipOf = (...rows: slips.SlipRow[]) => ({ ...slips.emptySlip, rows });
const firsts = ({ slip }: Desk) => slip.rows.map(({ numbers }) => numbers[0] ?? 0);
const remove = (desk: Desk, index: number) =>
  changed(desk, slips.removeRow(desk.slip, index), { what: 'rowRemoved', row: slips.rowLetter(index) });
const three = deskWith(slipOf(row(1), row(11), row(21)));

test('rows come back one after the other, where they were', () => {
  let desk = remove(remove(three, 1), 0);
  expect(firsts(desk)).toEqual([21]);
  expect(desk.told).toMatchObject({ act: { row: 'A' }, isUndone: false });
  desk = undone(desk, matrix);
  expect(firsts(desk)).toEqual([1, 21]);
  expect(desk.told).toMatchObject({ act: { row: 'A' }, isUndone: true });
  expect(desk.done.map(({ act }) => act)).toEqual([{ what: 'rowRemoved', row: 'B' }]);
  desk = undone(desk, matrix);
  expect(firsts(desk)).toEqual([1, 11, 21]);
  expect(desk.done).toEqual([]);
  expect(undone(desk, matrix)).toBe(desk);
});

test('must-hold 96: without random numbers rows stay as they are, and a Joker waits for its digits', () => {
  const next = testedUint32(() => undefined);
  const pick = (desk: Desk, act: Act) => {
    const fill = () => ({ ...desk.slip, joker: quickPickJoker(next) });
    return tried(desk, () => changed(desk, fill(), act), act);
  };
  const rows = pick(three, { what: 'rowReplaced', row: 'A' });
  expect(rows).toEqual({ ...three, isPickOff: true });
  expect(firsts(remove(rows, 1))).toEqual([1, 21]);
  expect(remove(rows, 1).isPickOff).toBe(true);
  const joker = pick(three, { what: 'jokerReplaced' });
  expect(joker.slip).toEqual({ ...three.slip, joker: [null, null, null, null, null] });
  const typed = deskWith({ ...three.slip, joker: [1, null, 3, 4, 5] });
  expect(pick(typed, { what: 'jokerReplaced' }).slip).toEqual(typed.slip);
  const fault = () => {
    throw new Error('ours');
  };
  expect(() => tried(three, fault)).toThrow('ours');
});

test('fewer draws are told, and come back', () => {
  const ten = deskWith({ ...three.slip, draws: 10 });
  const two = changed(ten, { ...ten.slip, draws: 2 }, { what: 'drawsFewer' });
  expect(two.told).toMatchObject({ act: { what: 'drawsFewer' }, isUndone: false });
  expect(undone(two, matrix).slip).toEqual(ten.slip);
});

test('the same act twice is told twice', () => {
  const first = remove(three, 1);
  const second = remove(first, 1);
  expect(second.told?.act).toEqual(first.told?.act);
  expect(second.told?.turn).not.toBe(first.told?.turn);
  expect(heard(second)).toMatchObject({ told: null, slip: second.slip, done: second.done });
});

test('what takes nothing away is not told', () => {
  const empty = deskWith(slips.emptySlip);
  expect(remove(empty, 0)).toMatchObject({ told: null, done: [] });
  const joker = (slip: slips.Slip): slips.Slip => ({ ...slip, joker: [1, 2, 3, 4, 5] });
  expect(changed(three, joker(three.slip), { what: 'jokerReplaced' }).told).toBeNull();
});

test('the last row that is emptied comes back in its place', () => {
  const one = deskWith(slipOf(row(1)));
  expect(undone(remove(one, 0), matrix).slip).toEqual(one.slip);
});

test('of two equal rows the removed one comes back', () => {
  const copied = changed(three, slips.copyRow(three.slip, 0, matrix));
  const desk = remove(copied, 0);
  expect(desk.told).not.toBeNull();
  expect(firsts(undone(desk, matrix))).toEqual([1, 11, 21, 1]);
});

test('numbers chosen after the act stay', () => {
  const clear: Act = { what: 'rowCleared', row: 'A' };
  const cleared = changed(three, slips.clearRow(three.slip, 0), clear);
  const chosen = changed(
    cleared,
    slips.setNumber(cleared.slip, { kind: 'numbers', number: 45, isChosen: true }, matrix),
  );
  expect(firsts(undone(chosen, matrix))).toEqual([1, 45, 11, 21]);
  expect(firsts(undone(cleared, matrix))).toEqual([1, 11, 21]);
});

test('a Joker comes back; what took its place can come back too', () => {
  const joker = [1, 2, 3, 4, 5];
  const other = [6, 7, 8, 9, 0];
  const without = changed(
    deskWith({ ...three.slip, joker }),
    { ...three.slip, joker: null },
    { what: 'jokerRemoved' },
  );
  expect(undone(without, matrix).slip.joker).toEqual(joker);
  const anew = changed(without, { ...without.slip, joker: other }, { what: 'jokerReplaced' });
  const back = undone(anew, matrix);
  expect(back.slip.joker).toEqual(joker);
  expect(undone(back, matrix).slip.joker).toEqual(other);
});

test('where there is no room for both, the rows since then can come back', () => {
  const gone = changed(three, slips.withRows(three.slip, [], 0), { what: 'rowsRemoved' });
  const nine = Array.from({ length: 9 }, (_, n) => row(n + 30));
  const filled = changed(gone, slips.addRows(gone.slip, nine, matrix));
  const back = undone(filled, matrix);
  expect(firsts(back)).toEqual([1, 11, 21]);
  expect(back.told?.act.what).toBe('rowsExchanged');
  expect(firsts(undone(back, matrix))).toEqual(firsts(filled));
});

test('a slip that an address replaced comes back whole', () => {
  const before: slips.Slip = { ...three.slip, joker: [1, 2, 3, 4, 5], draws: 5 };
  const given = slipOf(row(40));
  const desk = begin(before, given);
  expect(desk).toMatchObject({ slip: given, told: { act: { what: 'slipReplaced' } } });
  expect(undone(desk, matrix).slip).toEqual(before);
  expect(begin(before, slips.emptySlip).told?.act.what).toBe('slipCleared');
  const digit: slips.Slip = { ...slips.emptySlip, joker: [null, null, 3, null, null] };
  expect(begin(digit, given).told?.act.what).toBe('slipReplaced');
});

test('a slip that replaces nothing is not told', () => {
  const given = slipOf(row(40));
  expect(begin(null, given)).toEqual(deskWith(given));
  expect(begin(slips.emptySlip, given)).toMatchObject({ slip: given, told: null, done: [] });
  expect(begin(slipOf(row(40)), given)).toMatchObject({ told: null });
  expect(begin(given, null).slip).toBe(given);
  expect(begin(null, null).slip).toEqual(slips.emptySlip);
});

test('acts are undone to the slip that was there before them', () => {
  const step = fc.tuple(fc.constantFrom('remove', 'clear', 'replace', 'all', 'joker'), fc.nat(9), fc.nat(39));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.integer({ min: 1, max: 10 }), (steps, count) => {
      const begin = deskWith({
        ...slipOf(...Array.from({ length: count }, (_, n) => row(n + 1))),
        joker: [0, 1, 2, 3, 4],
      });
      let desk = begin;
      for (const [what, place, first] of steps) {
        const index = place % desk.slip.rows.length;
        const next = {
          remove: () => slips.removeRow(desk.slip, index),
          clear: () => slips.clearRow(desk.slip, index),
          replace: () => slips.setRow(desk.slip, index, row(first + 1)),
          all: () => slips.withRows(desk.slip, [], 0),
          joker: () => ({ ...desk.slip, joker: null }),
        }[what]();
        desk = changed(desk, next, { what: 'rowsRemoved' });
      }
      const isExchanged = () => desk.told?.act.what === 'rowsExchanged';
      while (desk.done.length > 0 && !isExchanged()) desk = undone(desk, matrix);
      fc.pre(!isExchanged());
      const begun = (of: slips.Slip) => slips.begunRows(of).map(({ numbers }) => numbers);
      for (const numbers of begun(begin.slip)) expect(begun(desk.slip)).toContainEqual(numbers);
      expect(desk.slip.joker).toEqual(begin.slip.joker);
    }),
  );
});

const choose = (desk: Desk, size: number) =>
  changed(desk, slips.chooseSystem(desk.slip, size), { what: size > 0 ? 'systemChosen' : 'systemLeft' });
const fill = (desk: Desk, count: number) => {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return changed(desk, slips.setRow(desk.slip, 0, { numbers, bonusNumbers: [], isQuickPick: false }));
};

test('a system that took the place of rows is said, and the rows come back whole', () => {
  const system = choose(three, 8);
  expect(system.told).toMatchObject({ act: { what: 'systemChosen' }, isUndone: false });
  expect(undone(system, matrix).slip).toEqual(three.slip);
});

test('rows that come back for a filled system are an act of their own, which brings the system back', () => {
  const back = undone(fill(choose(three, 8), 8), matrix);
  expect(firsts(back)).toEqual([1, 11, 21]);
  expect(back.told).toMatchObject({ act: { what: 'rowsExchanged' }, isUndone: false });
  const again = undone(back, matrix);
  expect(again.slip).toMatchObject({ system: 8, rows: [{ numbers: [1, 2, 3, 4, 5, 6, 7, 8] }] });
});

test('an act from before a system was chosen does not mix rows into it', () => {
  const removed = remove(deskWith(slipOf(row(1))), 0);
  const back = undone(fill(choose(removed, 7), 7), matrix);
  expect(back.slip).toMatchObject({ system: 0 });
  expect(firsts(back)).toEqual([1]);
});

test('numbers that a smaller system has no room for are said and come back', () => {
  const eight = fill(choose(three, 8), 8);
  const six = changed(eight, slips.chooseSystem(eight.slip, 6), { what: 'systemSmaller' });
  expect(six.told?.act).toEqual({ what: 'systemSmaller' });
  expect(undone(six, matrix).slip.rows[0]?.numbers).toHaveLength(8);
});

test('a number of draws that gives way to a subscription is said and comes back', () => {
  const five = deskWith({ ...three.slip, draws: 5 });
  const days = changed(five, slips.chooseDays(five.slip, ['sat']), { what: 'drawsGiveWay' });
  expect(days.told?.act).toEqual({ what: 'drawsGiveWay' });
  expect(undone(days, matrix).slip).toMatchObject({ days: null, draws: 5 });
});
