/**
 * The rules of the three games and of Joker once more, by brute force: nothing here comes from `rules/` or
 * `server/`. Amounts in whole krónur where nothing else is said.
 */

export type GameId = 'lotto' | 'vikinglotto' | 'eurojackpot';

/** Main and extra numbers right (null: any), percent of the pool (null: shared with other countries). */
type TierRule = readonly [main: number, extra: number | null, percent: number | null];
type GameRules = {
  pick: number;
  max: number;
  /** Chosen beside the main numbers, and of how many; lotto draws its one from the same drum instead. */
  extras: number;
  extraMax: number;
  price: number;
  /** Monday is 1. */
  days: readonly number[];
  drawCounts: readonly number[];
  systems: readonly number[];
  tiers: readonly TierRule[];
  /** What a winning row of each shared tier gets, as the simulated organiser says, in euro. */
  euros: readonly string[];
};

export const games: Record<GameId, GameRules> = {
  lotto: {
    ...{ pick: 5, max: 45, extras: 0, extraMax: 0, price: 150, days: [6] },
    ...{ drawCounts: [2, 3, 4, 5, 10], systems: [6, 7, 8, 9, 10], euros: [] },
    tiers: [
      ...([
        [5, null, 57],
        [4, 1, 2],
        [4, 0, 10],
      ] as const),
      ...([
        [3, 1, 4],
        [3, 0, 17],
        [2, 1, 10],
      ] as const),
    ],
  },
  vikinglotto: {
    ...{ pick: 6, max: 48, extras: 1, extraMax: 5, price: 115, days: [3] },
    ...{ drawCounts: [2, 3, 4, 5, 10], systems: [7, 8, 9, 10], euros: ['3000000.00', '101000.25'] },
    tiers: [
      ...([
        [6, 1, null],
        [6, 0, null],
        [5, 1, 28],
      ] as const),
      ...([
        [5, 0, 12],
        [4, null, 20],
        [3, null, 40],
      ] as const),
    ],
  },
  eurojackpot: {
    ...{ pick: 5, max: 50, extras: 2, extraMax: 12, price: 310, days: [2, 5] },
    ...{ drawCounts: [2, 4, 6, 8, 10], systems: [6, 7, 8, 9, 10] },
    tiers: [
      ...([
        [5, 2, null],
        [5, 1, null],
        [5, 0, null],
        [4, 2, null],
        [4, 1, null],
        [3, 2, null],
      ] as const),
      ...([
        [4, 0, null],
        [2, 2, null],
        [3, 1, null],
        [3, 0, null],
        [1, 2, null],
        [2, 1, null],
      ] as const),
    ],
    euros: [
      ...['10000000.00', '450000.00', '91234.50', '4120.30', '280.10', '151.70'],
      ...['99.90', '25.40', '18.20', '15.10', '11.50', '8.70'],
    ],
  },
};
export const gameIds = Object.keys(games) as GameId[];
export const isGame = (id: string): id is GameId => id in games;

/** The organiser's buying rate, in hundredths of a króna. */
export const euroRate = 14_537n;

export const jokerPrice = 250;
export const dayLimit = 100_000;
/** From here a prize waits for handling by hand (must-hold 88). */
export const highWin = 200_000;
const jokerPrizes = [2_500_000, 125_000, 12_500, 2_500] as const;

export type Result = { numbers: number[]; bonus: number[]; joker: string };

/** Every row of `pick` that the chosen numbers hold: one for a plain row, C(n,k) for a system. */
export function rowsOf(numbers: readonly number[], pick = 5): number[][] {
  const rows: number[][] = [];
  const extend = (row: readonly number[], from: number) => {
    if (row.length === pick) return void rows.push([...row]);
    for (let at = from; at < numbers.length; at += 1) extend([...row, numbers[at] as number], at + 1);
  };
  extend([], 0);
  return rows;
}

const rowCounts = new Map<string, number>();
export function rowCountOf(size: number, pick = 5): number {
  const known = rowCounts.get(`${size} ${pick}`);
  if (known !== undefined) return known;
  const counted = rowsOf(
    Array.from({ length: size }, (_, index) => index),
    pick,
  ).length;
  rowCounts.set(`${size} ${pick}`, counted);
  return counted;
}

/** From 1, 0 wins nothing. */
export function tierOf(
  game: GameId,
  row: readonly number[],
  extras: readonly number[],
  { numbers, bonus }: Result,
): number {
  const hits = row.filter((number) => numbers.includes(number)).length;
  const beside = (games[game].extras === 0 ? row : extras).filter((number) => bonus.includes(number)).length;
  return 1 + games[game].tiers.findIndex(([main, extra]) => hits === main && (extra ?? beside) === beside);
}

/** Digits that agree from the front and the back decide; both pairs of two pay twice. Tier 0 is nothing. */
export function jokerWin(ticket: string, drawn: string): { tier: number; units: number; amount: number } {
  let front = 0;
  while (front < 5 && ticket[front] === drawn[front]) front += 1;
  let back = 0;
  while (back < 5 && ticket[4 - back] === drawn[4 - back]) back += 1;
  const best = Math.max(front, back);
  if (best < 2) return { tier: 0, units: 0, amount: 0 };
  const tier = 6 - best;
  const units = front === 2 && back === 2 ? 2 : 1;
  return { tier, units, amount: units * (jokerPrizes[tier - 1] as number) };
}

export const jokerPrizeOf = (tier: number): number => jokerPrizes[tier - 1] ?? 0;

/** Pools and carries in 1/10⁴ kr.: a percentage of a percentage of whole krónur. */
export type Fine = bigint;
const perKrona = 10_000n;
export const fine = (kronur: number): Fine => BigInt(kronur) * perKrona;
const floored = (amount: Fine): number => Number(amount / perKrona);

/** `pool` in whole krónur, as it is published; what goes on to the next draw is exact. */
export type TierLine = { winners: number; pool: number; amount: number; paid: number; carryOut: Fine };

type Sold = {
  /** Stakes of the rows without Joker, and how many rows. */
  sales: number;
  rows: number;
};

/** What the tiers of this country share, in hundredths of a króna; in vikinglotto whole krónur. */
function fundOf(game: GameId, { sales, rows }: Sold): bigint {
  if (game === 'lotto') return BigInt(sales) * 45n;
  if (game === 'eurojackpot') return 0n;
  // 45% less 0.185 euro a row at the rate, in 1/10⁵ kr.
  const exact = BigInt(sales) * 45_000n - BigInt(rows) * 185n * euroRate;
  return (exact / 100_000n) * 100n;
}

/** `carry` and `winners` here by tier, index 0 is tier 1. */
export function prizesOf(
  game: GameId,
  sold: Sold,
  carry: readonly Fine[],
  winners: readonly number[],
): { lines: TierLine[]; remainder: number } {
  const fund = fundOf(game, sold);
  const lines = games[game].tiers.map(([, , percent], index): TierLine => {
    const count = winners[index] ?? 0;
    if (percent === null) return sharedLine(game, index, count);
    const pool = fund * BigInt(percent) + (carry[index] ?? 0n);
    if (count === 0) return { winners: 0, pool: floored(pool), amount: 0, paid: 0, carryOut: pool };
    const amount = Number(pool / (perKrona * 10n * BigInt(count))) * 10;
    return { winners: count, pool: floored(pool), amount, paid: amount * count, carryOut: 0n };
  });
  const sum = (pick: (line: TierLine) => number) => lines.reduce((total, line) => total + pick(line), 0);
  const local = lines.filter((_, index) => games[game].tiers[index]?.[2] !== null);
  const whole = Number((fund + 99n) / 100n) + carry.reduce((total, amount) => total + floored(amount), 0);
  const left = sum(({ carryOut }) => floored(carryOut));
  return { lines, remainder: whole - local.reduce((total, { paid }) => total + paid, 0) - left };
}

/** Winners of a shared tier in all countries: those abroad grow with the tier, and the first has none. */
export const winnersEverywhere = (tier: number, here: number): number => here + 3 * (tier - 1);

/** In cents, for each winning row. Where many win one of the two rare tiers, they share its pool. */
export function euroCents(game: GameId, index: number, winners: number): bigint {
  const cents = BigInt((games[game].euros[index] ?? '0').replace('.', ''));
  const shared = index === 0 ? 1 : 10;
  return index < 2 && winners > shared ? (cents * BigInt(shared)) / BigInt(winners) : cents;
}

function sharedLine(game: GameId, index: number, here: number): TierLine {
  const winners = winnersEverywhere(index + 1, here);
  const cents = euroCents(game, index, winners);
  const amount = winners > 0 ? Number((cents * euroRate) / 100_000n) * 10 : 0;
  return { winners, pool: 0, amount, paid: amount * here, carryOut: 0n };
}
