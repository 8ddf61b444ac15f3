/** A season that has not begun: when it does, for whom it is, and who has qualified. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as leagueCss from './league.module.css';
import type { LeagueData } from './league-data.server.ts';
import { MyTeams } from './my-teams.tsx';
import { PanelSection } from './panel-section.tsx';
import { Prizes, WhatCounts } from './rules.tsx';
import type { OwnTeams } from './use-own-teams.ts';

export function Upcoming({ data, own }: { data: LeagueData; own: OwnTeams }) {
  const { competition, division, table } = data;
  const { t, locale } = useText();
  const { league } = pathsFor(locale);
  const links = competition.divisions.map(({ id, name }) => {
    return { name: id, label: name, to: league({ keppni: competition.id, deild: id }) };
  });
  return (
    <div className={leagueCss.upcoming}>
      <Begin data={data} />
      <div className={leagueCss.aside}>
        <FilterLinks label={t('competitions.division')} links={links} chosen={division} />
        {competition.isFinal ? (
          <>
            <Qualified data={data} />
            <Champion data={data} />
          </>
        ) : (
          <>
            <MyTeams data={data} own={own} />
            <Prizes table={table} isFinal={false} />
            <WhatCounts competition={competition} />
          </>
        )}
      </div>
    </div>
  );
}

function Begin({ data: { competition, before } }: { data: LeagueData }) {
  const { t, locale, format } = useText();
  const paths = pathsFor(locale);
  return (
    <PanelSection title={t('competitions.notBegun')}>
      <div className={leagueCss.figure}>
        <span className="soft">{t('competitions.firstWeek', { week: competition.firstWeek })}</span>
        <b>{format.date(competition.from)}</b>
      </div>
      <p>{t(competition.isFinal ? 'competitions.finalIntro' : 'competitions.seasonIntro')}</p>
      <p className="actions">
        <a className={buttonClass({})} href={paths.leagueCalendar(competition.id)}>
          <Icon name="calendar" />
          {t('competitions.toCalendar')}
        </a>
        {before && (
          <Link className={buttonClass({ kind: 'plain' })} to={paths.league({ keppni: before.id })}>
            {t('competitions.seeSeason', { from: before.firstWeek, to: before.lastWeek })}
          </Link>
        )}
      </p>
    </PanelSection>
  );
}

function Qualified({ data: { competition, division } }: { data: LeagueData }) {
  const { t } = useText();
  const teams = (competition.qualified ?? []).filter(({ divisionId }) => divisionId === division);
  return (
    <PanelSection title={t('competitions.qualified', { division })}>
      {teams.length === 0 ? (
        <p>{t('competitions.noneQualified')}</p>
      ) : (
        <ul className={leagueCss.qualified}>
          {teams.map(({ teamId, name, clubName: club, firstWeek: from, lastWeek: to, place }) => (
            <li key={`${teamId} ${from}`}>
              <b>{name}</b>
              <span className="soft">{t('competitions.qualifiedBy', { club, from, to, place })}</span>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  );
}

function Champion({ data: { competition, table } }: { data: LeagueData }) {
  const { t } = useText();
  const { firstWeek: from, lastWeek: to } = competition;
  const facts = [
    [t('competitions.championPrize'), money(table.prizes[0] ?? 0)],
    [t('competitions.championWeeks'), t('competitions.championWeeksValue', { from, to })],
    [t('competitions.championTie'), t('competitions.championTieValue')],
  ] as const;
  return (
    <PanelSection title={t('competitions.champion')}>
      <dl className={leagueCss.ledger}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </PanelSection>
  );
}
