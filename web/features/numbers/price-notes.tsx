/** At the buy button: the slip costs more than the limit of the day leaves, and what would fit. */

import { money } from '#texts/number.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { available } from '#web/shared/payments/available.ts';
import { focusWayOn } from '#web/shared/purchase/focus-way-on.ts';
import { type Over, OverLimit, useOverLimit } from '#web/shared/purchase/over-limit.tsx';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { type PlayDraw, type Quote, totalFor } from './quote.ts';
import * as slips from './slip.ts';
import { SlipTruePrice } from './slip-true-price.tsx';
import { chargedNow, useCharges } from './subscription-terms.tsx';
import type { SlipDesk } from './use-slip.ts';

export type PriceNotesProps = {
  quote: Quote;
  draw: PlayDraw;
  desk: SlipDesk;
  matrix: slips.Matrix;
  /** Numbers of draws that a ticket may take part in. */
  options: readonly number[];
  /** Beside the board there is room for one of the two, and the way on stays in view. */
  isInSlip: boolean;
};

/** What the slip really costs, and that it is above the limit. */
export function PriceNotes({ isInSlip, ...slip }: PriceNotesProps) {
  const { quote, draw } = slip;
  const over = useSlipOverLimit(quote, draw);
  const account = useOwn()?.account;
  const balance = account ? available(account) : 0;
  // Prefers a slip that fits limits and balance; otherwise one that fits the limits.
  const fitting =
    over &&
    (fittingSlip({ ...slip, ...over, left: Math.min(over.left, balance) }) ??
      fittingSlip({ ...slip, ...over }));
  if (quote.total === 0) return null;
  return (
    <div className="stack">
      {!(isInSlip && over) && <SlipTruePrice quote={quote} draw={draw} heading={isInSlip ? 'h3' : 'h2'} />}
      {over && <OverLimit {...over}>{fitting && <Shrink {...slip} {...fitting} />}</OverLimit>}
    </div>
  );
}

export function useSlipOverLimit(quote: Quote, draw: PlayDraw): Over | null {
  const charges = useCharges(quote, draw);
  return useOverLimit(chargedNow(quote, charges), quote.days === null ? null : quote.total);
}

type Parts = Omit<PriceNotesProps, 'isInSlip'> & Over;

/** The largest part of the slip within the limit, else all of it in fewer draws; null where neither is. */
function fittingSlip({ quote, draw, desk, matrix, options, price, left }: Parts): Fitting | null {
  const { slip } = desk;
  const smaller = smallerSlips(slip, matrix).map((slip) => ({
    slip,
    price: (totalFor(slip, draw, matrix, 1) * price) / quote.perDraw,
  }));
  const shorter = options
    .filter((draws) => draws < slip.draws)
    .toReversed()
    .map((draws) => ({ slip: { ...slip, draws }, price: totalFor(slip, draw, matrix, draws) }));
  return [...smaller, ...shorter].find((each) => each.price <= left) ?? null;
}

type Fitting = { slip: slips.Slip; price: number };

function Shrink({ desk, matrix, slip, price }: Pick<Parts, 'desk' | 'matrix'> & Fitting) {
  const { t } = useText();
  const [what, text] =
    slip.draws < desk.slip.draws
      ? (['drawsFewer', 'slip.fewerDraws'] as const)
      : slip.system > 0
        ? (['systemSmaller', 'slip.smallerSystem'] as const)
        : (['rowsFewer', 'slip.fewerRows'] as const);
  const shrink = (): void => {
    desk.update(() => slip, { what });
    focusWayOn();
  };
  const values = {
    size: slip.system,
    rows: slips.completeRows(slip, matrix).length,
    draws: slip.draws,
    price: money(price),
  };
  return <Button onClick={shrink}>{t(text, values)}</Button>;
}

/** With a smaller system, or without the last of the rows that count; the largest first. */
function smallerSlips(slip: slips.Slip, matrix: slips.Matrix): slips.Slip[] {
  if (slip.system > 0)
    return matrix.systemSizes
      .filter((size) => size < slip.system)
      .toReversed()
      .map((size) => slips.chooseSystem(slip, size));
  const rows = slips.completeRows(slip, matrix);
  return rows.slice(1).map((_, more) => {
    const off = rows.slice(-1 - more);
    const kept = slip.rows.filter((row) => !off.includes(row));
    return slips.withRows(slip, kept, 0);
  });
}
