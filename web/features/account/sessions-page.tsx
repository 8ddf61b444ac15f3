import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { useCall } from '#web/api/use-call.ts';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { pathsFor } from '#web/page/paths.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Done } from '#web/ui/done.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as accountCss from './account.module.css';
import texts from './sessions-page.tsx?texts';

type Session = ApiAnswer<'account.sessions'>['sessions'][number];

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const answer = await orErrorPage(context.get(apiContext)('account.sessions', {}), request);
  return { texts: textsFor({ request, context }, texts), ...answer };
}

/** Ends one session or, without one, all others. */
function useEnding() {
  const { call, isBusy, refused } = useCall('account.endSessions');
  const [done, setDone] = useState<'ended' | 'endedAll' | null>(null);
  const end = async (sessionId?: string): Promise<void> => {
    setDone(null);
    if (await call({ body: sessionId === undefined ? {} : { sessionId } }))
      setDone(sessionId === undefined ? 'endedAll' : 'ended');
  };
  return { end, isBusy, refused, done };
}

export default function SessionsPage() {
  const { sessions } = useLoaderData<typeof loader>();
  const { t, error, locale } = useText();
  const { end, isBusy, refused, done } = useEnding();
  return (
    <AccountFrame title={t('myPages.sessions.title')}>
      <p className="soft measure">{t('myPages.sessions.intro')}</p>
      {done !== null && <Done>{t(`myPages.sessions.${done}`)}</Done>}
      {refused !== null && (
        <Notice kind="danger" role="alert">
          {error(refused)}
        </Notice>
      )}
      <ul className={accountCss.rows}>
        {sessions.map((session) => (
          <Line key={session.sessionId} session={session} isBusy={isBusy} end={end} />
        ))}
      </ul>
      {sessions.length === 1 && <p>{t('myPages.sessions.alone')}</p>}
      <p className="actions">
        {sessions.length > 1 && (
          <Button busy={isBusy} onClick={() => void end()}>
            {t('myPages.sessions.endAll')}
          </Button>
        )}
        <Link className={buttonClass({ kind: 'plain' })} to={pathsFor(locale).password()}>
          {t('myPages.password.title')}
        </Link>
      </p>
    </AccountFrame>
  );
}

type LineProps = { session: Session; isBusy: boolean; end: (sessionId: string) => Promise<void> };

function Line({ session, isBusy, end }: LineProps) {
  const { t, format } = useText();
  const { sessionId, isThis, browser, system, createdAt, lastUsedAt } = session;
  const known = browser && system ? t('myPages.sessions.device', { browser, system }) : (browser ?? system);
  const device = known ?? t('myPages.sessions.unknown');
  return (
    <li>
      <div>
        <b>{device}</b>
        <p className="soft">
          {isThis
            ? t('myPages.sessions.this')
            : t('myPages.sessions.last', { date: format.dateTime(lastUsedAt) })}
          {' · '}
          {t('myPages.sessions.signedIn', { date: format.dateTime(createdAt) })}
        </p>
      </div>
      {!isThis && (
        <Button busy={isBusy} onClick={() => void end(sessionId)}>
          {t('myPages.sessions.end')}
          <span className="visually-hidden">: {device}</span>
        </Button>
      )}
    </li>
  );
}
