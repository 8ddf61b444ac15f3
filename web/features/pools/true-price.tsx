/** What a pools slip really costs, its chance of 13 right, and what 13 right would pay now. */

import { useMemo } from 'react';
import { expandSystem } from '#rules/pools/expand-system.ts';
import { combinationsOf, expandPicks, type Picks } from '#rules/pools/picks.ts';
import { systemOf } from '#rules/pools/systems.ts';
import { groupDigits, money } from '#texts/number.ts';
import { TruePrice, TruePriceLine } from '#web/shared/purchase/true-price.tsx';
import { useText } from '#web/text/text.tsx';
import { type Extremes, extremesOf, extremesOfPicks, payoutOf, picksChance, rowChance } from './estimate.ts';
import type { PlayMatch, PlayProgram } from './program.ts';
import type { Quote } from './quote.ts';
import { type RowsFile, rowsIn } from './rows-file.ts';

type Props = { quote: Quote; program: PlayProgram; file: RowsFile | null; heading: 'h2' | 'h3' };

export function PoolTruePrice({ quote, program, file, heading }: Props) {
  const { t } = useText();
  const { total } = quote;
  const found = useMemo(() => expectations(quote, program.matches, file), [quote, program.matches, file]);
  if (total === 0) return null;
  const back = Math.floor((total * program.prizeShare) / 10_000);
  const pays = (row: readonly number[] | undefined) => (row ? payoutOf(program, row) : null);
  const [likeliest, unlikeliest] = [pays(found.extremes?.likeliest), pays(found.extremes?.unlikeliest)];
  const isOne = quote.rowCount === 1 || likeliest === unlikeliest;
  return (
    <TruePrice
      heading={heading}
      isYear={false}
      paid={total}
      back={back}
      note={likeliest === null ? null : t('pools.estimated')}
    >
      {found.chance > 0 && (
        <TruePriceLine
          name={t('pools.chance13')}
          value={t('units.odds', { value: groupDigits(Math.round(1 / found.chance)) })}
        />
      )}
      {likeliest !== null && (
        <TruePriceLine name={t(isOne ? 'pools.pays13' : 'pools.pays13Likeliest')} value={money(likeliest)} />
      )}
      {unlikeliest !== null && !isOne && (
        <TruePriceLine name={t('pools.pays13Unlikeliest')} value={money(unlikeliest)} />
      )}
    </TruePrice>
  );
}

type Expectations = { chance: number; extremes: Extremes | null };

/** Of the rows that are bought: that one of them has 13 right, and the likeliest and the least likely of them. */
function expectations(quote: Quote, matches: readonly PlayMatch[], file: RowsFile | null): Expectations {
  if (quote.total === 0) return { chance: 0, extremes: null };
  const [first] = quote.rows;
  if (!quote.file && first && quote.rows.length === 1 && !systemOf(quote.system))
    return { chance: picksChance(first.picks, matches), extremes: extremesOfPicks(first.picks, matches) };
  const rows = [...different(rowsOf(quote, file))];
  return {
    chance: rows.reduce((sum, row) => sum + rowChance(row, matches), 0),
    extremes: extremesOf(rows, matches),
  };
}

function rowsOf(quote: Quote, file: RowsFile | null): Iterable<readonly number[]> {
  if (quote.file) return rowsIn(file?.rows ?? '');
  const system = systemOf(quote.system);
  const [first] = quote.rows;
  if (system && first) return expandSystem(system, first.picks, system.type === 'U' ? quote.base : null);
  return allCombinations(quote.rows.map(({ picks }) => picks));
}

function* allCombinations(rows: readonly Picks[]): Generator<readonly number[]> {
  for (const picks of rows) if (combinationsOf(picks) > 0) yield* expandPicks(picks);
}

/** Each row once: equal rows have 13 right together. */
function* different(rows: Iterable<readonly number[]>): Generator<readonly number[]> {
  const seen = new Set<number>();
  for (const row of rows) {
    const key = row.reduce((sum, outcome) => sum * 8 + outcome, 0);
    if (seen.has(key)) continue;
    seen.add(key);
    yield row;
  }
}
