/** What a slip of numbers really costs, by the rules of its draw. */
import { jokerNumberCount, jokerWinningCount } from '#rules/numbers/joker.ts';
import { averageBack, slipOdds } from '#rules/numbers/slip-odds.ts';
import { isk } from '#rules/values/money.ts';
import { groupDigits } from '#texts/number.ts';
import { TruePrice, TruePriceLine } from '#web/shared/purchase/true-price.tsx';
import { useText } from '#web/text/text.tsx';
import type { PlayDraw, Quote } from './quote.ts';

type Props = { quote: Quote; draw: PlayDraw; heading: 'h2' | 'h3' };

/** The price of the slip less the average of its prizes; of a subscription in a year. Whole krónur. */
export function averageCostOf(quote: Quote, draw: PlayDraw): number {
  const { paid, back } = averageOf(quote, draw);
  return paid - back;
}

/** The price of the slip and the average of its prizes; of a subscription in a year. Whole krónur. */
function averageOf({ days, total, rowsPrice, jokerPrice }: Quote, draw: PlayDraw) {
  // Of a subscription: of a year, in which some draws are free.
  const [paid, played] = days === null ? [total, 1] : [12 * total, 52 * days.length];
  const back = averageBack(draw.rules, draw.prizeShare, {
    rows: isk(rowsPrice * played),
    joker: isk(jokerPrice * played),
  });
  return { paid, back };
}

export function SlipTruePrice({ quote, draw, heading }: Props) {
  const { t } = useText();
  const { rows, system, days, jokerPrice, draws } = quote;
  if (quote.total === 0) return null;
  const { paid, back } = averageOf(quote, draw);
  const odds = slipOdds(draw.rules, rows, system);
  const oneIn = (value: number): string => t('units.odds', { value: groupDigits(Math.round(value)) });
  const isEach = system === 0 && rows.length > 1;
  const note = draws > 1 || days !== null ? t('truePrice.eachDraw') : null;
  return (
    <TruePrice heading={heading} isYear={days !== null} paid={paid} back={back} note={note}>
      <TruePriceLine name={t('truePrice.first')} value={oneIn(odds.first)} />
      <TruePriceLine name={t(isEach ? 'truePrice.anyRow' : 'truePrice.any')} value={oneIn(odds.any)} />
      {jokerPrice > 0 && (
        <TruePriceLine name={t('truePrice.anyJoker')} value={oneIn(jokerNumberCount / jokerWinningCount)} />
      )}
    </TruePrice>
  );
}
