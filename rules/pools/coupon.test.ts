import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Coupon, expandCoupon, rowCountOf } from './coupon.ts';
import { goals, outcomeOfScore, signs } from './games.ts';
import { formatGoals, formatSigns, parseBaseSigns, parseGoals, parseSigns } from './panels.ts';
import { type Picks, picksOf, wordsOf } from './picks.ts';
import { systemOf, systems } from './systems.ts';

const signPicks = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 13, maxLength: 13 });
const goalPicks = fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 13, maxLength: 13 });

const written = (coupon: Coupon) =>
  [...expandCoupon(coupon)].map((row) => row.map((outcome) => signs[outcome]).join(''));

function signCoupon(system: string, ...panels: string[]): Coupon {
  const [first = '', base] = panels;
  const rows = [parseSigns(first), base === undefined ? [] : parseBaseSigns(base)] as Picks[];
  return { system: systemOf(system)?.number ?? 1, rows: base === undefined ? rows.slice(0, 1) : rows };
}

describe('panels', () => {
  it('are read as they are written', () => {
    fc.assert(
      fc.property(signPicks, (picks) => {
        expect(parseSigns(formatSigns(picks))).toEqual(picks);
      }),
    );
    fc.assert(
      fc.property(goalPicks, (picks) => {
        expect(parseGoals(formatGoals(picks))).toEqual(picks);
      }),
    );
  });

  it('say which signs a letter plays', () => {
    expect(parseSigns('1X2ABCD111111')).toEqual([1, 2, 4, 3, 5, 6, 7, 1, 1, 1, 1, 1, 1]);
    expect(parseGoals('2/3,1,2,2,0/1,3,2,4,1,2/3/4,7+,2,0')).toEqual([
      ...[0b1100, 0b10, 0b100, 0b100, 0b11, 0b1000, 0b100],
      ...[0b10000, 0b10, 0b11100, 0b1000_0000, 0b100, 1],
    ]);
    expect(parseBaseSigns('1X211--------')).toEqual([1, 2, 4, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it.each([
    '',
    '1X21X21X21X2',
    '1X21X21X21X21X',
    '1x21X21X21X21',
    '1X21X21X21X2E',
    '1X21X21X21X2-',
    '1X21X21X21X2３',
  ])('refuse the signs %j', (text) => expect(parseSigns(text)).toBeNull());

  it.each(['', '7', '8', '7+/7+', '3/2', '2/2', '/2', '2/', ' 2', '07', '2/3/', '٣'])(
    'refuse the pick %j',
    (pick) => {
      expect(parseGoals(`${pick},1,2,2,0,3,2,4,1,2,7+,2,0`)).toBeNull();
    },
  );

  it('refuse a row of twelve and of fourteen picks', () => {
    expect(parseGoals('1,1,2,2,0,3,2,4,1,2,7+,2')).toBeNull();
    expect(parseGoals('1,1,2,2,0,3,2,4,1,2,7+,2,0,0')).toBeNull();
  });
});

describe('words', () => {
  it('hold every pick and stay safe integers', () => {
    const check = (outcomes: number) => (picks: number[]) => {
      const words = wordsOf(picks, outcomes);
      expect(words.every(Number.isSafeInteger)).toBe(true);
      expect(words).toHaveLength(outcomes > 4 ? 2 : 1);
      expect(picksOf(words)).toEqual(picks);
    };
    fc.assert(fc.property(signPicks, check(signs.length)));
    fc.assert(fc.property(goalPicks, check(goals.length)));
    expect(wordsOf(new Array(13).fill(255), 8)).toEqual([2 ** 52 - 1, 2 ** 52 - 1]);
  });

  it('have a bit for each match and outcome', () => {
    expect(wordsOf([1, ...new Array<number>(12).fill(0)], 3)).toEqual([1]);
    expect(wordsOf([...new Array<number>(12).fill(0), 4], 3)).toEqual([2 ** 38]);
    expect(wordsOf([...new Array<number>(12).fill(0), 128], 8)).toEqual([0, 2 ** 51]);
  });
});

describe('rows of a coupon', () => {
  it('are those of the examples', () => {
    expect(written(signCoupon('S-4-0-9', 'D1D1D1D1X2X12'))).toEqual([
      ...['11111111X2X12', '11X1X121X2X12', '112121X1X2X12', 'X111X1X1X2X12', 'X1X12111X2X12'],
      ...['X1211121X2X12', '21112121X2X12', '21X111X1X2X12', '2121X111X2X12'],
    ]);
    expect(written(signCoupon('S-0-3-2', 'A1B1C11111111'))).toEqual(['1111X11111111', 'X121211111111']);
    expect(written(signCoupon('U-5-0-12', 'DDDDD11111111', '1X211--------'))).toEqual([
      ...[
        '1X21X11111111',
        '1X21211111111',
        '1X22111111111',
        '1X11111111111',
        '1XX1111111111',
        '1221X11111111',
      ],
      ...[
        '1121111111111',
        'X22X111111111',
        'X121211111111',
        '2X21111111111',
        '2X22211111111',
        '2XX2211111111',
      ],
    ]);
  });

  it('of open tickets are all combinations, each once', () => {
    const rows = written(signCoupon('O', 'DA1C2X1112X1B'));
    expect(rows).toHaveLength(3 * 2 ** 3);
    expect(new Set(rows).size).toBe(24);
    expect(rows.every((row) => /^[1X2][1X]1[X2]2X1112X1[12]$/.test(row))).toBe(true);
  });

  it('of panels with several goals are all combinations', () => {
    const picks = parseGoals('2/3,1,2,2,0/1,3,2,4,1,2/3/4,7+,2,0') as Picks;
    const rows = [...expandCoupon({ system: 0, rows: [picks, picks] })];
    expect(rows).toHaveLength(24);
    expect(rows[0]).toEqual([2, 1, 2, 2, 0, 3, 2, 4, 1, 2, 7, 2, 0]);
    expect(rowCountOf({ system: 0, rows: [picks, picks] })).toBe(24);
  });

  it('of every system are as many as it is sold for, among the marked signs, around its base', () => {
    for (const { id, type, full, half, rows } of systems) {
      const covers = [...'D'.repeat(full), ...[...'ABC'.repeat(5)].slice(0, half)].reverse().join('');
      const panel = covers.padEnd(13, 'X');
      const base = [...covers].map((letter) => ({ A: 'X', B: '2', C: 'X', D: '2' })[letter]).join('');
      const coupon = signCoupon(id, panel, ...(type === 'U' ? [base.padEnd(13, '-')] : []));
      const all = [...expandCoupon(coupon)];
      expect(all).toHaveLength(rows);
      expect(new Set(all.map(String)).size).toBe(rows);
      const [picks] = coupon.rows as [Picks];
      expect(
        all.every((row) => row.every((outcome, match) => ((picks[match] as number) >> outcome) & 1)),
      ).toBe(true);
    }
  });
});

it('a score is a sign and a number of goals', () => {
  expect([
    outcomeOfScore('totoeng', 2, 1),
    outcomeOfScore('totoeur', 1, 1),
    outcomeOfScore('totoeng', 0, 5),
  ]).toEqual([0, 1, 2]);
  expect(
    [
      [4, 0],
      [3, 1],
      [2, 2],
      [1, 3],
      [0, 4],
    ].map(([a = 0, b = 0]) => outcomeOfScore('xg', a, b)),
  ).toEqual([4, 4, 4, 4, 4]);
  expect([outcomeOfScore('xg', 0, 0), outcomeOfScore('xg', 7, 0), outcomeOfScore('xg', 6, 5)]).toEqual([
    0, 7, 7,
  ]);
});
