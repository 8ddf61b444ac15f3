/** All subscriptions of the player, newest first. */
import { Link } from 'react-router';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { AccountFrame } from '#web/ui/account-frame.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import { type Subscription, SubscriptionStatus, useDays, useFacts } from './subscription-parts.tsx';

export function SubscriptionList({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const { t, locale } = useText();
  return (
    <AccountFrame title={t('myPages.subscriptions.title')}>
      {subscriptions.length === 0 ? (
        <div className="empty">
          <p>{t('empty.subscriptions')}</p>
          <p className="soft">{t('empty.subscriptionsHint')}</p>
          <Link className="button button-secondary" to={pathsFor(locale).numberGames()}>
            {t('empty.ticketsAction')}
          </Link>
        </div>
      ) : (
        <>
          <ul className="subscriptions">
            {subscriptions.map((subscription) => (
              <Line key={subscription.id} subscription={subscription} />
            ))}
          </ul>
          <p className="meta measure">{t('subscription.monthlyHow')}</p>
        </>
      )}
    </AccountFrame>
  );
}

function Line({ subscription }: { subscription: Subscription }) {
  const { t, locale } = useText();
  const { id, gameId, status, drawDayNo } = subscription;
  const name = t(`games.${gameId}.name`);
  return (
    <li data-game={gameId}>
      <div className="title-row">
        <GameSymbol game={gameId} />
        <div>
          <h2>{name}</h2>
          <p className="soft">{useDays(drawDayNo)}</p>
        </div>
        <SubscriptionStatus status={status} />
      </div>
      <Facts subscription={subscription} />
      <Link className="button button-plain" to={pathsFor(locale).subscriptions({ subscriptionId: id })}>
        {t('purchase.viewSubscription')}
        <span className="visually-hidden">: {name}</span>
      </Link>
    </li>
  );
}

function Facts({ subscription }: { subscription: Subscription }) {
  return (
    <dl className="facts">
      {useFacts(subscription).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
