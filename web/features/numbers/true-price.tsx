/** What a slip really costs: what comes back of its price on average, and its chances. */
import { jokerNumberCount, jokerWinningCount } from '#rules/numbers/joker.ts';
import { averageBack, slipOdds } from '#rules/numbers/slip-odds.ts';
import { isk } from '#rules/values/money.ts';
import { groupDigits, money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { HundredThreads } from '#web/ui/hundred-threads.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import type { PlayDraw, Quote } from './quote.ts';
import * as reviewCss from './review.module.css';

type TruePriceProps = {
  quote: Quote;
  draw: PlayDraw;
  /** By what it stands in. */
  heading: 'h2' | 'h3';
};

export function TruePrice({ quote, draw, heading: Heading }: TruePriceProps) {
  const { t } = useText();
  const { rows, system, days, rowsPrice, jokerPrice, draws } = quote;
  if (quote.total === 0) return null;
  const version = draw.rules;
  // Of a subscription: of a year, in which some draws are free.
  const [total, played] = days === null ? [quote.total, 1] : [12 * quote.total, 52 * days.length];
  const back = averageBack(version, draw.prizeShare, {
    rows: isk(rowsPrice * played),
    joker: isk(jokerPrice * played),
  });
  const odds = slipOdds(version, rows, system);
  const oneIn = (value: number): string => t('units.odds', { value: groupDigits(Math.round(value)) });
  const isEach = system === 0 && rows.length > 1;
  return (
    <section className={reviewCss.truePrice}>
      <Heading>{t(days === null ? 'truePrice.title' : 'truePrice.titleYear')}</Heading>
      <HundredThreads
        tall={Math.round((100 * back) / total)}
        label={t('truePrice.chart', { amount: money(total), back: money(back) })}
      />
      <dl className={listsCss.keyValues}>
        {days !== null && <Line name={t('truePrice.paidYear')} value={money(total)} />}
        <Line name={t('truePrice.back')} value={money(back)} />
        <Line name={t('truePrice.cost')} value={money(total - back)} isStrong />
        <Line name={t('truePrice.first')} value={oneIn(odds.first)} />
        <Line name={t(isEach ? 'truePrice.anyRow' : 'truePrice.any')} value={oneIn(odds.any)} />
        {jokerPrice > 0 && (
          <Line name={t('truePrice.anyJoker')} value={oneIn(jokerNumberCount / jokerWinningCount)} />
        )}
      </dl>
      {(draws > 1 || days !== null) && <p className="meta">{t('truePrice.eachDraw')}</p>}
    </section>
  );
}

function Line({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) {
  return (
    <div className={isStrong ? `${reviewCss.keyValueLine} ${reviewCss.strong}` : reviewCss.keyValueLine}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
