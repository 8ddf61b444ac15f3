/** `/minar-sidur/hopar`: the teams of a player, the one that tickets count for, and a new one. */
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useCall } from '#web/api/use-call.ts';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { pathsFor } from '#web/page/paths.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Done } from '#web/ui/done.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as leagueCss from './league.module.css';
import { NewTeam, type OwnTeam } from './new-team.tsx';
import texts from './teams-page.tsx?texts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const api = context.get(apiContext);
  const [{ teams }, { clubs }, { teamId, supportId }] = await orErrorPage(
    Promise.all([api('club.ownTeams', {}), api('club.list', {}), api('account.details', {})]),
    request,
  );
  const page = { teams, clubs, current: teamId ?? null, supportId: supportId ?? null };
  return { texts: textsFor({ request, context }, texts), ...page };
}

export default function TeamsPage() {
  const { teams, clubs, current, supportId } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  return (
    <AccountFrame title={t('myPages.teams.title')}>
      <div className="stack">
        <p className="soft measure">{t('myPages.teams.intro')}</p>
        <p>
          <Link to={pathsFor(locale).league()}>{t('myPages.teams.league')}</Link>
        </p>
        <NeedsScript />
        <OwnTeams teams={teams} current={current} />
        <NewTeam teams={teams} clubs={clubs} supportId={supportId} />
      </div>
    </AccountFrame>
  );
}

/** Changes which team tickets count for from now on; `0` is none. */
function useChoice() {
  const { call, isBusy, refused } = useCall('account.update');
  const [chosen, setChosen] = useState<OwnTeam | null>(null);
  const choose = async (team: OwnTeam | null): Promise<void> => {
    setChosen(null);
    if (await call({ body: { teamId: team?.id ?? '0' } })) setChosen(team);
  };
  return { choose, isBusy, refused, chosen };
}

function OwnTeams({ teams, current }: { teams: readonly OwnTeam[]; current: string | null }) {
  const { t, error } = useText();
  const { choose, isBusy, refused, chosen } = useChoice();
  if (teams.length === 0) return <p className="lead">{t('myPages.teams.none')}</p>;
  return (
    <section className="stack">
      <h2>{t('myPages.teams.list')}</h2>
      {chosen && <Done>{t('myPages.teams.chosen', { name: chosen.name })}</Done>}
      {refused !== null && (
        <Notice kind="danger" role="alert">
          {error(refused)}
        </Notice>
      )}
      {current === null && <Notice kind="info">{t('myPages.teams.noneChosen')}</Notice>}
      <ul className={leagueCss.teams}>
        {teams.map((team) => (
          <li key={team.id}>
            <div>
              <b>{team.name}</b>
              <span className="soft">
                {t('myPages.teams.number', { club: team.clubName, number: team.teamGroupNumber })}
              </span>
            </div>
            {team.id === current ? (
              <span className={leagueCss.current}>
                <Icon name="check" small />
                {t('myPages.teams.current')}
              </span>
            ) : (
              <Button busy={isBusy} onClick={() => void choose(team)}>
                {t('myPages.teams.choose')}
                <span className="visually-hidden">: {team.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {current !== null && (
        <p>
          <Button kind="plain" busy={isBusy} onClick={() => void choose(null)}>
            {t('myPages.teams.chooseNone')}
          </Button>
        </p>
      )}
    </section>
  );
}
