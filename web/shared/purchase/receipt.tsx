/**
 * The ticket is bought: what, for how much, what is left, and when the result comes. No praise, no fireworks.
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ticketName } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { isNumberGame } from '#web/shared/games/number-games.ts';
import { AverageCost } from '#web/shared/tickets/ticket-parts.tsx';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Scene } from '#web/ui/icon.tsx';
import { Line } from './line.tsx';
import type { Bought } from './moves.ts';
import { RemindMe } from './remind-me.tsx';
import * as reviewCss from './review.module.css';

type Props = {
  gameId: string;
  bought: Bought;
  onAnother: () => void;
  /** What the ticket holds; null when only the ticket itself can tell. */
  children: ReactNode;
};

export function Receipt({ gameId, bought, onAnother, children }: Props) {
  const { t, locale } = useText();
  const isSubscription = bought.type === 'subscription';
  const { subscriptions, ticket } = pathsFor(locale);
  const to = isSubscription ? subscriptions({ subscriptionId: bought.id }) : ticket(bought.id);
  const foundText = isSubscription ? 'subscription.found' : 'errors.byCall.buy.found';
  return (
    <>
      <div className={dialogCss.body}>
        <div className={reviewCss.done}>
          <Scene game={gameId} place="broad" />
        </div>
        {children ?? <p className="lead ink">{t(foundText)}</p>}
        {!isSubscription && isNumberGame(gameId) && <RemindMe gameId={gameId} />}
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

type LinesProps = { bought: Bought; paid: number; averageCost?: number };

/** In the foot of the ticket: its number, the amount paid and the new balance. */
export function ReceiptLines({ bought: { id, type }, paid, averageCost }: LinesProps) {
  const { t } = useText();
  const account = useOwn()?.account;
  return (
    <>
      {type === 'ticket' && <Line label={t('purchase.labelNumber')} value={ticketName(id)} />}
      <Line label={t('purchase.labelPaid')} value={money(paid)} />
      <AverageCost amount={averageCost} />
      {account && <Line label={t('slip.labelBalanceAfter')} value={money(account.balance)} />}
    </>
  );
}
