/** What a typed row would have won in a draw, by its own rules and its own prize table. */
import { rulesOf } from '#rules/numbers/games.ts';
import { tierOdds } from '#rules/numbers/odds.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import { hitsOf, tierOf } from '#rules/numbers/tiers.ts';
import type { TypedRow } from '#rules/numbers/typed-row.ts';
import type { Result } from './results-types.ts';

export type Compared = {
  drawDate: string;
  row: { numbers: number[]; bonusNumbers: number[] };
  /** Absent where nothing was drawn. */
  drawn?: { numbers: readonly number[]; bonus: readonly number[] };
  /** `unknown`: nothing was drawn, or nobody knows what won under rules so old. */
  verdict: 'unknown' | 'none' | 'win';
  tier?: string;
  /** One in so many. */
  oneIn?: number;
  /** Absent where nobody had won the tier, or its prizes are not on record. */
  amount?: number;
};

export function compared(result: Result, row: NonNullable<TypedRow['row']>): Compared {
  const { lottoNumbers, bonusNumbers } = result;
  const head = {
    drawDate: result.drawDate,
    row: { numbers: [...row.numbers], bonusNumbers: [...row.bonusNumbers] },
  };
  if (lottoNumbers.length === 0) return { ...head, verdict: 'unknown' };
  const shown = { ...head, drawn: { numbers: lottoNumbers, bonus: bonusNumbers } };
  const version = rulesOf(result);
  const masks = { main: rowMask(row.numbers), bonus: rowMask(row.bonusNumbers) };
  const hits = hitsOf(version, masks, { main: rowMask(lottoNumbers), bonus: rowMask(bonusNumbers) });
  const tier = tierOf(version, hits.mainHits, hits.bonusHits);
  const odds = tierOdds(version)[tier - 1];
  // Of the oldest rules no source gives the tiers.
  if (version.tiers.length === 0) return { ...shown, verdict: 'unknown' };
  if (!odds) return { ...shown, verdict: 'none' };
  const prize = result.lottoWins.find(({ name, winners }) => name === odds.condition && winners > 0);
  return {
    ...shown,
    verdict: 'win',
    tier: odds.condition,
    oneIn: Math.round(odds.oneIn),
    ...(prize && { amount: prize.amount }),
  };
}
