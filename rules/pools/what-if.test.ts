import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseGoals, parseSigns } from './panels.ts';
import { expandPicks } from './picks.ts';
import { favouritesOf, type PastProgram, rightRows, whatIf } from './what-if.ts';

const signs = (text: string): number[] => [...text].map((sign) => '1X2'.indexOf(sign));
const row = (text: string) => parseSigns(text) as number[];
const program = (result: string, amounts: [number, number][], rows: number[][]): PastProgram => ({
  ...{ rows, result: signs(result), price: 13 },
  amounts: new Map(amounts),
});
const home = '1111111111111';

test('marks are paid in each program, and get what one row got in its tier', () => {
  const found = whatIf('totoeng', [
    program(
      '111111111111X',
      [
        [12, 5_000],
        [11, 800],
        [10, 0],
      ],
      [row(home)],
    ),
    program('XXXXXXXXXX111', [[10, 210]], [row(home)]),
    program(home, [[12, 4_000]], [row(home)]),
    program('1111111111XXX', [[10, 0]], [row(home)]),
  ]);
  expect(found).toMatchObject({ programs: 4, leftOut: 0, paid: 52, won: 5_000 });
  // Nobody had 13 right in the third: a win without an amount. In the fourth ten right fell away.
  expect(found.wins).toEqual([
    { place: 0, right: 12, rows: 1, amount: 5_000 },
    { place: 2, right: 13, rows: 1, amount: null },
  ]);
  expect(found.best).toEqual([
    { right: 13, programs: 1 },
    { right: 12, programs: 1 },
    { right: 10, programs: 1 },
    { right: 3, programs: 1 },
  ]);
  expect(found.steps).toEqual([
    { paid: 13, won: 5_000 },
    { paid: 26, won: 5_000 },
    { paid: 39, won: 5_000 },
    { paid: 52, won: 5_000 },
  ]);
});

test('each row of an open coupon wins in its own tier', () => {
  // Two doubles: one row has 13 right, two have 12, one has 11.
  const [amounts, rows] = [
    [
      [13, 1_000_000],
      [12, 3_000],
      [11, 500],
    ] as [number, number][],
    [row('AA11111111111')],
  ];
  const found = whatIf('totoeng', [program(home, amounts, rows)]);
  expect(found).toMatchObject({ paid: 4 * 13, won: 1_000_000 + 2 * 3_000 + 500 });
});

test('programs in which nothing would be played are left out', () => {
  const found = whatIf('totoeng', [program(home, [], []), program(home, [], [row(home)])]);
  expect(found).toMatchObject({ programs: 1, leftOut: 1, paid: 13, won: 0 });
});

describe('in xg the three best results below 13 win', () => {
  const goals = parseGoals('1,1,1,1,1,1,1,1,1,1,1,1,1') as number[];
  const right = (count: number) => Array.from({ length: 13 }, (_, match) => (match < count ? 1 : 2));
  const wonWith = (count: number, levels: [number, number][]) => {
    const past = { rows: [goals], result: right(count), price: 13, amounts: new Map(levels) };
    return whatIf('xg', [past]).wins.map(({ right: won, amount }) => [won, amount]);
  };
  const levels: [number, number][] = [
    [8, 90_000],
    [7, 9_000],
    [5, 700],
  ];

  test.each([
    [8, [[8, 90_000]]],
    [5, [[5, 700]]],
    [4, []],
    // A result that nobody had: it would have been among the three best.
    [6, [[6, null]]],
    [13, [[13, null]]],
  ])('%s right', (count, wins) => expect(wonWith(count, levels)).toEqual(wins));

  test('where fewer results were reached, any is enough; none right never', () => {
    expect(wonWith(1, [[8, 90_000]])).toEqual([[1, null]]);
    expect(wonWith(0, [])).toEqual([]);
  });
});

test('rows by right matches are those that a count of all rows finds', () => {
  const masks = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 13, maxLength: 13 });
  const results = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 13, maxLength: 13 });
  fc.assert(
    fc.property(masks, results, (picks, result) => {
      // Few enough to count.
      const few = picks.map((mask, match) => (match < 6 ? mask : 1));
      const counted = new Array<number>(14).fill(0);
      for (const each of expandPicks(few)) {
        const right = each.filter((outcome, match) => outcome === result[match]).length;
        counted[right] = (counted[right] as number) + 1;
      }
      expect(rightRows(few, result)).toEqual(counted);
    }),
    { numRuns: 50 },
  );
});

test('the favourite is the largest share, the first of equals', () => {
  const shares = Array.from({ length: 13 }, () => [40, 40, 20]);
  expect(favouritesOf(shares.with(12, [10, 20, 70]))).toEqual([...Array<number>(12).fill(1), 4]);
  expect(favouritesOf(shares.with(12, [0, 0, 0]))).toBeNull();
  expect(favouritesOf([])).toBeNull();
});
