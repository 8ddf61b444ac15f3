/**
 * What past draws counted: how often each number, pair and Joker digit came up, beside what chance alone
 * makes likely. A number counts only in draws whose matrix had it. It says nothing of the next draw.
 */
import { choose } from './combinations.ts';
import { rulesOf } from './games.ts';
import { jokerLength } from './joker.ts';

export type StatisticsDraw = {
  readonly rulesId: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly numbers: readonly number[];
  readonly bonusNumbers: readonly number[];
  /** `01234`, null where it is not known. */
  readonly joker: string | null;
};

/** What chance makes likely: the mean, and the deviation within twice which 95 of 100 counts lie. */
export type Chance = { readonly expected: number; readonly deviation: number };

export type NumberCount = Chance & {
  readonly number: number;
  readonly count: number;
  /** Null when it never came up. */
  readonly last: string | null;
  /** Draws after the last one in which it came up. */
  readonly since: number;
};

export type Drum = 'main' | 'bonus';

/** Each number of every matrix of these draws, in order. @param draws newest first */
export function countNumbers(draws: readonly StatisticsDraw[], drum: Drum): NumberCount[] {
  const drums = drumsOf(draws, drum);
  const counts = new Map<number, { count: number; last: string | null; since: number }>();
  for (const [place, draw] of draws.entries()) {
    for (const number of drum === 'main' ? draw.numbers : draw.bonusNumbers) {
      const known = counts.get(number);
      if (known) known.count += 1;
      else counts.set(number, { count: 1, last: draw.date, since: place });
    }
  }
  const max = Math.max(0, ...drums.map((each) => each.max));
  return Array.from({ length: max }, (_, index) => {
    const number = index + 1;
    const found = counts.get(number) ?? { count: 0, last: null, since: draws.length };
    const trials = drums
      .filter((each) => number <= each.max)
      .map(({ draws: many, pick, max: of }) => ({ draws: many, share: pick / of }));
    return { number, ...found, ...chanceOf(trials) };
  });
}

export type PairCount = { readonly numbers: readonly [number, number]; readonly count: number };

/** The pairs of main numbers that came up most often together, and what chance gives any pair. */
export function countPairs(draws: readonly StatisticsDraw[], howMany: number) {
  const counts = new Map<number, number>();
  for (const { numbers } of draws) {
    const ascending = numbers.toSorted((a, b) => a - b);
    for (const [place, low] of ascending.entries())
      for (const high of ascending.slice(place + 1)) {
        const key = low * 100 + high;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  }
  const pairs = [...counts]
    .map(([key, count]): PairCount => ({ numbers: [Math.floor(key / 100), key % 100], count }))
    .sort((a, b) => b.count - a.count || a.numbers[0] - b.numbers[0] || a.numbers[1] - b.numbers[1]);
  const trials = drumsOf(draws, 'main').map(({ draws: many, pick, max }) => ({
    draws: many,
    share: choose(pick, 2) / choose(max, 2),
  }));
  return { pairs: pairs.slice(0, howMany), ...chanceOf(trials) };
}

export type DigitCount = Chance & {
  readonly digit: number;
  readonly count: number;
  /** By place, the first digit first. */
  readonly places: readonly number[];
};

/** Of the draws whose Joker is known. */
export function countJoker(draws: readonly StatisticsDraw[]): { draws: number; digits: DigitCount[] } {
  const known = draws.flatMap(({ joker }) => (joker === null ? [] : [joker]));
  const digits = Array.from({ length: 10 }, (_, digit): DigitCount => {
    const places = Array.from(
      { length: jokerLength },
      (_place, place) => known.filter((joker) => joker[place] === String(digit)).length,
    );
    const count = places.reduce((sum, each) => sum + each, 0);
    return { digit, count, places, ...chanceOf([{ draws: known.length * jokerLength, share: 0.1 }]) };
  });
  return { draws: known.length, digits };
}

/** Whether all of these draws were drawn from the same balls. */
export function isOneMatrix(draws: readonly StatisticsDraw[]): boolean {
  return new Set(draws.map(({ rulesId }) => rulesOf({ rulesId }).matrix)).size <= 1;
}

function drumsOf(draws: readonly StatisticsDraw[], drum: Drum) {
  const many = new Map<string, number>();
  for (const { rulesId } of draws) many.set(rulesId, (many.get(rulesId) ?? 0) + 1);
  return [...many].map(([rulesId, count]) => {
    const { main, drawnBonus } = rulesOf({ rulesId });
    const { pick, max } = drum === 'main' ? main : { pick: drawnBonus.count, max: drawnBonus.max };
    return { draws: count, pick, max };
  });
}

function chanceOf(trials: readonly { draws: number; share: number }[]): Chance {
  const expected = trials.reduce((sum, { draws, share }) => sum + draws * share, 0);
  const variance = trials.reduce((sum, { draws, share }) => sum + draws * share * (1 - share), 0);
  return { expected, deviation: Math.sqrt(variance) };
}
