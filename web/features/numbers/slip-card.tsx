/** The slip on paper beside the board, and the bar that stands for it on narrow screens. */

import { type MouseEvent, type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor, withSignIn } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { available } from '#web/shared/payments/available.ts';
import { useLimitLeft } from '#web/shared/purchase/limit-left.ts';
import { Line } from '#web/shared/purchase/line.tsx';
import * as reviewCss from '#web/shared/purchase/review.module.css';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import { useThrottled } from '#web/ui/use-throttled.ts';
import type { GameId } from './play-data.server.ts';
import * as playPageCss from './play-page.module.css';
import type { Quote } from './quote.ts';

type WayProps = {
  quote: Quote;
  isClosed: boolean;
  /** The review was asked for and did not come. */
  isLost: boolean;
  onReview: () => void;
  onSignIn: () => void;
};
/** `children`: what the slip really costs, above the way on. */
type Props = WayProps & { gameId: GameId; closes: string; children: ReactNode };

export function SlipCard({ gameId, closes, children, ...way }: Props) {
  const { quote } = way;
  const { t, format } = useText();
  const id = useId();
  const { rowCount, draws, days, total } = quote;
  return (
    <aside className={`${slipCss.slip} ${playPageCss.stick}`} data-game={gameId} aria-labelledby={id}>
      <div className={slipCss.paper}>
        <span className={iconCss.band} aria-hidden="true" />
        <div className={slipCss.inside}>
          <h2 id={id}>{t(days === null ? 'slip.title' : 'slip.titleSubscription')}</h2>
          <dl className={listsCss.keyValues}>
            <Line label={t('review.game')} value={t(`games.${gameId}.name`)} />
            <Line label={t('review.draw')} value={format.dates(quote.drawDates)} />
            {quote.system > 0 && rowCount > 0 && (
              <Line
                label={t('system.line', { size: quote.system })}
                value={t('units.rows', { count: rowCount })}
              />
            )}
            {rowCount > 0 && (
              <Line label={t('slip.summary', { rows: rowCount, draws })} value={money(quote.rowsPrice)} />
            )}
            {quote.joker && (
              <Line label={t('slip.jokerSummary', { draws })} value={money(quote.jokerPrice)} />
            )}
          </dl>
          <SlipNotes quote={quote} />
        </div>
        <hr className={slipCss.tear} />
        <div className={slipCss.inside}>
          <Totals total={total} isMonthly={days !== null} />
          <LimitsLink />
          {children}
          <ReviewButton {...way} />
          <p className="meta text-center">{closes}</p>
        </div>
      </div>
    </aside>
  );
}

export function TotalSpoken({ total }: { total: number }) {
  const { t } = useText();
  const spoken = useThrottled(t('a11y.totalChanged', { amount: money(total) }), 1000);
  return (
    <p className="visually-hidden" role="status">
      {spoken}
    </p>
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

type Sum = { total: number; isMonthly: boolean };

function Totals({ total, isMonthly }: Sum) {
  const { t } = useText();
  return (
    <dl className={listsCss.keyValues}>
      <div className={listsCss.sum}>
        <dt>{t(isMonthly ? 'subscription.month' : 'slip.total')}</dt>
        <dd>{money(total)}</dd>
      </div>
      <Left total={total} isMonthly={isMonthly} />
    </dl>
  );
}

const Left = ownPart(({ total, isMonthly }: Sum) => {
  const { t } = useText();
  const account = useOwn()?.account;
  const left = useLimitLeft();
  if (!account) return null;
  return (
    <>
      {!isMonthly && (
        <div className={reviewCss.keyValueLine}>
          <dt>{t('slip.labelBalanceAfter')}</dt>
          <dd>
            {total > available(account)
              ? t('slip.shortBy', { amount: money(total - available(account)) })
              : money(available(account) - total)}
          </dd>
        </div>
      )}
      <div className={reviewCss.keyValueLine}>
        <dt>{t('slip.labelLimitLeft')}</dt>
        <dd>{money(left ?? 0)}</dd>
      </div>
    </>
  );
});

/** Limits are one press away from every slip (must-hold 33). */
function LimitsLink() {
  const { t, locale } = useText();
  if (useShell().state === 'out') return null;
  return (
    <p className={reviewCss.keyValueLine}>
      <Link to={pathsFor(locale).limits()}>{t('responsible.setLimits')}</Link>
    </p>
  );
}

function ReviewButton({
  quote,
  isClosed,
  isLost,
  onReview,
  onSignIn,
  short = false,
}: WayProps & { short?: boolean }) {
  const { t } = useText();
  const { state } = useShell();
  const { pathname, search } = useLocation();
  if (state === 'out' && quote.total > 0 && !isClosed) {
    const press = (event: MouseEvent): void => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onSignIn();
    };
    return (
      <Link
        className={buttonClass({ kind: 'primary', big: true, block: true })}
        to={withSignIn(pathname, search)}
        preventScrollReset
        onClick={press}
      >
        {t('slip.logInToBuy')}
      </Link>
    );
  }
  const isPriced = !short && quote.total > 0 && quote.days === null;
  const plain = t(quote.days === null ? 'slip.reviewShort' : 'slip.reviewSubscription');
  const label = isPriced ? t('slip.review', { amount: money(quote.total) }) : plain;
  return (
    <>
      {isLost && (
        <p className="meta" role="alert">
          {t('review.unreached')}
        </p>
      )}
      <Button kind="primary" big block off={isClosed} onClick={onReview}>
        {label}
      </Button>
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

export function SlipBar(way: WayProps) {
  return (
    <div className={playPageCss.bar}>
      <div className="wrap">
        <p>
          <Contents quote={way.quote} />
          <br />
          <b className={`money ${playPageCss.total}`}>{money(way.quote.total)}</b>
        </p>
        <ReviewButton {...way} short />
      </div>
    </div>
  );
}
