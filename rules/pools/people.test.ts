/** What people choose is counted without making the rows: it must be what the rows say. */
import { expect, test } from 'vitest';
import { expandCoupon } from './coupon.ts';
import { goals, matchCount, signs } from './games.ts';
import { outcomeRowsOf, sharesOf } from './people.ts';
import { type Picks, wordsOf } from './picks.ts';
import { systems } from './systems.ts';

type Played = { system: number; rows: readonly Picks[] };

/** By the rows themselves. */
function expectedOf(coupon: Played, outcomes: number): number[][] {
  const counted = Array.from({ length: matchCount }, () => new Array<number>(outcomes).fill(0));
  for (const row of expandCoupon(coupon))
    row.forEach((outcome, match) => {
      (counted[match] as number[])[outcome] = (counted[match]?.[outcome] ?? 0) + 1;
    });
  return counted;
}

const countedOf = ({ system, rows }: Played, outcomes: number) =>
  outcomeRowsOf({ system, rows: rows.map((picks) => wordsOf(picks, outcomes)) }, outcomes);

test.each(systems)('$id plays each sign as often as its rows do', (system) => {
  const { number, full, half, type } = system;
  // Triples and doubles mixed, and single signs between them.
  const doubles = [0b011, 0b101, 0b110];
  const panel = Array.from({ length: matchCount }, (_, match) => {
    const place = (5 * match) % matchCount;
    if (place < full) return 0b111;
    return place < full + half ? (doubles[match % 3] as number) : 1 << (match % 3);
  });
  const base = panel.map((mask, match) => {
    if (mask === 0b111) return 1 << (match % 3);
    return [0b011, 0b101, 0b110].includes(mask) ? mask & -mask : 0;
  });
  const coupon = { system: number, rows: type === 'U' ? [panel, base] : [panel] };
  expect(countedOf(coupon, signs.length)).toEqual(expectedOf(coupon, signs.length));
});

test('single and open rows are counted as they are sold', () => {
  const single = (seed: number, outcomes: number) =>
    Array.from({ length: matchCount }, (_, match) => 1 << ((seed * 7 + match * match) % outcomes));
  for (const outcomes of [signs.length, goals.length]) {
    const singles = { system: 0, rows: Array.from({ length: 50 }, (_, seed) => single(seed, outcomes)) };
    expect(countedOf(singles, outcomes)).toEqual(expectedOf(singles, outcomes));
    const open = single(3, outcomes).map((mask, match) =>
      match < 5 ? mask | 1 | (1 << (outcomes - 1)) : mask,
    );
    const opened = { system: 1, rows: [open, single(4, outcomes)] };
    expect(countedOf(opened, outcomes)).toEqual(expectedOf(opened, outcomes));
  }
});

test('shares are whole percent of a hundred; of equal remainders the first takes the odd unit', () => {
  expect(sharesOf([0, 0, 0])).toBeNull();
  expect(sharesOf([1, 1, 1])).toEqual([34, 33, 33]);
  expect(sharesOf([0, 5, 0])).toEqual([0, 100, 0]);
  expect(sharesOf([2_000_001, 1, 1_000_000])).toEqual([67, 0, 33]);
});
