/** All subscriptions of the player, newest first, and what they come to together. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import { type Card, CardEnded, CardLink, PaidBy } from './subscription-card.tsx';
import type { Subscription } from './subscription-data.ts';
import { NotCharged, PlayedNumbers, SubscriptionStatus, useDays, useFacts } from './subscription-parts.tsx';
import * as subscriptionsCss from './subscriptions.module.css';

type Props = { subscriptions: readonly Subscription[]; card: Card };

export function SubscriptionList({ subscriptions, card }: Props) {
  const { t } = useText();
  const isRunning = subscriptions.some(({ status }) => status === 'active' || status === 'pending');
  return (
    <AccountFrame title={t('myPages.subscriptions.title')}>
      {subscriptions.length === 0 ? (
        <NoSubscriptions />
      ) : (
        <>
          <Sums subscriptions={subscriptions} />
          {isRunning && <CardEnded card={card} />}
          {isRunning && (
            <p className={subscriptionsCss.paidBy}>
              <span>
                <span className="soft">{t('myPages.subscriptions.payTitle')}</span>
                <br />
                <PaidBy card={card} />
              </span>
              <CardLink isFirst={card === undefined} />
            </p>
          )}
          <ul className={subscriptionsCss.subscriptions}>
            {subscriptions.map((subscription) => (
              <Line key={subscription.id} subscription={subscription} />
            ))}
          </ul>
          <p className="meta measure">
            {t('subscription.monthlyHow')} {t('subscription.from')}
          </p>
        </>
      )}
    </AccountFrame>
  );
}

function NoSubscriptions() {
  const { t, locale } = useText();
  return (
    <div className={listsCss.empty}>
      <p>{t('empty.subscriptions')}</p>
      <p className="soft">{t('empty.subscriptionsHint')}</p>
      <Link className={`${buttonCss.button} ${buttonCss.secondary}`} to={pathsFor(locale).numberGames()}>
        {t('empty.ticketsAction')}
      </Link>
    </div>
  );
}

/** What is paid next, what is paid ahead, and what came of it all. */
function Sums({ subscriptions }: Pick<Props, 'subscriptions'>) {
  const { t, format } = useText();
  const sum = (amountOf: (subscription: Subscription) => number): number =>
    subscriptions.reduce((total, each) => total + amountOf(each), 0);
  const [next] = subscriptions.flatMap(({ nextCharge }) => nextCharge?.at ?? []).toSorted();
  const paid = sum(({ sums }) => sums.paid);
  const won = sum(({ sums }) => sums.won);
  return (
    <dl className={`${listsCss.sums} ${listsCss.sumsRuled}`}>
      {next !== undefined && (
        <div>
          <dt>{t('myPages.subscriptions.nextCharge', { date: format.dayMonthShort(next) })}</dt>
          <dd>{money(sum(({ nextCharge }) => (nextCharge?.at === next ? nextCharge.amount : 0)))}</dd>
        </div>
      )}
      <div>
        <dt>{t('myPages.subscriptions.labelPrepaid')}</dt>
        <dd>{money(sum(({ prepaid }) => prepaid))}</dd>
        <dd className="meta">
          {t('myPages.subscriptions.left', { count: sum(({ drawDates }) => drawDates.length) })}
        </dd>
      </div>
      <div>
        <dt>{t('myPages.subscriptions.netSinceStart')}</dt>
        <dd>{money(won - paid)}</dd>
        <dd className="meta">
          {t('myPages.subscriptions.paidAndWon', { paid: money(paid), won: money(won) })}
        </dd>
      </div>
    </dl>
  );
}

function Line({ subscription }: { subscription: Subscription }) {
  const { t, locale } = useText();
  const { id, gameId, status, drawDayNo } = subscription;
  const name = t(`games.${gameId}.name`);
  return (
    <li data-game={gameId}>
      <div className={layoutCss.titleRow}>
        <GameSymbol game={gameId} />
        <div>
          <h2>{name}</h2>
          <p className="soft">{useDays(drawDayNo)}</p>
        </div>
        <SubscriptionStatus status={status} />
      </div>
      <NotCharged subscription={subscription} />
      <PlayedNumbers subscription={subscription} most={2} />
      <Facts subscription={subscription} />
      <Link
        className={`${buttonCss.button} ${buttonCss.plain}`}
        to={pathsFor(locale).subscriptions({ subscriptionId: id })}
      >
        {t('purchase.viewSubscription')}
        <span className="visually-hidden">: {name}</span>
      </Link>
    </li>
  );
}

function Facts({ subscription }: { subscription: Subscription }) {
  return (
    <dl className={listsCss.facts}>
      {useFacts(subscription).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
