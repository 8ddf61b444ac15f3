import { describe, expect, test } from 'vitest';
import { exactly } from '#rules/values/exact-isk.ts';
import { isk, noKronur } from '#rules/values/money.ts';
import { prizesOf } from './prizes.ts';

/** A fund of 4,600 kr.: 1,840, 1,380 and 1,012 are the tiers', 368 the guarantee fund's. */
const asked = { sales: isk(10_000), carryIn: {}, minima: {}, held: noKronur };

const shown = ({ lines, paidBy }: ReturnType<typeof prizesOf>) => ({
  lines: lines.map(({ tier, condition, amount, pool }) => [tier, condition, pool?.pool, amount]),
  paidBy,
});

describe('the lines follow from what was counted', () => {
  test('the best two results below thirteen', () => {
    expect(shown(prizesOf({ ...asked, units: [1, 0, 4, 0, 20] }))).toEqual({
      lines: [
        [1, '13', 1_840, 1_840],
        [2, '11', 1_380, 340],
        [3, '9', 1_012, 50],
      ],
      paidBy: [0, 'nothing', 1, 'nothing', 2],
    });
  });

  test('a tier that nobody reached gives its money to the first, whose pool is carried', () => {
    const prizes = prizesOf({ ...asked, units: [0, 0, 4, 0, 0] });
    expect(shown(prizes)).toEqual({
      lines: [
        [1, '13', 2_852, 0],
        [2, '11', 1_380, 340],
      ],
      paidBy: [0, 'nothing', 1, 'nothing', 'nothing'],
    });
    const between = prizes.postings.filter(({ from, to }) => from.account === to.account && from.tier === 3);
    expect(between.map(({ to, amount }) => [to.tier, amount])).toEqual([[1, 1_012]]);
    expect(prizes.lines[0]?.pool?.carryOut).toBe(2_852);
  });

  test('the guarantee fund lifts tiers as far as it holds, after the carry', () => {
    const carryIn = { 1: exactly(isk(160)) };
    const minima = { 1: 5_000, 2: 2_000 };
    const { lines } = prizesOf({ ...asked, units: [1, 1, 1, 0, 0], carryIn, minima, held: isk(3_200) });
    expect(lines.map(({ pool, amount }) => [pool?.carryIn, pool?.topUp, amount])).toEqual([
      [160, 3_000, 5_000],
      [0, 200, 1_580],
      [0, 0, 1_010],
    ]);
  });
});
