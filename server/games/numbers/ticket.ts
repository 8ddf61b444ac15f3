/** One coupon of a number lottery as its owner sees it. */
import type { NumbersPlay } from '#contract/games/numbers.ts';
import { rulesOf } from '#rules/numbers/games.ts';
import { jokerPrize, parseJoker } from '#rules/numbers/joker.ts';
import { numbersOf, rowMask } from '#rules/numbers/rows.ts';
import { systemWins } from '#rules/numbers/system.ts';
import { hitsOf, tierOf } from '#rules/numbers/tiers.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import type { Coupon, CouponResult } from '#server/draws/coupon.ts';
import type { PlayedWords } from '#server/draws/showing.ts';
import { type DrawnOutcome, drawnOf } from './outcome.ts';

export type Result = Omit<CouponResult, 'outcome'> & { outcome: DrawnOutcome };

/** The numbers of a coupon beside those that were drawn. */
export function viewPlay(row: Coupon, settled: CouponResult | null): NumbersPlay {
  const result: Result | null = settled && drawnResult(settled);
  const version = rulesOf({ rulesId: row.rulesId });
  const joker = row.side ? parseJoker(row.side) : null;
  const rows = masksOf(row);
  const prizes = result?.amounts && rows.map((masks) => prizesOf(version, row.system, masks, result));
  return {
    isSystemTicket: row.system > 0,
    ...(row.system > 0 && { system: row.system, ...(prizes && { systemWins: prizes.flat() }) }),
    rows: rows.map(({ main, bonus }, index) => ({
      numbers: numbersOf(main),
      bonusNumbers: numbersOf(bonus),
      isQuickPick: (row.quickPicks & (1 << index)) !== 0,
      ...(prizes && { amountWin: sumOf(prizes[index] ?? []) }),
    })),
    ...(joker && { joker: [...joker], ...jokerWin(joker, result, version) }),
    ...(result && {
      results: {
        numbers: [...result.outcome.numbers],
        bonus: [...result.outcome.bonusNumbers],
        joker: [...(parseJoker(result.outcome.joker ?? '') ?? [])],
      },
    }),
  };
}

export const drawnResult = (settled: CouponResult): Result => ({
  ...settled,
  outcome: drawnOf(settled.outcome),
});

export const masksOf = ({ rowMasks, secondMasks }: PlayedWords) =>
  rowMasks.map((main, index) => ({ main: Number(main), bonus: Number(secondMasks?.[index] ?? 0) }));

type Prize = { name: string; rows: number; amount: number };

const sumOf = (prizes: readonly Prize[]) => prizes.reduce((sum, { rows, amount }) => sum + rows * amount, 0);

/** By tier, the highest first: how many rows won (what is no system is one row), and what each got. */
export function prizesOf(
  version: RuleVersion,
  system: number,
  row: { main: number; bonus: number },
  { outcome, amounts }: Result,
): Prize[] {
  const drawn = { main: rowMask(outcome.numbers), bonus: rowMask(outcome.bonusNumbers) };
  const { mainHits, bonusHits } = hitsOf(version, row, drawn);
  const wins = system > 0 ? systemWins(version, system, mainHits, bonusHits) : [];
  const tier = tierOf(version, mainHits, bonusHits);
  return version.tiers.flatMap(({ tier: each, condition }, index) => {
    const rows = system > 0 ? (wins[index] ?? 0) : Number(each === tier);
    return rows > 0 ? [{ name: condition, rows, amount: amounts?.[each] ?? 0 }] : [];
  });
}

export function jokerWin(
  joker: readonly number[],
  result: Result | null,
  { sale }: RuleVersion,
): Pick<NumbersPlay, 'jokerTier' | 'jokerAmountWin'> {
  const drawn = result?.amounts && result.outcome.joker ? parseJoker(result.outcome.joker) : null;
  if (!drawn || !sale?.joker) return {};
  const { tier, amount } = jokerPrize(joker, drawn, sale.joker.tiers);
  const won = sale.joker.tiers.find((each) => each.tier === tier);
  return { jokerAmountWin: amount, ...(won && { jokerTier: won.condition }) };
}
