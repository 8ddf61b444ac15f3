/** The visitor's teams of the division that is shown: place, points, this week, and the way to a team. */
import { Link, useLocation } from 'react-router';
import { pathsFor, withSignIn } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as leagueCss from './league.module.css';
import type { Competition, LeagueData } from './league-data.server.ts';
import { PanelSection } from './panel-section.tsx';
import type { OwnRow, OwnTeams } from './use-own-teams.ts';

export function MyTeams({ data, own }: { data: LeagueData; own: OwnTeams }) {
  const { t, locale } = useText();
  const { competition, division } = data;
  const rows = own.rows.filter(({ divisionId }) => divisionId === division);
  const aside = own.state === 'known' && (
    <Link to={pathsFor(locale).teams()}>{t('competitions.myTeams')}</Link>
  );
  return (
    <PanelSection title={t('competitions.myTeam')} aside={aside}>
      {own.state === 'known' && rows.length > 0 ? (
        rows.map((row) => <MyTeam key={row.teamId} row={row} competition={competition} />)
      ) : (
        <NoTeam own={own} />
      )}
    </PanelSection>
  );
}

function NoTeam({ own }: { own: OwnTeams }) {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  if (own.state === 'asked') return <p className="soft">{t('loading.data')}</p>;
  if (own.state === 'failed')
    return (
      <p>
        <Button onClick={own.retry}>{t('validation.fetchFailed')}</Button>
      </p>
    );
  if (own.state === 'signedOut')
    return (
      <>
        <p>{t('competitions.signInFirst')}</p>
        <p>
          <Link className={buttonClass({})} to={withSignIn(pathname, search)}>
            {t('nav.logIn')}
          </Link>
        </p>
      </>
    );
  return (
    <>
      <p>{t(own.teamsMade > 0 ? 'competitions.notQualified' : 'competitions.noTeam')}</p>
      <p>
        <Link className={buttonClass({})} to={pathsFor(locale).teams()}>
          {t('competitions.createTeam')}
        </Link>
      </p>
    </>
  );
}

function MyTeam({ row, competition }: { row: OwnRow; competition: Competition }) {
  const { t, locale } = useText();
  const { name, teamGroupNumber: number, clubName: club, place, teamCount, ticketId } = row;
  return (
    <div className={leagueCss.myTeam}>
      <div className={leagueCss.figure}>
        <span className="soft">{t('competitions.teamNumber', { name, number, club })}</span>
        <b>{t('competitions.placeOf', { place, count: teamCount })}</b>
      </div>
      <dl className={leagueCss.ledger}>
        {factsOf(row, competition, t).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {ticketId !== undefined && competition.state === 'running' && (
        <p>
          <Link className={buttonClass({})} to={pathsFor(locale).ticket(ticketId)}>
            {t('competitions.seeTicket')}
          </Link>
        </p>
      )}
    </div>
  );
}

type Translate = ReturnType<typeof useText>['t'];

function factsOf({ total, weeks }: OwnRow, { state }: Competition, t: Translate): [string, string][] {
  const now = weeks.findLast(({ isProvisional }) => isProvisional);
  const [first] = weeks;
  const best = weeks.reduce<typeof first>(
    (most, week) => (week.correct > (most?.correct ?? 0) ? week : most),
    undefined,
  );
  const dropped = weeks.filter(({ isDropped }) => isDropped).map(({ week }) => week);
  return [
    [t('competitions.points'), String(total)],
    ...(now && state === 'running'
      ? [
          [
            t('competitions.thisWeek', { week: now.week }),
            t('competitions.correct', { count: now.correct }),
          ] satisfies [string, string],
        ]
      : []),
    ...(best
      ? [
          [
            t('competitions.bestWeek'),
            t('competitions.bestWeekValue', { count: best.correct, week: best.week }),
          ] satisfies [string, string],
        ]
      : []),
    ...(dropped.length > 0
      ? [[t('competitions.droppedWeeks'), dropped.join(', ')] satisfies [string, string]]
      : []),
  ];
}
