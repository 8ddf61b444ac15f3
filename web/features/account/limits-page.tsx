import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext, requestContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { useText } from '#web/text/text.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { CloseAccount } from './close-account.tsx';
import { LimitHistory } from './limit-history.tsx';
import texts from './limits-page.tsx?texts';
import { LimitsSection } from './limits-section.tsx';
import { LockOut } from './lock-out.tsx';
import { ReminderChoice } from './reminder-choice.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const api = context.get(apiContext);
  const [limits, details, activity, spending] = await orErrorPage(
    Promise.all([
      api('limits.read', {}),
      api('account.details', {}),
      api('limits.activity', {}),
      api('limits.spending', {}),
    ]),
    request,
  );
  return {
    texts: textsFor({ request, context }, texts),
    limits,
    activity,
    reminderMinutes: spending.reminderMinutes,
    balance: details.balance,
    lockedUntil: details.lockedUntil ?? null,
    now: context.get(requestContext).now,
  };
}

export default function LimitsPage() {
  const { limits, activity, reminderMinutes, balance, lockedUntil, now } = useLoaderData<typeof loader>();
  const { t } = useText();
  return (
    <AccountFrame title={t('myPages.nav.limits')}>
      <NeedsScript />
      <LimitsSection limits={limits} now={now} />
      <ReminderChoice minutes={reminderMinutes} />
      <div className={layoutCss.pair}>
        <LockOut lockedUntil={lockedUntil} />
        <CloseAccount activity={activity} balance={balance} />
      </div>
      <LimitHistory changes={limits.changes} />
    </AccountFrame>
  );
}
