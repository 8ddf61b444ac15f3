/** `/getraunadeild`: a season of the betting league, its divisions, and where my team stands. */
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { apiContext } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { ServerClock } from '#web/page/server-clock.tsx';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { GameSymbol, Icon } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { Notice } from '#web/ui/notice.tsx';
import * as stepCss from '#web/ui/step.module.css';
import * as leagueCss from './league.module.css';
import { type LeagueData, loadLeague } from './league-data.server.ts';
import texts from './league-page.tsx?texts';
import { LeagueTable } from './league-table.tsx';
import { MyTeams } from './my-teams.tsx';
import { PlayOff } from './play-off.tsx';
import { Prizes, WhatCounts } from './rules.tsx';
import { Upcoming } from './upcoming.tsx';
import { useOwnTeams } from './use-own-teams.ts';
import { Winners } from './winners.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = pageUrl(request);
  const asked = loadLeague(context.get(apiContext), url.searchParams, localeOf(url.pathname));
  return { texts: textsFor({ request, context }, texts), ...(await orErrorPage(asked)) };
}

export default function LeaguePage() {
  const data = useLoaderData<typeof loader>();
  const { t } = useText();
  const { competition, isUnknown } = data;
  const own = useOwnTeams(competition.id, competition.countedAt);
  return (
    <div className="wrap" data-game="totoeng">
      <Head data={data} />
      {isUnknown && <Notice kind="warn">{t('competitions.unknownSeason')}</Notice>}
      <Seasons data={data} />
      {competition.state === 'upcoming' ? (
        <Upcoming data={data} own={own} />
      ) : (
        <>
          {competition.state === 'closed' && <Winners competition={competition} />}
          <div className={leagueCss.page}>
            <LeagueTable data={data} own={own} />
            <aside className={leagueCss.aside}>
              <MyTeams data={data} own={own} />
              <PlayOff competition={competition} table={data.table} />
              {competition.state !== 'closed' && <Prizes table={data.table} isFinal={competition.isFinal} />}
              <WhatCounts competition={competition} />
            </aside>
          </div>
        </>
      )}
      <ServerClock />
    </div>
  );
}

function Head({ data: { competition } }: { data: LeagueData }) {
  const { t, locale } = useText();
  const title = t('competitions.title');
  const path = pathsFor('is').league();
  const isAsked = new URLSearchParams(useLocation().search).get('keppni') === competition.id;
  return (
    <>
      <PageMeta
        title={title}
        description={t('competitions.intro')}
        path={isAsked ? pathsFor('is').league({ keppni: competition.id }) : path}
        crumbs={[
          { name: t('nav.poolGames'), path: pathsFor('is').poolGames() },
          { name: title, path },
        ]}
      />
      <div className={`${layoutCss.pageHead} measure`}>
        <Breadcrumbs
          steps={[{ name: t('nav.poolGames'), to: pathsFor(locale).poolGames() }, { name: title }]}
        />
        <div className={layoutCss.titleRow}>
          <GameSymbol game="totoeng" />
          <h1>{title}</h1>
        </div>
        <p className="lead">{t('competitions.intro')}</p>
      </div>
    </>
  );
}

function Seasons({ data: { competition, before, after, division } }: { data: LeagueData }) {
  const { t, locale } = useText();
  const { league } = pathsFor(locale);
  const { firstWeek: from, lastWeek: to, year } = competition;
  return (
    <nav className={stepCss.step} aria-label={t('competitions.season')}>
      {before && (
        <Link className={buttonClass({ kind: 'plain' })} to={league({ keppni: before.id, deild: division })}>
          <Icon name="left" small />
          {t('competitions.weeks', { from: before.firstWeek, to: before.lastWeek })}
        </Link>
      )}
      <b>{t('competitions.weeksYear', { from, to, year: String(year) })}</b>
      {after ? (
        <Link className={buttonClass({ kind: 'plain' })} to={league({ keppni: after.id, deild: division })}>
          {t('competitions.weeks', { from: after.firstWeek, to: after.lastWeek })}
          <Icon name="right" small />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
