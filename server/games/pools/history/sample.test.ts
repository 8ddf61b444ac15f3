import { expect, test } from 'vitest';
import { outcomesOf, type PoolId } from '#rules/pools/games.ts';
import { sum } from '#rules/values/money.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { type ProgramOptions, programLine } from '#test/pools/programs.ts';
import { readPrograms } from '../program-file.ts';
import { type Played, rightChances, samplePast } from './sample.ts';

const random = () => seededUint32('past', { mode: 'embedded' });

function played(game: PoolId, week: number, over: Partial<ProgramOptions> = {}): Played {
  const kickOffs = [new Date(Date.UTC(2026, 0, 3 + 7 * week, 15))];
  const [program] = readPrograms(programLine({ game, number: 1 + week, kickOffs, ...over }));
  if (!program) throw new Error('no program');
  return { program, scores: program.matches.map(({ number }) => ({ home: number % 3, away: 1 })) };
}

const weeks = (game: PoolId) => Array.from({ length: 60 }, (_, week) => played(game, week));

test.each(['totoeng', 'xg'] as const)('each program of %s spends its fund to the króna', (game) => {
  let carried = 0;
  for (const { rows, stakes, lines, choices } of samplePast(weeks(game), random())) {
    expect(stakes).toBe(13 * rows);
    expect(lines[0]?.carryIn).toBe(carried);
    for (const { share, moved, carryIn, topUp, pool, paid, carryOut, remainder } of lines) {
      expect(share + moved + carryIn + topUp).toBe(pool);
      expect(paid + carryOut + remainder).toBe(pool);
    }
    // The rest of the 65% is the guarantee fund's.
    expect(sum(lines.map(({ share }) => share))).toBeLessThanOrEqual(0.65 * stakes);
    for (const counts of choices) {
      expect(counts).toHaveLength(outcomesOf(game).length);
      expect(counts.reduce((all, count) => all + count, 0)).toBe(rows);
    }
    carried = lines[0]?.carryOut ?? 0;
  }
  // At least the first tier's share of the fewest sales.
  expect(carried).toBeGreaterThan(200_000);
});

test('the chances of all numbers of right matches add up, and follow those of the matches', () => {
  const chances = rightChances([0.5, 0.5, 1, 0]);
  expect(chances).toEqual([0, 0.25, 0.5, 0.25, 0]);
  const all = rightChances(new Array<number>(13).fill(0.4));
  expect(all).toHaveLength(14);
  expect(all.reduce((whole, chance) => whole + chance, 0)).toBeCloseTo(1, 12);
  expect(all[13]).toBeCloseTo(0.4 ** 13, 12);
});

test('a match without a score is decided by a lot of its chances', () => {
  const units: [number, string][] = samplePast(
    weeks('totoeng').map(({ program, scores }) => ({
      program,
      scores: scores.map((score, index) => (index === 4 ? null : score)),
    })),
    random(),
  ).map(({ outcome }) => {
    const [, unit, sign] = /^lot (\d+) ([1X2])$/.exec(outcome[5] ?? '') ?? [];
    return [Number(unit), sign ?? ''];
  });
  // Odds make chances of 50, 27 and 23.
  for (const [unit, sign] of units) expect(sign).toBe(unit <= 50 ? '1' : unit <= 77 ? 'X' : '2');
  expect(new Set(units.map(([, sign]) => sign)).size).toBe(3);
});

test('the same matches always give the same past', () => {
  expect(samplePast(weeks('xg'), random())).toEqual(samplePast(weeks('xg'), random()));
});
