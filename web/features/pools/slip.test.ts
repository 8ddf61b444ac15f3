import { describe, expect, test } from 'vitest';
import { matchCount } from '#rules/pools/games.ts';
import { parsePicks } from '#rules/pools/panels.ts';
import type { PlayProgram } from './program.ts';
import { quote, quoteFile } from './quote.ts';
import * as slips from './slip.ts';

const program: PlayProgram = {
  ...{ gameId: 'totoeng', programId: '1', groupId: 'sat', week: 38, amountRow: 13 },
  ...{ closeDate: '2026-09-19T11:29:00Z', playDate: '2026-09-19T11:30:00Z', resultDate: '' },
  ...{
    prizeShare: 6_500,
    carry: 0,
    rulesId: 'totoeng-2022',
    rowsSold: 0,
    firstPool: 0,
    isSample: false,
    matches: [],
  },
};
const xg: PlayProgram = { ...program, gameId: 'xg' };
const marked = (text: string): slips.Slip => ({
  ...slips.emptySlip,
  rows: [parsePicks('totoeng', text) ?? []],
});
/** Prices of domain page 5.4. */
const sixDoubles = 'AAAAAA1111111';

describe('marks', () => {
  test('a sign is marked and taken away again', () => {
    const one = slips.toggle(slips.emptySlip, 3, 1);
    expect(slips.activeRow(one)[3]).toBe(0b010);
    expect(slips.activeRow(slips.toggle(one, 3, 2))[3]).toBe(0b110);
    expect(slips.toggle(one, 3, 1)).toEqual(slips.emptySlip);
  });

  test('a base sign goes with its mark', () => {
    const based = slips.setBase(slips.chooseSystem(marked('D111111111111'), 'U-7-0-99'), 0, 2);
    expect(based.base[0]).toBe(0b100);
    expect(slips.toggle(based, 0, 0).base[0]).toBe(0b100);
    expect(slips.toggle(based, 0, 2).base[0]).toBe(0);
    expect(slips.chooseSystem(based, 'S-4-0-9').base[0]).toBe(0);
  });

  test('rows are added, left and removed, the last one is emptied', () => {
    const two = slips.toggle(slips.addRow(slips.emptySlip), 0, 7);
    expect([two.active, two.rows.length]).toEqual([1, 2]);
    expect(slips.removeRow(two, 0)).toMatchObject({ active: 0, rows: [slips.activeRow(two)] });
    expect(slips.removeRow(slips.removeRow(two, 0), 0)).toEqual(slips.emptySlip);
    const full = Array.from({ length: 12 }).reduce<slips.Slip>(slips.addRow, slips.emptySlip);
    expect(full.rows).toHaveLength(10);
  });
});

describe('what it costs', () => {
  test.each([
    ['1111111111111', 1, 13, ''],
    [sixDoubles, 64, 832, 'O'],
    ['DDAAA11111111', 72, 936, 'O'],
  ])('%s', (text, rowCount, total, system) => {
    expect(quote(marked(text), program)).toMatchObject({ rowCount, total, system, isTooMany: false });
  });

  test('nothing while a match is unmarked', () => {
    const { total, unfinished } = quote({ ...marked('1111111111111'), rows: [slips.emptyRow] }, program);
    expect([total, unfinished]).toEqual([0, []]);
    expect(quote(slips.toggle(slips.emptySlip, 0, 0), program)).toMatchObject({
      total: 0,
      unfinished: [{ letter: 'A', unmarked: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] }],
    });
  });

  test('more than 20,000 rows are not sold', () => {
    const ticket = quote(marked('DDDDDDDDDDD11'), program);
    expect(ticket).toMatchObject({ rowCount: 177_147, total: 0, isTooMany: true });
  });

  test('a system costs its own rows once it is whole', () => {
    const whole = slips.chooseSystem(marked('D1D1D1D1X2X12'), 'S-4-0-9');
    expect(quote(whole, program)).toMatchObject({ total: 117, rowCount: 9, lacks: [], wholePrice: null });
    const lacking = slips.chooseSystem(marked('D1D1D111X2X12'), 'S-4-0-9');
    expect(quote(lacking, program)).toMatchObject({
      total: 0,
      wholePrice: 117,
      lacks: [
        { what: 'full', has: 3, needs: 4 },
        { what: 'single', has: 10, needs: 9 },
      ],
    });
  });

  test('a system with base signs lacks those too', () => {
    const seven = slips.chooseSystem(marked('DDDDDDD111111'), 'U-7-0-99');
    const base = { what: 'base', has: 0, needs: 7 };
    expect(quote(seven, program)).toMatchObject({ total: 0, wholePrice: 1_287, lacks: [base] });
    const based = [0, 1, 2, 3, 4, 5, 6].reduce((slip, match) => slips.setBase(slip, match, 1), seven);
    expect(quote(based, program)).toMatchObject({ total: 1_287, lacks: [] });
  });

  test('single rows cost one each, with one sign a match', () => {
    const first = marked('1111111111111');
    expect(slips.mayHaveRows(first)).toBe(true);
    expect(slips.mayHaveRows(marked(sixDoubles))).toBe(false);
    expect(slips.mayHaveRows(slips.chooseSystem(first, 'S-4-0-9'))).toBe(false);
    const two = slips.setRow(slips.addRow(first), parsePicks('totoeng', '2222222222222') ?? []);
    const other = slips.toggleSingle(two, 0, 1);
    expect(slips.activeRow(other)[0]).toBe(0b010);
    expect(slips.activeRow(slips.toggleSingle(other, 0, 1))[0]).toBe(0);
    expect(quote(other, program)).toMatchObject({ rowCount: 2, total: 26, system: '' });
    // A system takes the row that is being marked.
    expect(slips.chooseSystem(other, 'S-4-0-9').rows).toEqual([slips.activeRow(other)]);
    expect(slips.readSlip(JSON.parse(JSON.stringify(other)), 'totoeng')).toEqual(other);
  });

  test('goals multiply too, and rows that lack marks are left out', () => {
    const row = parsePicks('xg', '2/3,1,2,2,0/1,3,2,4,1,2/3/4,7+,2,0') ?? [];
    const slip = slips.toggle(slips.addRow({ ...slips.emptySlip, rows: [row] }), 0, 7);
    expect(quote(slip, xg)).toMatchObject({
      ...{ rowCount: 12, total: 156, system: '' },
      rows: [{ letter: 'A' }],
      unfinished: [{ letter: 'B' }],
    });
  });

  test('a file costs every row, alike or not', () => {
    const rows = ['1111111111111', '2222222222222', '1111111111111'].join('|');
    expect(quoteFile({ name: 'x.txt', rows }, null, program)).toMatchObject({
      ...{ rowCount: 3, total: 39 },
      file: { name: 'x.txt', rowCount: 3, different: 2 },
    });
  });
});

describe('a kept slip', () => {
  test('is read back', () => {
    const slip = slips.chooseSystem(marked(sixDoubles), 'S-0-6-12');
    expect(slips.readSlip(JSON.parse(JSON.stringify({ ...slip, isChosen: true })), 'totoeng')).toEqual(slip);
  });

  test.each([
    ['nothing', null],
    ['goals among signs', { ...slips.emptySlip, rows: [Array(matchCount).fill(128)] }],
    ['a match too few', { ...slips.emptySlip, rows: [Array(12).fill(1)] }],
    ['two rows with a double', { ...slips.emptySlip, rows: [slips.emptyRow, Array(matchCount).fill(3)] }],
    ['a system that is none', { ...slips.emptySlip, system: 'S-1-1-1' }],
  ])('is not %s', (_, kept) => {
    expect(slips.readSlip(kept, 'totoeng')).toBeNull();
  });
});
