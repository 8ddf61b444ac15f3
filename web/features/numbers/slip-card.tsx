/** The slip on paper beside the board, and the bar that stands for it on narrow screens. */

import { type ReactNode, useId } from 'react';
import { money } from '#texts/number.ts';
import { ownPart } from '#web/personal/own-part.ts';
import { useLimitLeft } from '#web/shared/purchase/limit-left.ts';
import { Line } from '#web/shared/purchase/line.tsx';
import * as playFrameCss from '#web/shared/purchase/play-frame.module.css';
import { Sum } from '#web/shared/purchase/review-paper.tsx';
import { ReviewButton, type ReviewWay, Totals } from '#web/shared/purchase/review-way.tsx';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import { useText } from '#web/text/text.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import type { GameId } from './play-data.server.ts';
import type { Quote } from './quote.ts';
import { isoNumber, useCharges } from './subscription-terms.tsx';

type WayProps = Omit<ReviewWay, 'total' | 'isSubscription'> & {
  quote: Quote;
  /** What the rows lack, said at the button. */
  missing: ReactNode;
};
/** `children`: what the slip really costs, above the way on. */
type Props = WayProps & { gameId: GameId; closes: string; children: ReactNode };

export function SlipCard({ gameId, closes, children, quote, missing, ...way }: Props) {
  const { t, format } = useText();
  const id = useId();
  const { rowCount, draws, days, total } = quote;
  return (
    <aside className={`${slipCss.slip} ${playFrameCss.stick}`} data-game={gameId} aria-labelledby={id}>
      <div className={slipCss.paper}>
        <span className={iconCss.band} aria-hidden="true" />
        <div className={slipCss.inside}>
          <h2 id={id}>{t(days === null ? 'slip.title' : 'slip.titleSubscription')}</h2>
          <dl className={listsCss.keyValues}>
            <Line label={t('review.game')} value={t(`games.${gameId}.name`)} />
            <Line
              label={t(days === null ? 'review.draw' : 'subscription.firstDrawOn')}
              value={format.dates(quote.drawDates)}
            />
            {days !== null && <SubscriptionFacts quote={quote} />}
            {quote.system > 0 && rowCount > 0 && (
              <Line
                label={t('system.line', { size: quote.system })}
                value={t('units.rows', { count: rowCount })}
              />
            )}
            {rowCount > 0 && days === null && (
              <Line label={t('slip.summary', { rows: rowCount, draws })} value={money(quote.rowsPrice)} />
            )}
            {quote.joker && days === null && (
              <Line label={t('slip.jokerSummary', { draws })} value={money(quote.jokerPrice)} />
            )}
          </dl>
          <SlipNotes quote={quote} />
        </div>
        <hr className={slipCss.tear} />
        <div className={slipCss.inside}>
          {days !== null && <TodayThenMonthly gameId={gameId} quote={quote} />}
          <Totals total={total} isSubscription={days !== null} />
          {children}
          {missing}
          <ReviewButton {...way} total={total} isSubscription={days !== null} />
          <p className="meta text-center">{closes}</p>
        </div>
      </div>
    </aside>
  );
}

/** What is played in each draw, and what one costs. */
function SubscriptionFacts({ quote: { rowCount, days, perDraw, joker } }: { quote: Quote }) {
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

/** What is taken at the purchase, above what is taken every month. */
function TodayThenMonthly({ gameId, quote }: { gameId: GameId; quote: Quote }) {
  const { t, format } = useText();
  const [first, next] = useCharges(quote, { gameId, drawDate: quote.drawDates[0] ?? '' }) ?? [];
  if (!first || !next || quote.total === 0) return null;
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

/** What is not bought and why. */
export function SlipNotes({ quote }: { quote: Quote }) {
  const { t } = useText();
  const { rows, unfinished, jokerLeft } = quote;
  return (
    <>
      {rows.length + unfinished.length === 0 && <p className="meta">{t('slip.empty')}</p>}
      {unfinished.map(({ letter, left }) => (
        <p key={letter} className="meta">
          {quote.system > 0
            ? t('system.incomplete', { count: left })
            : t('play.rowNotCounted', { row: letter, left })}
        </p>
      ))}
      {jokerLeft > 0 && <p className="meta">{t('joker.unfinished', { left: jokerLeft })}</p>}
    </>
  );
}

/** What is in the slip, or that it is more than the limit leaves. */
const Contents = ownPart(({ quote }: { quote: Quote }) => {
  const { t } = useText();
  const left = useLimitLeft();
  const isOver = left !== null && quote.days === null && quote.total > left;
  const parts = [
    t('units.rows', { count: quote.rowCount }),
    ...(quote.joker ? [t('slip.joker')] : []),
    ...(quote.draws > 1 ? [t('units.draws', { count: quote.draws })] : []),
  ];
  return <span className="meta">{isOver ? t('slip.overLimit') : parts.join(', ')}</span>;
});

/** Of a subscription what is taken today, and below it what is taken every month. */
function BarTotal({ gameId, quote }: { gameId: GameId; quote: Quote }) {
  const { t } = useText();
  const charges = useCharges(quote, { gameId, drawDate: quote.drawDates[0] ?? '' });
  const className = `money ${playFrameCss.total}`;
  if (charges === null || quote.total === 0) return <b className={className}>{money(quote.total)}</b>;
  return (
    <>
      <b className={className}>{t('subscription.todayAmount', { amount: money(charges[0].amount) })}</b>
      <br />
      <span className="meta">{t('subscription.thenMonthly', { amount: money(quote.total) })}</span>
    </>
  );
}

export function SlipBar({ gameId, quote, missing, ...way }: WayProps & { gameId: GameId }) {
  return (
    <div className={playFrameCss.bar}>
      {missing}
      <div className="wrap">
        <p>
          <Contents quote={quote} />
          <br />
          <BarTotal gameId={gameId} quote={quote} />
        </p>
        <ReviewButton {...way} total={quote.total} isSubscription={quote.days !== null} short />
      </div>
    </div>
  );
}
