/** One coupon of a number lottery as its owner sees it. */
import type { ApiAnswer } from '#contract/api.ts';
import { isGameId, rulesOf } from '#rules/numbers/games.ts';
import { jokerPrize, parseJoker } from '#rules/numbers/joker.ts';
import { numbersOf, rowMask } from '#rules/numbers/rows.ts';
import { systemWins } from '#rules/numbers/system.ts';
import { hitsOf, tierOf } from '#rules/numbers/tiers.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { type Coupon, type CouponParts, type CouponResult, couponOf } from '#server/draws/ticket.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type DrawnOutcome, drawnOf } from './outcome.ts';

type Result = Omit<CouponResult, 'outcome'> & { outcome: DrawnOutcome };

/** @throws EC_TICKET_NOT_FOUND, also for another player's ticket and for one of another kind of game */
export async function lottoTicket(
  parts: CouponParts,
  playerId: number,
  ids: { ticketId: string; couponId: string },
): Promise<ApiAnswer<'lotto.ticket'>> {
  const { head, coupon, result } = await couponOf(parts, playerId, ids);
  if (!isGameId(coupon.game)) refuse('EC_TICKET_NOT_FOUND');
  const drawn = result && { ...result, outcome: drawnOf(result.outcome) };
  return { ...head, gameId: coupon.game, ...viewPlay(coupon, drawn) };
}

function viewPlay(row: Coupon, result: Result | null) {
  const version = rulesOf({ rulesId: row.rulesId });
  const joker = row.side ? parseJoker(row.side) : null;
  return {
    isSystemTicket: row.system > 0,
    ...(row.system > 0 && { system: row.system }),
    rows: row.rowMasks.map((main, index) => ({
      numbers: numbersOf(main),
      bonusNumbers: numbersOf(row.secondMasks?.[index] ?? 0),
      isQuickPick: (row.quickPicks & (1 << index)) !== 0,
      ...rowPrize(version, row.system, { main, bonus: row.secondMasks?.[index] ?? 0 }, result),
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

function rowPrize(
  version: RuleVersion,
  system: number,
  row: { main: number; bonus: number },
  result: Result | null,
) {
  const amounts = result?.amounts;
  if (!result || !amounts) return {};
  const drawn = { main: rowMask(result.outcome.numbers), bonus: rowMask(result.outcome.bonusNumbers) };
  const { mainHits, bonusHits } = hitsOf(version, row, drawn);
  if (system === 0) return { amountWin: amounts[tierOf(version, mainHits, bonusHits)] ?? 0 };
  const wins = systemWins(version, system, mainHits, bonusHits);
  return { amountWin: wins.reduce((sum, count, index) => sum + count * (amounts[index + 1] ?? 0), 0) };
}

function jokerWin(joker: readonly number[], result: Result | null, { sale }: RuleVersion) {
  const drawn = result?.amounts && result.outcome.joker ? parseJoker(result.outcome.joker) : null;
  return drawn && sale?.joker ? { jokerAmountWin: jokerPrize(joker, drawn, sale.joker.tiers).amount } : {};
}
