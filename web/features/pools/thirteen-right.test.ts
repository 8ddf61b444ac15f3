/** The pool of 13 over 1 + rows sold × the product of the people's shares, down to 10 kr. */
import { expect, test } from 'vitest';
import { matchCount } from '#rules/pools/games.ts';
import { parsePicks } from '#rules/pools/panels.ts';
import type { PlayProgram } from './program.ts';
import { quote, quoteFile } from './quote.ts';
import { emptySlip } from './slip.ts';
import { estimateOf13 } from './thirteen-right.ts';

const match = {
  ...{ home: 'A', away: 'B', competition: '', kickOff: '', isMoved: false, isOff: false },
  ...{ chances: [50, 27, 23], forecast: null, odds: null, people: [50, 30, 20] },
};
/** So many rows that half of them in each of thirteen matches leaves one. */
const program: PlayProgram = {
  ...{ gameId: 'totoeng', programId: '1', groupId: 'sat', week: 38, amountRow: 13, carry: 0 },
  ...{ closeDate: '', playDate: '', resultDate: '', prizeShare: 6_500, rulesId: 'totoeng-2022' },
  ...{ rowsSold: 2 ** 13, firstPool: 1_000_005, isSample: false },
  matches: Array.from({ length: matchCount }, (_, index) => ({ ...match, number: index + 1 })),
};
const of = (panel: string, on = program) =>
  estimateOf13(quote({ ...emptySlip, rows: [parsePicks('totoeng', panel) ?? []] }, on), on, null);

test('one row of others is expected beside the most popular row: the pool is halved', () => {
  expect(of('1111111111111')).toEqual({ likeliest: 500_000, leastLikely: 500_000 });
});

test('of several rows the one that most play gets least', () => {
  // 0.6 rows of others where X stands in the place of 1.
  expect(of('A111111111111')).toEqual({ likeliest: 500_000, leastLikely: 625_000 });
});

test('rows of a file are looked at one by one', () => {
  const file = { name: 'a.txt', rows: '1111111111111|X111111111111' };
  const estimate = estimateOf13(quoteFile(file, null, program), program, file);
  expect(estimate).toEqual({ likeliest: 500_000, leastLikely: 625_000 });
});

test('nothing is said before the first sale, of a pool that others decide, and of an empty slip', () => {
  const unsold = { ...program, matches: program.matches.map((each) => ({ ...each, people: null })) };
  expect(of('1111111111111', unsold)).toBeNull();
  expect(of('1111111111111', { ...program, firstPool: null })).toBeNull();
  expect(estimateOf13(quote(emptySlip, program), program, null)).toBeNull();
});
