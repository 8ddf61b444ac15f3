/** Prices and dated rules of the pools: each row holds from its date until the next row's of its game. */

import { rowAt } from '../draws/dated.ts';
import { type Isk, isk } from '../values/money.ts';
import { type PoolId, programRowsMax } from './games.ts';

export type PoolRules = {
  readonly id: string;
  readonly game: PoolId;
  readonly from: string;
  readonly amountRow: Isk;
  /** Of sales, 10000 is 100%. */
  readonly fundBasisPoints: number;
  /** Of the fund, first tier at the front; the rest goes to the guarantee fund. */
  readonly shareBasisPoints: readonly number[];
  /** Amounts per row are rounded down to this. */
  readonly amountUnit: Isk;
  /** A tier that would pay less falls away. */
  readonly amountLeast: Isk;
  /** A single row in the first tier gets at least this; 0 where nothing is promised. */
  readonly guarantee: Isk;
  /** A player's prize from here on waits for a person. */
  readonly highWinFrom: Isk;
  /** Of one player in a program. */
  readonly programRowsMax: number;
};

const common = {
  from: '2022-01-01',
  amountRow: isk(13),
  fundBasisPoints: 6_500,
  amountUnit: isk(10),
  amountLeast: isk(200),
  guarantee: isk(0),
  highWinFrom: isk(200_000),
  programRowsMax,
};

export const poolRules: readonly PoolRules[] = [
  { ...common, id: 'totoeng-2022', game: 'totoeng', shareBasisPoints: [4_000, 1_500, 1_200, 2_500] },
  { ...common, id: 'totoeur-2022', game: 'totoeur', shareBasisPoints: [3_900, 2_200, 1_200, 2_500] },
  { ...common, id: 'xg-2022', game: 'xg', shareBasisPoints: [4_000, 2_000, 1_500, 2_500] },
];

export function poolRulesAt(game: PoolId, date: string): PoolRules {
  const found = rowAt(
    poolRules.filter((rules) => rules.game === game),
    date,
  );
  if (!found) throw new RangeError(`${game} has no rules on ${date}`);
  return found;
}

/** Rules as a draw names them. */
export function poolRulesOf({ rulesId }: { rulesId: string }): PoolRules {
  const rules = poolRules.find(({ id }) => id === rulesId);
  if (!rules) throw new RangeError(`there are no rules ${rulesId}`);
  return rules;
}
