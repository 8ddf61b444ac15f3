/** `/minar-sidur/upplysingar`: what players change of their account themselves. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { useText } from '#web/text/text.tsx';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import * as accountCss from './account.module.css';
import { DrawReminders } from './draw-reminders.tsx';
import { ProfileForm } from './profile-form.tsx';
import texts from './profile-page.tsx?texts';

const Mobile = lazyIsland(() => import('./mobile.tsx').then(({ Mobile }) => Mobile));

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const api = context.get(apiContext);
  const [details, { clubs }] = await orErrorPage(
    Promise.all([api('account.details', {}), api('club.list', {})]),
    request,
  );
  const names = clubs.map(({ number, name }) => ({ number, name }));
  return { texts: textsFor({ request, context }, texts), details, clubs: names };
}

export default function ProfilePage() {
  const { details, clubs } = useLoaderData<typeof loader>();
  const { t } = useText();
  return (
    <AccountFrame title={t('myPages.profile.title')}>
      <Fixed details={details} />
      <NeedsScript />
      <ProfileForm details={details} clubs={clubs} />
      <DrawReminders games={details.drawReminders} />
      {details.mobile !== undefined && (
        <LazyIsland>
          <Mobile key={details.mobile} mobile={details.mobile} isConfirmed={details.mobileConfirmed} />
        </LazyIsland>
      )}
    </AccountFrame>
  );
}

type Details = Awaited<ReturnType<typeof loader>>['details'];

/** What comes from the register and the certificate, and nobody changes here. */
function Fixed({ details }: { details: Details }) {
  const { t, format } = useText();
  const { firstname, lastname, nationalId, username, eCertificateExpires } = details;
  const lines = [
    [t('myPages.profile.name'), `${firstname} ${lastname}`],
    [t('myPages.profile.nationalId'), nationalId],
    [t('myPages.profile.username'), username],
  ] as const;
  return (
    <div className={`stack ${accountCss.fixedData}`}>
      <dl className={listsCss.facts}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="meta">
        {t('myPages.profile.nameFixed')}{' '}
        {t('myPages.profile.eidValid', { date: format.dateYear(eCertificateExpires) })}
      </p>
    </div>
  );
}
