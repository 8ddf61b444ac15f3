/**
 * Plausibility of an organiser's figures (docs/rules/number-lotteries.md, Plausible figures). They
 * are compared with local sales and winners, contributions per row, carries, caps and the last
 * exchange rate. Two people who import the same file are a single check, so only this one finds a
 * misplaced decimal point.
 */

import {
  type EuroMilliCent,
  type EuroRate,
  euroMilliCent,
  formatEuro,
  formatEuroRate,
  parseEuro,
  parseEuroRate,
} from '../values/euro.ts';
import { choose } from './combinations.ts';
import type { Figures, TierFigures } from './figures.ts';
import { commonFund, type EarlierDraw, type ExpectedTier, expectedTiers, poolBounds } from './pool-bounds.ts';
import type { RuleVersion } from './versions.ts';

export type KnownHere = {
  /** Sold in Iceland, by the seal. */
  readonly rows: number;
  /** Our own winning rows by tier, as both engines count them. */
  readonly winners: { readonly [tier: number]: number | undefined };
  /** Draws of the game before this one, newest first and without a gap. */
  readonly earlier: readonly EarlierDraw[];
  /** Of the last settled draw of any game; null when it is too old to compare with. */
  readonly lastRate: EuroRate | null;
};

/** Króna per euro: since 1999 it has stayed between 80 and 190. */
const rateLeast = parseEuroRate('60');
const rateMost = parseEuroRate('260');
/** The most that the rate may differ from the last one, in hundredths of it. */
const rateStepPercent = 25n;

/** Bounds of the rows sold, by how many different rows there are. */
const rowsMostTimes = 10;
const rowsLeastPart = 250;
/** Sales of two draws one after another: at most so many times apart. */
const rowsStepTimes = 10;

/**
 * Expected winners of a tier. From `manyWinners` on its prize varies little; below `someWinners` it
 * varies too much for an upper bound.
 */
const someWinners = 20;
const manyWinners = 1_000;

/** In words, one for each figure that cannot be right; empty when all can be. */
export function figuresFaults(version: RuleVersion, figures: Figures, known: KnownHere): string[] {
  const rows = rowFaults(version, figures, known);
  const rate = rateFaults(version, figures, known);
  const winners = winnerFaults(version, figures, known);
  // Without believable rows nothing can be said about the amounts.
  if (rows.length > 0) return [...rate, ...rows, ...winners];
  return [
    ...rate,
    ...winners,
    ...poolFaults(version, figures, known),
    ...meanFaults(version, figures, known),
    ...orderFaults(version, figures),
    ...nextFaults(version, figures, known),
  ];
}

function rateFaults(version: RuleVersion, { euroRate }: Figures, { lastRate }: KnownHere): string[] {
  const rate = `euroRate is ${formatEuroRate(euroRate)}`;
  const faults: string[] = [];
  if (euroRate < rateLeast || euroRate > rateMost)
    faults.push(`${rate}; it lies between ${formatEuroRate(rateLeast)} and ${formatEuroRate(rateMost)}`);
  const most = rateOfAllSales(version);
  if (most !== null && euroRate > most)
    faults.push(
      `${rate}; from ${formatEuroRate(most)} a row would give more to the common pools than its price allows`,
    );
  if (lastRate !== null && stepPercent(euroRate, lastRate) > rateStepPercent)
    faults.push(
      `${rate}, and at the last settled draw it was ${formatEuroRate(lastRate)}: ` +
        `they differ by more than ${rateStepPercent}%`,
    );
  return faults;
}

function stepPercent(rate: EuroRate, last: EuroRate): bigint {
  const step = rate > last ? rate - last : last - rate;
  return (step * 100n + last - 1n) / last;
}

/** Highest possible rate: here a row's contribution in euros takes its whole share of the price. */
function rateOfAllSales(version: RuleVersion): EuroRate | null {
  const fund = commonFund(version);
  if (!version.sale) return null;
  const price = BigInt(version.sale.amountRow);
  if (fund.kind === 'common') return ((price * 100_000n * 10_000n) / parseEuro(fund.euroPerRow)) as EuroRate;
  const { tier1, tier2, booster } = fund.euroPerRow;
  const contribution = parseEuro(tier1) + parseEuro(tier2) + parseEuro(booster);
  return ((price * BigInt(fund.salesBasisPoints) * 100_000n) / contribution) as EuroRate;
}

function rowFaults(version: RuleVersion, { rowsAll }: Figures, known: KnownHere): string[] {
  const { main, chosenBonus } = version;
  const different = choose(main.max, main.pick) * choose(chosenBonus.max, chosenBonus.count);
  const [least, most] = [Math.ceil(different / rowsLeastPart), different * rowsMostTimes];
  if (rowsAll < known.rows) return [`rowsAll is ${rowsAll}, and Iceland alone sold ${known.rows} rows`];
  if (rowsAll < least || rowsAll > most)
    return [`rowsAll is ${rowsAll}; it lies between ${least} and ${most}`];
  const last = known.earlier[0]?.figures.rowsAll;
  if (last !== undefined && (rowsAll > last * rowsStepTimes || last > rowsAll * rowsStepTimes))
    return [`rowsAll is ${rowsAll}, and in the draw before it was ${last}`];
  return [];
}

function winnerFaults(version: RuleVersion, figures: Figures, known: KnownHere): string[] {
  const faults: string[] = [];
  const expected = expectedTiers(version, figures.rowsAll);
  for (const { tier, winners, winnersIceland } of figures.tiers) {
    const here = known.winners[tier] ?? 0;
    if (winnersIceland !== here)
      faults.push(`winnersIceland of tier ${tier} is ${winnersIceland}; we count ${here} winning rows here`);
    const most = mostWinners(expected.find((each) => each.tier === tier)?.winners ?? 0);
    if (winners > most)
      faults.push(`winners of tier ${tier} is ${winners}; ${figures.rowsAll} rows can have at most ${most}`);
  }
  const all = figures.tiers.reduce((sum, { winners }) => sum + winners, 0);
  if (all > figures.rowsAll) faults.push(`${all} winning rows are more than rowsAll, ${figures.rowsAll}`);
  return faults;
}

/** Players choose some rows far more often than others, the more so the rarer the tier is. */
function mostWinners(expected: number): number {
  return Math.ceil(expected >= manyWinners ? 20 * expected : 1_000 + 1_000 * expected);
}

const paidIn = ({ winners, amountEuro }: TierFigures): EuroMilliCent =>
  euroMilliCent(amountEuro * BigInt(winners));

/**
 * No tier pays more than its pool and those below it, which lend to it where it would pay less than they do;
 * the first prize stands alone, between its guarantee and its cap.
 */
function poolFaults(version: RuleVersion, figures: Figures, { earlier }: KnownHere): string[] {
  const faults: string[] = [];
  const bounds = poolBounds(version, figures, earlier);
  const least = parseEuro(commonFund(version).tier1MinEuro);
  const [first] = figures.tiers;
  if (first && first.winners > 0) {
    const paid = paidIn(first);
    const most = bounds[0] ?? 0n;
    if (paid > most) faults.push(above('Tier 1 pays', paid, euroMilliCent(most)));
    // Rounded down for each winner, at most a euro.
    if (paid + BigInt(first.winners) * parseEuro('1') < least)
      faults.push(`Tier 1 pays ${formatEuro(paid)} EUR; it is guaranteed ${formatEuro(least)} EUR`);
  }
  let [paid, most] = [0n, 0n];
  for (let place = figures.tiers.length - 1; place > 0; place -= 1) {
    const line = figures.tiers[place] as TierFigures;
    paid += paidIn(line);
    most += bounds[place] ?? 0n;
    if (paid <= most) continue;
    const last = figures.tiers.at(-1)?.tier;
    const what = line.tier === last ? `Tier ${last} pays` : `Tiers ${line.tier} to ${last} together pay`;
    faults.push(above(what, euroMilliCent(paid), euroMilliCent(most)));
    break;
  }
  return faults;
}

function above(what: string, paid: EuroMilliCent, most: EuroMilliCent): string {
  const bound = `what the rows gave and earlier draws left is at most ${formatEuro(most)} EUR`;
  return `${what} ${formatEuro(paid)} EUR; ${bound}`;
}

/** Compares the prize of each tier with its mean and with the mean of the fullest possible pool. */
function meanFaults(version: RuleVersion, figures: Figures, { earlier }: KnownHere): string[] {
  const bounds = poolBounds(version, figures, earlier);
  return expectedTiers(version, figures.rowsAll).flatMap((expected, place) => {
    const line = figures.tiers[place];
    if (!line || line.winners === 0 || expected.winners <= 0) return [];
    const fault = meanFault(expected, line, bounds[place] ?? 0n);
    return fault ? [`amountEuro of tier ${line.tier} is ${formatEuro(line.amountEuro)}; ${fault}`] : [];
  });
}

function meanFault(expected: ExpectedTier, line: TierFigures, pool: bigint): string | null {
  const perWinner = (amount: bigint) => BigInt(Math.round(Number(amount) / expected.winners));
  const [mean, fullest] = [perWinner(expected.share), perWinner(pool)];
  const times = expected.winners >= manyWinners ? 4n : 8n;
  if (expected.winners >= someWinners && line.amountEuro > times * fullest)
    return `on average it is ${formatEuro(euroMilliCent(fullest))}, and ${times} times that is too much`;
  // Popular numbers are won by many, and then their pool is paid out all the same.
  const isLow = line.amountEuro * 4n < mean && paidIn(line) * 4n < expected.share;
  return isLow
    ? `on average it is ${formatEuro(euroMilliCent(mean))}, and a quarter of that is too little`
    : null;
}

/** A tier never pays less than one that is easier to win; told of those that are won often. */
function orderFaults(version: RuleVersion, figures: Figures): string[] {
  const often = new Set(
    expectedTiers(version, figures.rowsAll).flatMap(({ tier, winners }) =>
      winners >= manyWinners ? [tier] : [],
    ),
  );
  const lines = figures.tiers.filter(({ tier, winners }) => often.has(tier) && winners > 0);
  return lines.flatMap((line, index) => {
    const easier = lines[index + 1];
    if (!easier || line.amountEuro >= easier.amountEuro) return [];
    const [amount, more] = [formatEuro(line.amountEuro), formatEuro(easier.amountEuro)];
    return [`Tier ${line.tier} pays ${amount} EUR, less than tier ${easier.tier} with ${more} EUR`];
  });
}

function nextFaults(version: RuleVersion, figures: Figures, { earlier }: KnownHere): string[] {
  const { rowsAll, nextFirstPrizeEuro, tiers } = figures;
  const fund = commonFund(version);
  const [least, cap] = [parseEuro(fund.tier1MinEuro), parseEuro(fund.capEuro)];
  const next = `nextFirstPrizeEuro is ${formatEuro(nextFirstPrizeEuro)}`;
  if (nextFirstPrizeEuro < least || nextFirstPrizeEuro > cap)
    return [`${next}; it lies between ${formatEuro(least)} and ${formatEuro(cap)}`];
  const isUnwon = (tiers[0]?.winners ?? 0) === 0;
  const last = earlier[0]?.figures.nextFirstPrizeEuro;
  if (isUnwon && last !== undefined && nextFirstPrizeEuro * 2n < last)
    return [`${next}, nobody won this one, and ${formatEuro(last)} had been announced for it`];
  // Of as many as ten times the rows of this draw.
  const share = (expectedTiers(version, rowsAll)[0]?.share ?? 0n) * BigInt(rowsStepTimes);
  const carry = isUnwon ? (poolBounds(version, figures, earlier)[0] ?? 0n) : 0n;
  const most = carry + share < least ? least : carry + share;
  if (nextFirstPrizeEuro <= most) return [];
  return [
    `${next}; what this draw leaves and the next one sells is at most ${formatEuro(euroMilliCent(most))}`,
  ];
}
