/** The slip of a subscription: rows and days, the charge of today and the monthly charge. */
import { money } from '#texts/number.ts';
import { Line } from '#web/shared/purchase/line.tsx';
import * as playFrameCss from '#web/shared/purchase/play-frame.module.css';
import { Sum } from '#web/shared/purchase/review-paper.tsx';
import { useText } from '#web/text/text.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import type { GameId } from './play-data.server.ts';
import type { Quote } from './quote.ts';
import { isoNumber, useCharges } from './subscription-terms.tsx';

/** Rows, days and the price of one draw. */
export function SubscriptionFacts({ quote: { rowCount, days, perDraw, joker } }: { quote: Quote }) {
  const { t } = useText();
  const names = (days ?? []).map((day) => t(`calendar.weekdaysEvery.${isoNumber(day)}`));
  const [first = '', second] = names;
  return (
    <>
      {rowCount > 0 && (
        <Line
          label={t('subscription.rowNames')}
          value={joker ? t('subscription.rowsAndJoker', { count: rowCount }) : String(rowCount)}
        />
      )}
      <Line
        label={t('subscription.dayNames')}
        value={second === undefined ? first : t('calendar.andDates', { first, second })}
      />
      {perDraw > 0 && <Line label={t('subscription.onePrice')} value={money(perDraw)} />}
    </>
  );
}

type Props = { gameId: GameId; quote: Quote };

const useSlipCharges = ({ gameId, quote }: Props) =>
  useCharges(quote, { gameId, drawDate: quote.drawDates[0] ?? '' });

/** The charge of today above the next monthly charge. */
export function TodayThenMonthly(props: Props) {
  const { t, format } = useText();
  const [first, next] = useSlipCharges(props) ?? [];
  if (!first || !next) return null;
  return (
    <dl className={listsCss.keyValues}>
      <Sum label={t('subscription.today')} value={money(first.amount)} />
      <Line
        label={t('subscription.nextTaken', { date: next.on === null ? '' : format.date(next.on) })}
        value={money(next.amount)}
      />
    </dl>
  );
}

/** In the bar: the charge of today, and below it the monthly charge. */
export function SubscriptionTotal(props: Props) {
  const { t } = useText();
  const [first] = useSlipCharges(props) ?? [];
  if (!first) return null;
  return (
    <>
      <b className={`money ${playFrameCss.total}`}>
        {t('subscription.todayAmount', { amount: money(first.amount) })}
      </b>
      <br />
      <span className="meta">{t('subscription.thenMonthly', { amount: money(props.quote.total) })}</span>
    </>
  );
}
