/** How pools are told in letters and lists: signs or goals by the numbers of the matches. */
import type { Words } from '#contract/described.ts';
import { outcomesOf, type PoolId } from '#rules/pools/games.ts';
import { type PoolRules, poolRules, poolRulesOf } from '#rules/pools/versions.ts';
import { basisPointsOf, isk, sum } from '#rules/values/money.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import { resultHead, shownPrize } from '#server/draws/result-row.ts';
import type { Showing } from '#server/draws/showing.ts';
import { signedLines } from './outcome.ts';
import { describedOutcome, describedPlay, drawnName, writtenOutcome, writtenRows } from './shown-play.ts';

/** @param game any of its kind: they are told alike */
export const showingOf = (game: PoolId, games: readonly PoolId[]): Showing => ({
  names: () => null,
  hasRounds: true,
  outcomeInLetters: (outcome) => ({
    drawn: writtenOutcome(game, outcome),
    name: drawnName,
    side: null,
  }),
  rowsInLetters: (played) => ({ rows: writtenRows(game, played), system: 0 }),
  coupon: (coupon, result) => ({ play: describedPlay(coupon, result) }),
  averageBack: async (_, coupons) =>
    sum(coupons.map((coupon) => basisPointsOf(isk(coupon.stake), poolRulesOf(coupon).fundBasisPoints))),
  checked: (coupons) => ({
    gameId: coupons[0].coupon.game,
    draws: coupons.map(({ draw, coupon, result }) => ({ ...draw, play: describedPlay(coupon, result) })),
  }),
  settled: (outcome) => ({ outcome: [...signedLines(outcome)] }),
  result: (row) => ({
    ...resultHead(row, isoWeekOf),
    ...(row.outcome && { outcome: describedOutcome(game, row.outcome) }),
    wins: row.prizes.map((prize) => ({ ...shownPrize(prize), words: tierWords(prize.condition) })),
  }),
  rules: (id) => shownRules(id, games),
  pots: null,
  offlineRules: (rulesId) => ({
    outcomes: outcomesOf(game),
    tiers: shownRules(rulesId, games)?.shareBasisPoints.length,
  }),
});

/** The name of a tier of xg that no result reached. */
const unreached = '0';

function tierWords(right: string): Words {
  if (right === unreached) return { is: 'Enginn náði þessum flokki', en: 'Nobody reached this tier' };
  return { is: `${right} ${right === '1' ? 'réttur' : 'réttir'}`, en: `${right} right` };
}

function shownRules(rulesId: string, games: readonly PoolId[]): (PoolRules & { rulesId: string }) | null {
  const rules = poolRules.find(({ id, game }) => id === rulesId && games.includes(game));
  return rules ? { rulesId, ...rules } : null;
}
