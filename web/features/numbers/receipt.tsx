/**
 * The ticket is bought: what, for how much, what is left, and when the result comes. No praise, no fireworks.
 */

import { type ComponentType, lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { ticketName, time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Scene } from '#web/ui/icon.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { BoughtRows } from './bought-rows.tsx';
import type { Raffle } from './promotion.tsx';
import type { Bought } from './purchase.ts';
import type { PlayDraw, Quote } from './quote.ts';
import { ReceiptRaffle } from './receipt-raffle.tsx';
import * as reviewCss from './review.module.css';
import { Line } from './slip-card.tsx';
import { useCharges } from './subscription-terms.tsx';

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
  raffle: Raffle;
  bought: Bought;
  onAnother: () => void;
};

export function Receipt({ quote, draw, raffle, bought, onAnother }: Props) {
  const { t, locale } = useText();
  const isSubscription = bought.type === 'subscription';
  const { subscriptions, ticket } = pathsFor(locale);
  const to = isSubscription ? subscriptions({ subscriptionId: bought.id }) : ticket(bought.id);
  return (
    <>
      <div className={dialogCss.body}>
        <div className={reviewCss.done}>
          <Scene game={draw.gameId} />
        </div>
        {quote === null ? (
          <p className="lead ink">{t(isSubscription ? 'subscription.found' : 'errors.byCall.buy.found')}</p>
        ) : (
          <Details quote={quote} draw={draw} raffle={raffle} bought={bought} />
        )}
      </div>
      <div className={dialogCss.foot}>
        <div className={dialogCss.reviewActions}>
          <Link className={`${buttonCss.button} ${buttonCss.primary} ${buttonCss.block}`} to={to}>
            {t(isSubscription ? 'purchase.viewSubscription' : 'purchase.viewTicket')}
          </Link>
          <button type="button" className={`${buttonCss.button} ${buttonCss.plain}`} onClick={onAnother}>
            {t(isSubscription ? 'common.close' : 'purchase.another')}
          </button>
        </div>
      </div>
    </>
  );
}

type DetailsProps = Pick<Props, 'draw' | 'raffle' | 'bought'> & { quote: Quote };

function Details({ quote, draw, raffle, bought: { id, type } }: DetailsProps) {
  const { t, format } = useText();
  const account = useOwn()?.account;
  // Of what was bought: the draw on sale may be another by now.
  const [first = ''] = quote.drawDates;
  const charges = useCharges(quote, { ...draw, drawDate: first });
  const gameIn = t(`games.${draw.gameId}.nameIn`);
  const date = quote.drawDates.length === 1 ? format.onDate(first) : format.dates(quote.drawDates);
  return (
    <>
      <p className="lead ink">
        {type === 'ticket' ? t('purchase.done', { gameIn, date }) : t('subscription.done', { gameIn, date })}
      </p>
      <dl className={listsCss.keyValues}>
        {type === 'ticket' && <Line label={t('purchase.labelNumber')} value={ticketName(id)} />}
        <Line label={t('purchase.labelPaid')} value={money(charges?.[0].amount ?? quote.total)} />
        {account && <Line label={t('slip.labelBalanceAfter')} value={money(account.balance)} />}
      </dl>
      <BoughtRows gameId={draw.gameId} quote={quote} />
      <Notice kind="info" icon="clock">
        {t('purchase.resultsOn', { date: format.onDate(first), time: time(first) })}
      </Notice>
      {type === 'ticket' && <ReceiptRaffle raffle={raffle} quote={quote} />}
      {type === 'ticket' && (
        <Suspense fallback={null}>
          <ReceiptWays quote={quote} draw={draw} />
        </Suspense>
      )}
    </>
  );
}
