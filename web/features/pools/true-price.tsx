/** What a pools slip really costs, and its chance of 13 right. */
import { useMemo } from 'react';
import { expandSystem } from '#rules/pools/expand-system.ts';
import { expandPicks } from '#rules/pools/picks.ts';
import { systemOf } from '#rules/pools/systems.ts';
import { groupDigits, money } from '#texts/number.ts';
import { TruePrice, TruePriceLine } from '#web/shared/purchase/true-price.tsx';
import { useText } from '#web/text/text.tsx';
import { picksChance, rowChance } from './chances.ts';
import type { PlayMatch, PlayProgram } from './program.ts';
import type { Quote } from './quote.ts';
import { type RowsFile, rowsIn } from './rows-file.ts';
import { type Estimated, estimateOf13 } from './thirteen-right.ts';

type Props = { quote: Quote; program: PlayProgram; file: RowsFile | null; heading: 'h2' | 'h3' };

export function PoolTruePrice({ quote, program, file, heading }: Props) {
  const { t } = useText();
  const { total } = quote;
  const { matches, prizeShare } = program;
  const chance = useMemo(() => chanceOf13(quote, matches, file), [quote, matches, file]);
  const estimate = useMemo(() => estimateOf13(quote, program, file), [quote, program, file]);
  if (total === 0) return null;
  const back = averageBack(total, prizeShare);
  return (
    <TruePrice heading={heading} isYear={false} paid={total} back={back} note={null}>
      {chance > 0 && (
        <TruePriceLine
          name={t('pools.chance13')}
          value={t('units.odds', { value: groupDigits(Math.round(1 / chance)) })}
        />
      )}
      {estimate !== null && <Estimate estimate={estimate} />}
    </TruePrice>
  );
}

/** What 13 right would pay, by what is sold now: one amount where all rows are played alike. */
function Estimate({ estimate: { likeliest, leastLikely } }: { estimate: Estimated }) {
  const { t } = useText();
  if (likeliest === leastLikely)
    return <TruePriceLine name={t('pools.estimate.one')} value={money(likeliest)} />;
  return (
    <>
      <TruePriceLine name={t('pools.estimate.likeliest')} value={money(likeliest)} />
      <TruePriceLine name={t('pools.estimate.leastLikely')} value={money(leastLikely)} />
    </>
  );
}

/** Of what is paid, in whole krónur. @param prizeShare basis points */
export const averageBack = (paid: number, prizeShare: number): number =>
  Math.floor((paid * prizeShare) / 10_000);

/** That one of the rows that are bought has 13 right. */
function chanceOf13(quote: Quote, matches: readonly PlayMatch[], file: RowsFile | null): number {
  if (quote.total === 0) return 0;
  const [first] = quote.rows;
  // Of open rows it follows match by match, without making each.
  if (first && quote.rows.length === 1 && !systemOf(quote.system)) return picksChance(first.picks, matches);
  let chance = 0;
  for (const row of different(rowsOf(quote, file))) chance += rowChance(row, matches);
  return chance;
}

function* rowsOf(quote: Quote, file: RowsFile | null): Generator<readonly number[]> {
  const system = systemOf(quote.system);
  const [first] = quote.rows;
  if (quote.file) yield* rowsIn(file?.rows ?? '');
  else if (system && first) yield* expandSystem(system, first.picks, system.type === 'U' ? quote.base : null);
  else for (const { picks } of quote.rows) yield* expandPicks(picks);
}

/** Each row once: equal rows have 13 right together. */
function* different(rows: Iterable<readonly number[]>): Generator<readonly number[]> {
  const seen = new Set<number>();
  for (const row of rows) {
    const key = row.reduce((sum, outcome) => sum * 8 + outcome, 0);
    if (!seen.has(key)) yield row;
    seen.add(key);
  }
}
