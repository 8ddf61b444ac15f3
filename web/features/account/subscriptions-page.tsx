import { Link, type LoaderFunctionArgs } from 'react-router';
import { requireSession } from '#web/context.ts';
import { noSuchPage } from '#web/error-data.ts';
import { textsFor } from '#web/page-texts.server.ts';
import { pageUrl, pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { AccountFrame } from '#web/ui/account-frame.tsx';
import texts from './subscriptions-page.tsx?texts';

/** Nobody has a subscription yet, so an address of one names nothing. */
export function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  if (pageUrl(request).searchParams.has('subscriptionId')) throw noSuchPage();
  return { texts: textsFor({ request, context }, texts) };
}

export default function SubscriptionsPage() {
  const { t, locale } = useText();
  return (
    <AccountFrame title={t('myPages.subscriptions.title')}>
      <div className="empty">
        <p>{t('empty.subscriptions')}</p>
        <p className="soft">{t('empty.subscriptionsHint')}</p>
        <Link className="button button-secondary" to={pathsFor(locale).numberGames()}>
          {t('empty.ticketsAction')}
        </Link>
      </div>
    </AccountFrame>
  );
}
