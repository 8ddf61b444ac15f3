/** The slip on paper beside the board, and the bar that stands for it on narrow screens. */

import { lazy, type ReactNode, Suspense, useId } from 'react';
import { money } from '#texts/number.ts';
import { ownPart } from '#web/personal/own-part.ts';
import { useLimitLeft } from '#web/shared/purchase/limit-left.ts';
import { Line } from '#web/shared/purchase/line.tsx';
import * as playFrameCss from '#web/shared/purchase/play-frame.module.css';
import { ReviewButton, type ReviewWay, Totals } from '#web/shared/purchase/review-way.tsx';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import { useText } from '#web/text/text.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import type { GameId } from './play-data.server.ts';
import type { Quote } from './quote.ts';

const sums = () => import('./subscription-sums.tsx');
const SubscriptionFacts = lazy(() =>
  sums().then(({ SubscriptionFacts }) => ({ default: SubscriptionFacts })),
);
const TodayThenMonthly = lazy(() => sums().then(({ TodayThenMonthly }) => ({ default: TodayThenMonthly })));
const SubscriptionTotal = lazy(() =>
  sums().then(({ SubscriptionTotal }) => ({ default: SubscriptionTotal })),
);

type WayProps = Omit<ReviewWay, 'total' | 'isSubscription'> & {
  quote: Quote;
  /** The notice about missing numbers, above the button. */
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
            {days !== null && (
              <Suspense>
                <SubscriptionFacts quote={quote} />
              </Suspense>
            )}
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
          {days !== null && total > 0 && (
            <Suspense>
              <TodayThenMonthly gameId={gameId} quote={quote} />
            </Suspense>
          )}
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

export function SlipBar({ gameId, quote, missing, ...way }: WayProps & { gameId: GameId }) {
  const total = <b className={`money ${playFrameCss.total}`}>{money(quote.total)}</b>;
  return (
    <div className={playFrameCss.bar}>
      {missing}
      <div className="wrap">
        <p>
          <Contents quote={quote} />
          <br />
          {quote.days === null || quote.total === 0 ? (
            total
          ) : (
            <Suspense fallback={total}>
              <SubscriptionTotal gameId={gameId} quote={quote} />
            </Suspense>
          )}
        </p>
        <ReviewButton {...way} total={quote.total} isSubscription={quote.days !== null} short />
      </div>
    </div>
  );
}
