import { expect, test } from 'vitest';
import { compareTurns, type Speeds } from './compare-turns.ts';
import { intervalOf, quantileOfT } from './interval.ts';

test.each([
  [9, 2.262],
  [19, 2.093],
  [39, 2.023],
])('the t quantile of %i degrees of freedom is that of the tables', (degrees, expected) => {
  expect(quantileOfT(degrees)).toBeCloseTo(expected, 3);
});

test('an interval is centred on the geometric mean and grows with the scatter', () => {
  const narrow = intervalOf([0.99, 1.01, 0.99, 1.01, 0.99, 1.01, 0.99, 1.01, 0.99, 1.01]);
  const wide = intervalOf([0.8, 1.25, 0.8, 1.25, 0.8, 1.25, 0.8, 1.25, 0.8, 1.25]);
  expect(wide.ratio).toBeCloseTo(1, 6);
  expect(narrow.low).toBeGreaterThan(0.99);
  expect(narrow.high).toBeLessThan(1.01);
  expect(wide.high - wide.low).toBeGreaterThan(narrow.high - narrow.low);
});

/** A build whose speeds follow each other; notes its letter in `order` at each turn. */
function build(letter: string, speeds: number[], order: string[]): () => Promise<Speeds> {
  let turn = 0;
  return async () => {
    order.push(letter);
    return { only: speeds[turn++ % speeds.length] ?? 0 };
  };
}

test('steady builds are compared in ten turns, each going first in half of them', async () => {
  const order: string[] = [];
  const result = await compareTurns(build('n', [97], order), build('o', [100], order));
  expect(result).toMatchObject({ turns: 10, value: 0.97, isWithin3Percent: true, isNarrow: true });
  expect(order.join('')).toBe(`no${'noon'.repeat(5)}`);
});

test('a build that is four percent slower is not within three percent', async () => {
  const result = await compareTurns(build('n', [96], []), build('o', [100], []));
  expect(result).toMatchObject({ value: 0.96, isWithin3Percent: false });
});

test('a wide interval takes more turns, forty at most, and is given as it is', async () => {
  const result = await compareTurns(build('n', [60, 140], []), build('o', [100], []));
  expect(result).toMatchObject({ turns: 40, isNarrow: false, isWithin3Percent: false });
});

test('cases of one bench count alike, whatever their units', async () => {
  const oldBuild = async () => ({ quick: 1000, slow: 1 });
  const newBuild = async () => ({ quick: 2000, slow: 0.5 });
  const result = await compareTurns(newBuild, oldBuild);
  expect(result.value).toBe(1);
  expect(result.cases.map(({ name, ratio }) => [name, ratio])).toEqual([
    ['quick', 2],
    ['slow', 0.5],
  ]);
});
