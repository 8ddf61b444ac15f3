/**
 * A generated past for embedded instances, so that results and statistics are alive: invented sales
 * and numbers, real rules and prize arithmetic, carry from draw to draw. The same dates always give
 * the same draws.
 */

import { type PrizeTable, prizeTable } from '#rules/draws/prizes.ts';
import type { PerTier } from '#rules/draws/tiers.ts';
import { type CommonCarry, commonAmountIsk, commonTable } from '#rules/numbers/common-pools.ts';
import { drawDates } from '#rules/numbers/draws.ts';
import { localFund } from '#rules/numbers/fund.ts';
import { type GameId, versionAt } from '#rules/numbers/games.ts';
import { jokerNumberCount } from '#rules/numbers/joker.ts';
import { tierOdds } from '#rules/numbers/odds.ts';
import { quickPickJoker } from '#rules/numbers/quick-pick.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { type EuroMilliCent, euroToIsk, noEuro, parseEuroRate } from '#rules/values/euro.ts';
import type { ExactIsk } from '#rules/values/exact-isk.ts';
import { noKronur, times } from '#rules/values/money.ts';
import { poisson } from '#rules/values/poisson.ts';
import { type NextUint32, pickDistinct, randomBelow } from '#rules/values/random.ts';
import type { PastDraw, PastPrize } from './past-draw.ts';

/**
 * Rows sold in Iceland by how often the first prize has grown, as real draws show it; then a tenth
 * up or down.
 */
const rowsByMultiple: Readonly<Record<GameId, readonly number[]>> = {
  lotto: [265_000, 330_000, 430_000, 510_000, 650_000, 820_000, 980_000, 1_170_000],
  vikinglotto: [180_000, 190_000, 200_000, 215_000, 230_000, 250_000, 270_000, 290_000],
  eurojackpot: [45_000, 50_000, 55_000, 62_000, 70_000, 78_000, 86_000, 95_000],
};
/** Rows in all countries for one sold here. */
const abroad: Readonly<Record<GameId, number>> = { lotto: 1, vikinglotto: 38, eurojackpot: 460 };
const jokersPerRow = 1 / 12;
/** So many of the newest draws leave the first prize unwon: a newcomer finds a pot that has grown. */
const unwonAtTheEnd = 2;
const euroRate = parseEuroRate('145.00');

type Carry = { local: PerTier<ExactIsk>; common: CommonCarry; unwon: number };
type Drawn = { prizes: PastPrize[]; carry: Carry };

/** What the common pools of the game hold after the last of these draws, in `carry`. */
export type SampleHistory = { draws: PastDraw[]; carry: CommonCarry };

/** Every draw of the calendar from the date `from` up to, not including, `until`. */
export function sampleHistory(game: GameId, from: string, until: string, random: NextUint32): SampleHistory {
  const dates = drawDates(game, from, 900).filter((date) => date < until);
  let carry: Carry = { local: {}, common: { tiers: {}, booster: noEuro }, unwon: 0 };
  const draws: PastDraw[] = [];
  for (const [index, date] of dates.entries()) {
    const mayBeWon = index < dates.length - unwonAtTheEnd;
    const version = versionAt(game, date);
    const rows = rowsSold(game, carry.unwon, random);
    const drawn = prizesOf(game, version, { rows, carry, mayBeWon, random });
    carry = drawn.carry;
    const jokers = jokerPrizes(version, Math.round(rows * jokersPerRow), random);
    draws.push({ game, date, ...numbersOf(version, random), prizes: [...drawn.prizes, ...jokers] });
  }
  return { draws, carry: carry.common };
}

function rowsSold(game: GameId, unwon: number, random: NextUint32): number {
  const steps = rowsByMultiple[game];
  const usual = steps[Math.min(unwon, steps.length - 1)] ?? 0;
  return Math.floor((usual * (900 + randomBelow(201, random))) / 1000);
}

function numbersOf({ main, drawnBonus }: RuleVersion, random: NextUint32) {
  const numbers = pickDistinct(main.pick, main.max, random);
  const balls = Array.from({ length: drawnBonus.max }, (_, index) => index + 1);
  const left = drawnBonus.pool === 'main' ? balls.filter((ball) => !numbers.includes(ball)) : balls;
  const bonusNumbers = pickDistinct(drawnBonus.count, left.length, random).map(
    (place) => left[place - 1] ?? 0,
  );
  return { numbers, bonusNumbers, joker: quickPickJoker(random).join('') };
}

type Sales = { rows: number; carry: Carry; mayBeWon: boolean; random: NextUint32 };

function prizesOf(game: GameId, version: RuleVersion, sales: Sales): Drawn {
  const { rows, carry, mayBeWon, random } = sales;
  const here: Record<number, number> = {};
  const everywhere: Record<number, number> = {};
  for (const { tier, outcomes, of } of tierOdds(version)) {
    const isWinnable = tier > 1 || mayBeWon;
    here[tier] = isWinnable ? poisson((rows * outcomes) / of, random) : 0;
    const elsewhere = rows * (abroad[game] - 1);
    everywhere[tier] = here[tier] + (isWinnable ? poisson((elsewhere * outcomes) / of, random) : 0);
  }
  const local = localTable(version, rows, here, carry.local);
  const common = commonPrizes(game, version, rows, { here, everywhere }, carry.common);
  const prizes = [...common.prizes, ...(local ? localPrizes(local) : [])];
  const carried = Object.fromEntries((local?.lines ?? []).map(({ tier, exact }) => [tier, exact.carryOut]));
  const unwon = everywhere[1] === 0 ? carry.unwon + 1 : 0;
  return { prizes, carry: { local: carried, common: common.next, unwon } };
}

function localTable(
  version: RuleVersion,
  rows: number,
  winners: PerTier<number>,
  carryIn: PerTier<ExactIsk>,
) {
  if (!version.fund || version.fund.kind === 'common') return null;
  const sales = times(version.sale?.amountRow ?? noKronur, rows);
  const fund = localFund(version, { sales, rows, euroRate });
  const local = version.tiers.filter(({ scope }) => scope === 'local');
  const here = Object.fromEntries(local.map(({ tier }) => [tier, winners[tier] ?? 0]));
  return prizeTable(version, { fund, winners: here, carryIn });
}

function localPrizes(table: PrizeTable): PastPrize[] {
  return table.lines.map((line) => ({
    part: 'main',
    tier: line.tier,
    condition: line.condition,
    pool: line.pool,
    amount: line.amountWinner,
    winners: line.winners,
    winnersLocal: line.winners,
    arithmetic: {
      share: line.share,
      carryIn: line.carryIn,
      topUp: line.topUp,
      paid: line.paid,
      carryOut: line.carryOut,
      remainder: line.remainder,
    },
  }));
}

type Winners = { here: PerTier<number>; everywhere: PerTier<number> };

/** Tiers that all countries share: euro, turned into krónur at one invented rate. */
function commonPrizes(
  game: GameId,
  version: RuleVersion,
  rows: number,
  winners: Winners,
  carry: CommonCarry,
) {
  if (!version.fund || version.fund.kind === 'local') return { prizes: [], next: carry };
  const table = commonTable(version, { rows: rows * abroad[game], carry, winners: winners.everywhere });
  const inKronur = (amount: EuroMilliCent) => commonAmountIsk(version, amount, euroRate);
  const prizes = table.lines.map(
    (line): PastPrize => ({
      part: 'main',
      tier: line.tier,
      condition: line.condition,
      pool: euroToIsk(line.pool, euroRate),
      amount: inKronur(line.amountWinner),
      winners: line.winners,
      arithmetic: null,
      winnersLocal: winners.here[line.tier] ?? 0,
    }),
  );
  return { prizes, next: table.next };
}

function jokerPrizes({ sale }: RuleVersion, sold: number, random: NextUint32): PastPrize[] {
  return (sale?.joker?.tiers ?? []).map(({ tier, condition, amount, units }) => {
    const winners = poisson((sold * units) / jokerNumberCount, random);
    const paid = { part: 'side' as const, tier, condition, amount, winners, winnersLocal: winners };
    return { ...paid, pool: null, arithmetic: null };
  });
}
