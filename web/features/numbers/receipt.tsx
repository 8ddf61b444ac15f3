/**
 * The ticket is bought: what, for how much, what is left, and when the result comes. No praise, no fireworks.
 */
import { type ComponentType, lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { ticketName, time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Scene } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useShell } from '#web/ui/shell.ts';
import { BoughtRows } from './bought-rows.tsx';
import type { PlayDraw, Quote } from './quote.ts';
import { Line } from './slip-card.tsx';

/** Nothing of a purchase hangs on its script: where it does not come, the receipt is whole without it. */
const ReceiptWays = lazy((): Promise<{ default: ComponentType<{ quote: Quote; draw: PlayDraw }> }> => {
  return import('./receipt-ways.tsx').then(
    ({ ReceiptWays }) => ({ default: ReceiptWays }),
    () => ({ default: () => null }),
  );
});

type Props = {
  /** What the ticket holds; null when only the ticket itself can tell. */
  quote: Quote | null;
  draw: PlayDraw;
  ticketId: string;
  onAnother: () => void;
};

export function Receipt({ quote, draw, ticketId, onAnother }: Props) {
  const { t, locale } = useText();
  return (
    <>
      <div className="body">
        <div className="done">
          <Scene game={draw.gameId} />
        </div>
        {quote === null ? (
          <p className="lead ink">{t('errors.byCall.buy.found')}</p>
        ) : (
          <Bought quote={quote} draw={draw} ticketId={ticketId} />
        )}
      </div>
      <div className="foot">
        <div className="review-actions">
          <Link className="button button-primary button-block" to={pathsFor(locale).ticket(ticketId)}>
            {t('purchase.viewTicket')}
          </Link>
          <button type="button" className="button button-plain" onClick={onAnother}>
            {t('purchase.another')}
          </button>
        </div>
      </div>
    </>
  );
}

type BoughtProps = Pick<Props, 'draw' | 'ticketId'> & { quote: Quote };

function Bought({ quote, draw, ticketId }: BoughtProps) {
  const { t, format } = useText();
  const { account } = useShell();
  // Of what was bought: the draw on sale may be another by now.
  const [first = ''] = quote.drawDates;
  const date = quote.drawDates.length === 1 ? format.onDate(first) : format.dates(quote.drawDates);
  return (
    <>
      <p className="lead ink">{t('purchase.done', { gameIn: t(`games.${draw.gameId}.nameIn`), date })}</p>
      <dl className="key-values">
        <Line label={t('purchase.labelNumber')} value={ticketName(ticketId)} />
        <Line label={t('purchase.labelPaid')} value={money(quote.total)} />
        {account !== null && <Line label={t('slip.labelBalanceAfter')} value={money(account.balance)} />}
      </dl>
      <BoughtRows gameId={draw.gameId} quote={quote} />
      <Notice kind="info" icon="clock">
        {t('purchase.resultsOn', { date: format.onDate(first), time: time(first) })}
      </Notice>
      <Suspense fallback={null}>
        <ReceiptWays quote={quote} draw={draw} />
      </Suspense>
    </>
  );
}
