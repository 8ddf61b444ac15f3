/** At the buy button: what the slip really costs, or that it costs more than the limit of the day leaves. */
import { OverLimit, useOverLimit } from '#web/shared/purchase/over-limit.tsx';
import type { PlayProgram } from './program.ts';
import type { Quote } from './quote.ts';
import type { RowsFile } from './rows-file.ts';
import { PoolTruePrice } from './true-price.tsx';

type Props = {
  quote: Quote;
  program: PlayProgram;
  file: RowsFile | null;
  /** Beside the matches there is room for one of the two, and the way on stays in view. */
  isInSlip: boolean;
};

export function PriceNotes({ isInSlip, ...slip }: Props) {
  const { quote } = slip;
  const over = useOverLimit(quote.total, null);
  if (quote.total === 0) return null;
  return (
    <div className="stack">
      {!(isInSlip && over) && <PoolTruePrice {...slip} heading={isInSlip ? 'h3' : 'h2'} />}
      {over && <OverLimit {...over} />}
    </div>
  );
}
