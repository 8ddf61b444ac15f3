import { describe, expect, it, test } from 'vitest';
import { isk } from '../values/money.ts';
import { commonPrizes } from './common-prizes.ts';
import { readFigures } from './figures.ts';
import { countedRights } from './results.ts';
import { poolRulesAt } from './versions.ts';

const rules = poolRulesAt('totoeng', '2026-11-28');
const tier = (number: number, winners: number, winnersIceland: number, amountSek: number) => ({
  ...{ tier: number, winners, winnersIceland, amountSek },
});
const file = {
  ...{ game: 'totoeng', draw: 1, sekRate: 1300, rowsAll: 9_000_000 },
  tiers: [tier(1, 3, 1, 1_234), tier(2, 90, 2, 500), tier(3, 900, 0, 60), tier(4, 9_000, 7, 0)],
};
const program = { rules, sales: isk(130_000), rows: 10_000, winners: [1, 2, 0, 7] };

test('the rate less one percent, down to ten krónur', () => {
  const prizes = commonPrizes({ ...program, figures: readFigures('totoeng', file) });
  expect(prizes.lines.map(({ amount, paid, winners }) => [amount, paid, winners])).toEqual([
    // 1,234 × 13.00 × 0.99 = 15,881.58
    [15_880, 15_880, 3],
    [6_430, 12_860, 90],
    [770, 0, 900],
    [0, 0, 9_000],
  ]);
  expect(prizes.contribution).toBe(84_500);
  expect(prizes.due).toBe(1_234 * 13 + 2 * 500 * 13);
});

describe('figures that contradict what was sold and won here', () => {
  const faultOf =
    (change: object, winners = program.winners) =>
    () =>
      commonPrizes({ ...program, winners, figures: readFigures('totoeng', { ...file, ...change }) });

  it('stop the settlement', () => {
    expect(faultOf({ rowsAll: 9_999 })).toThrow(/all countries sold 9999 rows, and we alone 10000/);
    expect(faultOf({}, [0, 2, 0, 7])).toThrow(/13 right were won by 0 rows here, and by 1/);
    expect(faultOf({}, [1, 2, 0, 8])).toThrow(/10 right were won by 8 rows here, and by 7/);
  });
});

describe('figures of xg', () => {
  const xg = poolRulesAt('xg', '2026-11-28');
  const lines = [tier(1, 0, 0, 0), { ...tier(2, 4, 1, 900), right: 10 }, { ...tier(3, 40, 0, 90), right: 8 }];
  const reached = { ...file, tiers: [...lines, { ...tier(4, 400, 5, 9), right: 7 }] };
  const winners = (rows: Record<number, number>) => countedRights('xg').map((right) => rows[right] ?? 0);

  it('say how many are right in each tier', () => {
    const figures = readFigures('xg', reached);
    const given = { rules: xg, sales: isk(13), rows: 1, figures };
    const prizes = commonPrizes({ ...given, winners: winners({ 10: 1, 7: 5, 6: 50 }) });
    expect(prizes.lines.map(({ right, winnersLocal }) => [right, winnersLocal])).toEqual([
      ...[
        [13, 0],
        [10, 1],
        [8, 0],
        [7, 5],
      ],
    ]);
    expect(() => commonPrizes({ ...given, winners: winners({ 10: 1, 9: 1, 7: 5 }) })).toThrow(/9 right/);
    const missing = readFigures('xg', { ...file, tiers: [...lines, tier(4, 0, 0, 0)] });
    expect(missing.tiers[3]).toMatchObject({ right: null, winners: 0 });
  });
});

it.each([
  ['no object', 'text'],
  ['no tiers', { ...file, tiers: undefined }],
  ['a tier too few', { ...file, tiers: file.tiers.slice(1) }],
  ['a tier twice', { ...file, tiers: [...file.tiers.slice(0, 3), file.tiers[2]] }],
  ['no rate', { ...file, sekRate: 0 }],
  ['a rate in krónur', { ...file, sekRate: 13.05 }],
  ['a text as count', { ...file, rowsAll: '9000000' }],
  ['more winners in Iceland', { ...file, tiers: [tier(1, 1, 2, 5), ...file.tiers.slice(1)] }],
  ['an amount without winners', { ...file, tiers: [tier(1, 0, 0, 5), ...file.tiers.slice(1)] }],
])('refuses %s', (_, given) => {
  expect(() => readFigures('totoeng', given)).toThrow(RangeError);
});
