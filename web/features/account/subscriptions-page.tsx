import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { pageUrl } from '#web/page/paths.ts';
import { SubscriptionList } from './subscription-list.tsx';
import { SubscriptionPage } from './subscription-page.tsx';
import texts from './subscriptions-page.tsx?texts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const api = context.get(apiContext);
  const common = { texts: textsFor({ request, context }, texts) };
  const id = pageUrl(request).searchParams.get('subscriptionId');
  if (id) {
    const [one, { subscriptionCard: card }] = await orErrorPage(
      Promise.all([api('subscriptions.detail', { params: { id } }), api('account.details', {})]),
      request,
    );
    return { ...common, one, list: null, card };
  }
  const [{ subscriptions }, { subscriptionCard: card }] = await orErrorPage(
    Promise.all([api('subscriptions.list', {}), api('account.details', {})]),
    request,
  );
  return { ...common, one: null, list: subscriptions, card };
}

export default function SubscriptionsPage() {
  const { one, list, card } = useLoaderData<typeof loader>();
  if (one !== null) return <SubscriptionPage key={one.id} subscription={one} card={card} />;
  return <SubscriptionList subscriptions={list} card={card} />;
}
