import { expect, test } from 'vitest';
import * as slips from './slip.ts';

const matrix = {
  pick: 5,
  max: 45,
  bonus: { count: 0, max: 0 },
  systemSizes: [6, 7, 8, 9, 10],
  drawDays: ['sat' as const],
  rowsMax: 10,
};
const row = (...numbers: number[]) => ({ numbers, bonusNumbers: [], isQuickPick: false });
const full = row(3, 12, 24, 33, 41);
const set = (slip: slips.Slip, number: number, isChosen: boolean, kind: slips.NumberKind = 'numbers') =>
  slips.setNumber(slip, { kind, number, isChosen }, matrix);

test('numbers are chosen in order and taken off again', () => {
  const chosen = [31, 7, 19].reduce((slip, n) => set(slip, n, true), slips.emptySlip);
  expect(slips.activeRow(chosen).numbers).toEqual([7, 19, 31]);
  expect(slips.activeRow(set(chosen, 19, false)).numbers).toEqual([7, 31]);
  expect(set(chosen, 19, true)).toBe(chosen);
});

test('a full row takes no sixth number', () => {
  const slip = { ...slips.emptySlip, rows: [full] };
  expect(set(slip, 1, true)).toBe(slip);
});

test('changing a quick-pick row makes it one of the player', () => {
  const slip = { ...slips.emptySlip, rows: [{ ...full, isQuickPick: true }] };
  expect(slips.activeRow(set(slip, 3, false)).isQuickPick).toBe(false);
});

test('at most ten rows, however they are added', () => {
  const ten = slips.addRows(
    slips.emptySlip,
    Array.from({ length: 14 }, () => full),
    matrix,
  );
  expect(ten.rows).toHaveLength(10);
  expect(slips.addRow(ten, matrix)).toBe(ten);
  expect(slips.copyRow(ten, 0, matrix)).toBe(ten);
});

test('added rows take the place of empty ones', () => {
  const slip = slips.addRow({ ...slips.emptySlip, rows: [full] }, matrix);
  expect(slips.addRows(slip, [row(1, 2, 3, 4, 5)], matrix).rows).toEqual([full, row(1, 2, 3, 4, 5)]);
});

test('the row being edited stays the same one when another is removed', () => {
  const slip = { ...slips.emptySlip, rows: [full, row(1, 2, 3, 4, 5)], active: 1 };
  expect(slips.removeRow(slip, 0)).toMatchObject({ rows: [row(1, 2, 3, 4, 5)], active: 0 });
});

test('the last row is emptied, not removed', () => {
  expect(slips.removeRow({ ...slips.emptySlip, rows: [full] }, 0).rows).toEqual([row()]);
});

test('there is room for what empty rows take', () => {
  const slip = { ...slips.emptySlip, rows: [...Array(7).fill(full), row(), row(1)] };
  expect(slips.roomFor(slip, matrix)).toBe(2);
  expect(slips.addRows(slip, [full, full, full], matrix).rows).toHaveLength(10);
});

test('rows that lack numbers and Jokers that lack digits do not count', () => {
  const slip = { ...slips.emptySlip, rows: [full, row(1, 2)], joker: [4, 0, null, 1, 5] };
  expect(slips.completeRows(slip, matrix)).toEqual([full]);
  expect(slips.completeJoker(slip)).toBeUndefined();
  expect(slips.completeJoker(slips.setDigit(slip, 2, 7))).toEqual([4, 0, 7, 1, 5]);
});

test('a kept slip is read back as it was', () => {
  const slip = {
    rows: [full, row(1)],
    system: 0,
    days: null,
    active: 1,
    joker: [0, 1, 2, 3, null],
    draws: 5,
  };
  expect(slips.readSlip({ ...slip, isChosen: true }, matrix)).toEqual(slip);
});

test.each([
  null,
  'text',
  { rows: [] },
  { ...slips.emptySlip, rows: [row(1, 2, 3, 4, 46)] },
  { ...slips.emptySlip, joker: [1, 2, 3, 4] },
  { ...slips.emptySlip, draws: 11 },
])('what is no slip of this matrix is forgotten: %j', (kept) => {
  expect(slips.readSlip(kept, matrix)).toBeNull();
});

const euro: slips.Matrix = {
  pick: 5,
  max: 50,
  bonus: { count: 2, max: 12 },
  systemSizes: [6, 7, 8, 9, 10],
  drawDays: ['tue', 'fri'],
  rowsMax: 10,
};
const viking: slips.Matrix = { ...euro, pick: 6, max: 48, bonus: { count: 1, max: 5 }, systemSizes: [7, 8] };
const star = (slip: slips.Slip, number: number, matrix: slips.Matrix) =>
  slips.setNumber(slip, { kind: 'bonusNumbers', number, isChosen: true }, matrix);

test('a row is whole when its extra numbers are there too', () => {
  const five = { ...slips.emptySlip, rows: [full] };
  expect(slips.leftIn(five, full, euro)).toBe(2);
  expect(slips.completeRows(five, euro)).toEqual([]);
  const whole = star(star(five, 9, euro), 4, euro);
  expect(slips.activeRow(whole).bonusNumbers).toEqual([4, 9]);
  expect(slips.completeRows(whole, euro)).toHaveLength(1);
  expect(star(whole, 12, euro)).toBe(whole);
});

test('where one extra number is needed, another takes its place', () => {
  const three = star(slips.emptySlip, 3, viking);
  expect(slips.activeRow(star(three, 5, viking)).bonusNumbers).toEqual([5]);
});

test('a system takes the place of rows, rows that of a system', () => {
  const two = { ...slips.emptySlip, rows: [full, row(1, 2, 3, 4, 5)], active: 1 };
  const system = slips.chooseSystem(two, 8);
  expect(system).toMatchObject({ system: 8, active: 0, rows: [{ numbers: [] }] });
  expect(slips.addRows(system, [full], matrix)).toMatchObject({ system: 0, rows: [full] });
  expect(slips.chooseSystem(system, 0)).toMatchObject({ system: 0, rows: [{ numbers: [] }] });
  expect(slips.chooseSystem(system, 8)).toBe(system);
});

test('a smaller system keeps the numbers it has room for, a larger one all', () => {
  const eight = { ...slips.emptySlip, system: 8, rows: [row(1, 2, 3, 4, 5, 6, 7, 8)] };
  expect(slips.chooseSystem(eight, 6).rows[0]?.numbers).toEqual([1, 2, 3, 4, 5, 6]);
  expect(slips.chooseSystem(eight, 9).rows[0]).toBe(eight.rows[0]);
});

test('a subscription has no number of draws', () => {
  const five = { ...slips.emptySlip, draws: 5 };
  expect(slips.chooseDays(five, ['sat'])).toMatchObject({ days: ['sat'], draws: 1 });
  expect(slips.chooseDays(slips.chooseDays(five, ['sat']), null)).toMatchObject({ days: null, draws: 1 });
});

test.each([
  [{ system: 8, rows: [full, full] }, 'a system of two rows'],
  [{ system: 11 }, 'a size that is not offered'],
  [{ days: ['sat'], draws: 3 }, 'a subscription of three draws'],
  [{ days: ['mon'] }, 'a day without a draw'],
  [{ rows: [{ ...full, bonusNumbers: [13] }] }, 'an extra number too many'],
])('kept %j is no slip: %s', (part, _why) => {
  expect(slips.readSlip({ ...slips.emptySlip, ...part }, matrix)).toBeNull();
});

test.each<[string, boolean, Partial<slips.Slip>]>([
  ['an empty row', false, {}],
  ['a number', true, { rows: [row(7)] }],
  ['an extra number', true, { rows: [{ ...row(), bonusNumbers: [3] }] }],
  ['a Joker without a digit', false, { joker: [null, null, null, null, null] }],
  ['a digit of Joker', true, { joker: [null, 7, null, null, null] }],
])('%s is something chosen: %s', (_, isChosen, part) => {
  expect(slips.isBegun({ ...slips.emptySlip, ...part })).toBe(isChosen);
});
