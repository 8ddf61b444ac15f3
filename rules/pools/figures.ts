/** The organiser's figures of a program whose pool is shared with Sweden, as the file says them. */

import { countOf, recordOf } from '../values/fields.ts';
import { matchCount, type PoolId } from './games.ts';
import { tierCount } from './tiers.ts';

export type TierFigures = {
  readonly tier: number;
  /** Right matches; null in xg where too few results were reached. */
  readonly right: number | null;
  /** Winning rows in all countries, and of these in Iceland. */
  readonly winners: number;
  readonly winnersIceland: number;
  /** For one winning row, whole Swedish krona; 0 where the tier fell away. */
  readonly amountSek: number;
};

export type Figures = {
  /** Hundredths of a króna for one Swedish krona, on the day of the settlement. */
  readonly sekRate: number;
  /** Rows sold in all countries. */
  readonly rowsAll: number;
  readonly tiers: readonly TierFigures[];
};

/** Throws a RangeError that says in words what is wrong with the file. */
export function readFigures(game: PoolId, given: unknown): Figures {
  const { sekRate, rowsAll, tiers } = recordOf(given, 'The file');
  if (!Array.isArray(tiers)) throw new RangeError('tiers is not a list.');
  const lines = tiers.map((tier) => readTier(game, tier)).sort((a, b) => a.tier - b.tier);
  const numbers = lines.map(({ tier }) => tier).join();
  const wanted = Array.from({ length: tierCount }, (_, index) => index + 1).join();
  if (numbers !== wanted) throw new RangeError(`The tiers are ${numbers || 'missing'}, not ${wanted}.`);
  const rights = lines.flatMap(({ right }) => (right === null ? [] : right));
  if (rights.some((right, place) => place > 0 && right >= (rights[place - 1] as number)))
    throw new RangeError('A tier has no fewer right than the one above.');
  const rate = countOf(sekRate, 'sekRate');
  if (rate === 0) throw new RangeError('sekRate is 0.');
  return { sekRate: rate, rowsAll: countOf(rowsAll, 'rowsAll'), tiers: lines };
}

function readTier(game: PoolId, given: unknown): TierFigures {
  const { tier, right, winners, winnersIceland, amountSek } = recordOf(given, 'A tier');
  const number = countOf(tier, 'tier');
  const figures = {
    tier: number,
    right: rightOf(game, number, right),
    winners: countOf(winners, `winners of tier ${number}`),
    winnersIceland: countOf(winnersIceland, `winnersIceland of tier ${number}`),
    amountSek: countOf(amountSek, `amountSek of tier ${number}`),
  };
  if (figures.winnersIceland > figures.winners)
    throw new RangeError(`Tier ${number} has more winners in Iceland than in all countries.`);
  if (figures.winners === 0 && figures.amountSek > 0)
    throw new RangeError(`Tier ${number} has an amount without winners.`);
  if (figures.right === null && figures.winners > 0)
    throw new RangeError(`Tier ${number} has winners, and does not say how many are right.`);
  return figures;
}

/** Of signs it follows from the tier; of goals the file says it below the first. */
function rightOf(game: PoolId, tier: number, given: unknown): number | null {
  const own = matchCount + 1 - tier;
  if (game !== 'xg' || tier === 1) return own;
  if (given === undefined || given === null) return null;
  const right = countOf(given, `right of tier ${tier}`);
  if (right < 1 || right > own) throw new RangeError(`Tier ${tier} cannot have ${right} right.`);
  return right;
}
