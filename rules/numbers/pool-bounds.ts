/**
 * Upper bounds of a draw's common pools, from sales and unwon prizes of earlier draws of the game.
 * Rounds up wherever in doubt, so that correct figures never exceed them.
 */

import { type EuroMilliCent, euroMilliCent, noEuro, parseEuro } from '../values/euro.ts';
import type { Figures } from './figures.ts';
import { tierOdds } from './odds.ts';
import type { FundRule, RuleVersion } from './versions.ts';

export type CommonFund = Exclude<FundRule, { kind: 'local' }>;

/** A common tier with its expected share and winners for a number of rows. */
export type ExpectedTier = {
  readonly tier: number;
  readonly condition: string;
  /** Of the rows sold in all countries. */
  readonly share: EuroMilliCent;
  /** Mean number of winning rows. */
  readonly winners: number;
};

/** Draws of the game before this one, newest first and without a gap. */
export type EarlierDraw = { readonly version: RuleVersion; readonly figures: Figures };

/** With n expected winners a tier stays unwon with probability e⁻ⁿ; below e⁻¹⁴ that case is ignored. */
const unwonExponentMax = 14;

export function commonFund({ id, fund }: RuleVersion): CommonFund {
  if (!fund || fund.kind === 'local') throw new RangeError(`${id} shares no pool`);
  return fund;
}

export function expectedTiers(version: RuleVersion, rowsAll: number): ExpectedTier[] {
  const fund = commonFund(version);
  const odds = tierOdds(version);
  return version.tiers.flatMap(({ tier, condition, scope }, index) => {
    const { outcomes = 0, of = 1 } = odds[index] ?? {};
    if (scope !== 'common') return [];
    const share = euroMilliCent(sharePerRow(version, fund, tier) * BigInt(rowsAll));
    return [{ tier, condition, share, winners: (rowsAll * outcomes) / of }];
  });
}

/** By the order of the tiers, for the draw whose figures are given. */
export function poolBounds(
  version: RuleVersion,
  figures: Figures,
  earlier: readonly EarlierDraw[],
): EuroMilliCent[] {
  const draws = earlier.toReversed();
  const first = draws[0] ?? { version, figures };
  let carry = unknownCarry(first.version, first.figures);
  for (const draw of draws) carry = carryAfter(draw, poolsOf(draw.version, draw.figures, carry));
  return poolsOf(version, figures, carry).pools.map(euroMilliCent);
}

function sharePerRow(version: RuleVersion, fund: CommonFund, tier: number): bigint {
  if (fund.kind === 'local-and-common')
    return parseEuro(tier === 1 ? fund.euroPerRow.tier1 : fund.euroPerRow.tier2);
  const basisPoints = version.tiers.find((each) => each.tier === tier)?.shareBasisPoints ?? 0;
  return (parseEuro(fund.euroPerRow) * BigInt(basisPoints)) / 10_000n;
}

/** Without data of earlier draws: the most that can have stayed unwon. */
function unknownCarry(version: RuleVersion, figures: Figures): bigint[] {
  const fund = commonFund(version);
  const tiers = expectedTiers(version, figures.rowsAll);
  const firstShare = tiers[0]?.share ?? noEuro;
  const mayOverflow = fund.kind === 'local-and-common' || isAtCap(fund, figures);
  return tiers.map(({ tier, share, winners }) => {
    if (tier === 1) return parseEuro(fund.capEuro);
    const unwonDraws = BigInt(Math.min(1_000, Math.floor(unwonExponentMax / Math.max(winners, 0.01))));
    return unwonDraws * (tier === 2 && mayOverflow ? share + firstShare : share);
  });
}

/** Only a first prize at its cap gives to the tier below: one that is paid, or announced again. */
function isAtCap(fund: CommonFund, { tiers, nextFirstPrizeEuro }: Figures): boolean {
  const cap = parseEuro(fund.capEuro);
  const [first] = tiers;
  if (!first || first.winners === 0) return nextFirstPrizeEuro >= cap;
  // Rounded down for each winner, by less than a euro.
  return (first.amountEuro + parseEuro('1')) * BigInt(first.winners) >= cap;
}

type Pools = { pools: bigint[]; toNextTier2: bigint };

function carryAfter({ version, figures }: EarlierDraw, { pools, toNextTier2 }: Pools): bigint[] {
  const fund = commonFund(version);
  const carry = pools.map((pool, place) => ((figures.tiers[place]?.winners ?? 0) > 0 ? 0n : pool));
  const booster =
    fund.kind === 'common'
      ? (parseEuro(fund.euroPerRow) * BigInt(fund.boosterBasisPoints) * BigInt(figures.rowsAll)) / 10_000n
      : 0n;
  const first = (carry[0] ?? 0n) + booster;
  // The announced first prize of the next draw is at least the carry of this one.
  carry[0] = first > figures.nextFirstPrizeEuro ? figures.nextFirstPrizeEuro : first;
  carry[1] = (carry[1] ?? 0n) + toNextTier2;
  return carry;
}

function poolsOf(version: RuleVersion, figures: Figures, carry: readonly bigint[]): Pools {
  const fund = commonFund(version);
  const [cap, least] = [parseEuro(fund.capEuro), parseEuro(fund.tier1MinEuro)];
  const pools: bigint[] = [];
  let excess = 0n;
  let toNextTier2 = 0n;
  for (const [place, { share }] of expectedTiers(version, figures.rowsAll).entries()) {
    const ownPool = (carry[place] ?? 0n) + share;
    const pool = (place === 0 && ownPool < least ? least : ownPool) + (fund.kind === 'common' ? excess : 0n);
    excess = place < 2 && pool > cap ? pool - cap : 0n;
    pools.push(pool - excess);
    if (place > 0) continue;
    if (fund.kind === 'local-and-common') toNextTier2 = excess;
    else if (!isAtCap(fund, figures)) excess = 0n;
  }
  return { pools, toNextTier2 };
}
