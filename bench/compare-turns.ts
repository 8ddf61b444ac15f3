import { type Interval, intervalOf } from './interval.ts';
import { rounded } from './load.ts';

/** Speeds by case, in any unit: more is faster. */
export type Speeds = Record<string, number>;

/** Measures one build for some seconds. */
export type Turn = () => Promise<Speeds>;

const leastTurns = 10;
const mostTurns = 40;
/** An interval this narrow needs no more turns. */
const narrow = 0.06;
/** "Within 3 %": the new build may be this fast, by the upper end of the interval. */
const within3Percent = 0.97;

export type Comparison = {
  /** Speed of the new build ÷ the old one, over all cases. */
  value: number;
  interval: [low: number, high: number];
  turns: number;
  isNarrow: boolean;
  isWithin3Percent: boolean;
  cases: { name: string; ratio: number; interval: [low: number, high: number] }[];
};

/** Alternates two builds until the interval of their ratio is narrow enough. */
export async function compareTurns(newBuild: Turn, oldBuild: Turn): Promise<Comparison> {
  await warmUp(newBuild, oldBuild);
  const turns: Speeds[] = [];
  let over: Interval = { ratio: 1, low: 0, high: Number.POSITIVE_INFINITY };
  while (turns.length < leastTurns || (over.high - over.low > narrow && turns.length < mostTurns)) {
    turns.push(await ratiosOfTurn(newBuild, oldBuild, turns.length % 2 === 0));
    if (turns.length < 2) continue;
    over = intervalOf(turns.map(geometricMean));
    console.error(`turn ${turns.length}: ${JSON.stringify(roundedInterval(over))}`);
  }
  const isNarrow = over.high - over.low <= narrow;
  const { ratio, interval } = roundedInterval(over);
  return {
    value: ratio,
    interval,
    turns: turns.length,
    isNarrow,
    isWithin3Percent: isNarrow && over.high >= within3Percent,
    cases: Object.keys(turns[0] ?? {}).map((name) => ({
      name,
      ...roundedInterval(intervalOf(turns.map((turn) => turn[name] ?? Number.NaN))),
    })),
  };
}

/** Cold caches and code that is not compiled yet would decide the first turn. */
async function warmUp(newBuild: Turn, oldBuild: Turn): Promise<void> {
  await newBuild();
  await oldBuild();
}

/** The one that goes first changes with each turn, so that a drift of the machine favours neither. */
async function ratiosOfTurn(newBuild: Turn, oldBuild: Turn, isNewFirst: boolean): Promise<Speeds> {
  const first = await (isNewFirst ? newBuild : oldBuild)();
  const second = await (isNewFirst ? oldBuild : newBuild)();
  const [newSpeeds, oldSpeeds] = isNewFirst ? [first, second] : [second, first];
  return Object.fromEntries(
    Object.entries(newSpeeds).map(([name, speed]) => [name, speed / (oldSpeeds[name] ?? Number.NaN)]),
  );
}

function geometricMean(ratios: Speeds): number {
  const logs = Object.values(ratios).map(Math.log);
  return Math.exp(logs.reduce((sum, each) => sum + each, 0) / logs.length);
}

function roundedInterval({ ratio, low, high }: Interval) {
  return {
    ratio: rounded(ratio, 3),
    interval: [rounded(low, 3), rounded(high, 3)] as [number, number],
  };
}
