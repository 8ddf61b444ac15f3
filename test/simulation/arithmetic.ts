/**
 * The rules of lotto 5/45 and Joker once more, by brute force: nothing here comes from `rules/` or `server/`.
 * Amounts in whole krónur where nothing else is said.
 */

export const rowPrice = 150;
export const jokerPrice = 250;
export const dayLimit = 100_000;
/** From here a prize waits for handling by hand (must-hold 88). */
export const highWin = 200_000;
const fundPercent = 45;
const tierPercents = [57, 2, 10, 4, 17, 10] as const;
export const tierCount = tierPercents.length;
const jokerPrizes = [2_500_000, 125_000, 12_500, 2_500] as const;

export type Result = { numbers: number[]; bonus: number; joker: string };

/** Every row of five that the chosen numbers hold: one for a plain row, C(n,5) for a system. */
export function rowsOf(numbers: readonly number[]): number[][] {
  const rows: number[][] = [];
  const extend = (row: readonly number[], from: number) => {
    if (row.length === 5) return void rows.push([...row]);
    for (let at = from; at < numbers.length; at += 1) extend([...row, numbers[at] as number], at + 1);
  };
  extend([], 0);
  return rows;
}

const rowCounts = new Map<number, number>();
export function rowCountOf(size: number): number {
  const known = rowCounts.get(size);
  if (known !== undefined) return known;
  const counted = rowsOf(Array.from({ length: size }, (_, index) => index)).length;
  rowCounts.set(size, counted);
  return counted;
}

/** 1 … 6, 0 wins nothing. */
export function tierOf(row: readonly number[], { numbers, bonus }: Result): number {
  const hits = row.filter((number) => numbers.includes(number)).length;
  const withBonus = row.includes(bonus);
  if (hits === 5) return 1;
  if (hits === 4) return withBonus ? 2 : 3;
  if (hits === 3) return withBonus ? 4 : 5;
  return hits === 2 && withBonus ? 6 : 0;
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

/** @param sales row stakes without Joker; `carry` and `winners` by tier, index 0 is tier 1 */
export function prizesOf(
  sales: number,
  carry: readonly Fine[],
  winners: readonly number[],
): { fund: number; lines: TierLine[]; remainder: number } {
  const fund = sales - Number((BigInt(sales) * BigInt(100 - fundPercent)) / 100n);
  const lines = tierPercents.map((percent, index): TierLine => {
    const pool = BigInt(sales * fundPercent) * BigInt(percent) + (carry[index] ?? 0n);
    const count = winners[index] ?? 0;
    if (count === 0) return { winners: 0, pool: floored(pool), amount: 0, paid: 0, carryOut: pool };
    const amount = Number(pool / (perKrona * 10n * BigInt(count))) * 10;
    return { winners: count, pool: floored(pool), amount, paid: amount * count, carryOut: 0n };
  });
  const sum = (pick: (line: TierLine) => number) => lines.reduce((total, line) => total + pick(line), 0);
  const carried = carry.reduce((total, amount) => total + floored(amount), 0);
  const left = sum(({ carryOut }) => floored(carryOut));
  return { fund, lines, remainder: carried + fund - sum((line) => line.paid) - left };
}
