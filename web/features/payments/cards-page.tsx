import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { maskedAccount } from '#rules/values/bank-account.ts';
import { money } from '#texts/number.ts';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { useShell } from '#web/page/shell.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { shownPhone } from '#web/shared/account/shown-phone.ts';
import { usePayments } from '#web/shared/payments/payments-context.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import texts from './cards-page.tsx?texts';
import { expiryState, shownExpiry } from './expiry.ts';
import { WayOfPayment } from './parts.tsx';
import * as paymentsCss from './payments.module.css';
export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const api = context.get(apiContext);
  const [details, { subscriptions }] = await orErrorPage(
    Promise.all([api('account.details', {}), api('subscriptions.list', {})]),
    request,
  );
  return {
    texts: textsFor({ request, context }, texts),
    details,
    running: subscriptions.filter(({ status }) => status === 'active' || status === 'pending'),
  };
}

type Details = ApiAnswer<'account.details'>;

export default function CardsPage() {
  const { details, running } = useLoaderData<typeof loader>();
  const { t } = useText();
  const { creditCard, subscriptionCard, bankAccount } = details;
  const [first] = running;
  const subscription =
    first === undefined
      ? null
      : t('card.runningSubscription', {
          count: running.length,
          game: t(`games.${first.gameId}.name`),
          amount: money(first.monthly),
        });
  return (
    <AccountFrame title={t('myPages.nav.cards')}>
      <NeedsScript />
      <div className={`${layoutCss.pair} ${layoutCss.pairWide}`}>
        <div>
          <SavedCard card={creditCard} isSubscription={false} subscription={null} />
          <SavedCard card={subscriptionCard} isSubscription subscription={subscription} />
        </div>
        <div>
          <Method details={details} />
          <BankAccount bankAccount={bankAccount} />
          <Section title={t('card.keptTitle')}>
            <p className="soft">{t('card.kept')}</p>
          </Section>
        </div>
      </div>
    </AccountFrame>
  );
}

type SavedProps = {
  card: Details['creditCard'];
  isSubscription: boolean;
  /** What is paid with it and goes on. */
  subscription: string | null;
};

function SavedCard({ card, isSubscription, subscription }: SavedProps) {
  const { t } = useText();
  const { now } = useShell();
  const { ask } = usePayments();
  const add = () => void ask({ form: 'card', isSubscription });
  const title = t(isSubscription ? 'card.forSubscriptions' : 'card.forDeposits');
  if (card === undefined) {
    return (
      <Section title={title}>
        <p>{t(isSubscription ? 'card.noSubscriptionCard' : 'card.noDepositCard')}</p>
        <p className={`actions ${paymentsCss.payAdd}`}>
          <Button onClick={add}>{t(isSubscription ? 'card.addSubscriptionTitle' : 'card.addTitle')}</Button>
        </p>
      </Section>
    );
  }
  const expires = shownExpiry(card.expires);
  const state = expiryState(card.expires, now.slice(0, 10));
  const name = t('card.ending', { brand: t(`card.brands.${card.brand}`), last4: card.last4 });
  return (
    <Section title={title}>
      <WayOfPayment
        symbol="card"
        name={name}
        action={
          <span className={paymentsCss.payActions}>
            <Button kind="plain" aria-label={t('card.changeThis', { card: name })} onClick={add}>
              {t('card.change')}
            </Button>
            <Button
              kind="plain"
              aria-label={t('card.removeThis', { card: name })}
              onClick={() => void ask({ form: 'removeCard', isSubscription, subscription })}
            >
              {t('card.removeShort')}
            </Button>
          </span>
        }
      >
        {state === 'good' ? t('card.expires', { expires }) : t('card.expiresSoon', { expires })}
      </WayOfPayment>
      {state !== 'good' && (
        <Notice kind="warn">
          {t(state === 'ended' ? 'card.endedNote' : 'card.endsNote')}{' '}
          {subscription !== null && t('card.endsPays')}
        </Notice>
      )}
    </Section>
  );
}

function Method({ details }: { details: Details }) {
  const { t } = useText();
  const { ask } = usePayments();
  const { paymentMethod, creditCard, mobile = '', mobileConfirmed } = details;
  const isAur = paymentMethod === 'aur';
  const change = (): void => {
    if (!isAur) void ask({ form: 'method', to: 'aur' });
    else if (creditCard) void ask({ form: 'method', to: 'creditCard' });
    else void ask({ form: 'card', isSubscription: false });
  };
  return (
    <Section
      title={t('paymentMethod.title')}
      aside={
        <Button kind="plain" onClick={change}>
          {t(isAur ? 'paymentMethod.toCard' : 'paymentMethod.toAur')}
        </Button>
      }
    >
      <WayOfPayment
        symbol={isAur ? 'phone' : 'card'}
        name={isAur ? `${t('paymentMethod.aur')} · ${shownPhone(mobile)}` : t('paymentMethod.creditCard')}
      >
        {isAur
          ? t('aur.eachOnPhone')
          : creditCard
            ? t('paymentMethod.byCard', {
                card: t('card.ending', {
                  brand: t(`card.brands.${creditCard.brand}`),
                  last4: creditCard.last4,
                }),
              })
            : t('card.noDepositCard')}
      </WayOfPayment>
      {isAur && !mobileConfirmed && (
        <>
          <Notice kind="warn">{t('paymentMethod.unconfirmed')}</Notice>
          <p className={`actions ${paymentsCss.payAdd}`}>
            <Button onClick={() => void ask({ form: 'method', to: 'aur' })}>
              {t('paymentMethod.confirmPhone')}
            </Button>
          </p>
        </>
      )}
    </Section>
  );
}

function BankAccount({ bankAccount }: { bankAccount: string | undefined }) {
  const { t } = useText();
  const { ask } = usePayments();
  return (
    <Section
      title={t('withdraw.account')}
      aside={
        <Button
          kind="plain"
          onClick={() => void ask({ form: 'bankAccount', isFirst: bankAccount === undefined })}
        >
          {t(bankAccount === undefined ? 'withdraw.accountAdd' : 'common.edit')}
        </Button>
      }
    >
      {bankAccount === undefined ? (
        <p>{t('withdraw.noAccount')}</p>
      ) : (
        <WayOfPayment symbol="bank" name={maskedAccount(bankAccount)}>
          {t('withdraw.goHere')}
        </WayOfPayment>
      )}
    </Section>
  );
}
