/** A club: what it got, week by week and program by program, and whether the visitor supports it. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { decimal, money } from '#texts/number.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pageUrl, pathsFor } from '#web/page/paths.ts';
import { OpenPools } from '#web/shared/syndicates/open-pools.tsx';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { GameSymbol, Scene } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { type ClubData, loadClub } from './club-data.server.ts';
import texts from './club-page.tsx?texts';
import { ClubWeekPart } from './club-week.tsx';
import { ClubWeeks } from './club-weeks.tsx';
import * as clubsCss from './clubs.module.css';
import { Plate, SupportClub } from './support.tsx';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { searchParams: query } = pageUrl(request);
  const today = context.get(requestContext).now.slice(0, 10);
  const asked = loadClub(context.get(apiContext), params['number'] ?? '', { query, today });
  const data = await orErrorPage(asked);
  return { texts: textsFor({ request, context }, texts), ...data };
}

export default function ClubPage() {
  const data = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const { club, detail } = data;
  const paths = pathsFor(locale);
  const path = pathsFor('is').club(club.number);
  const crumbs = [
    { name: t('clubs.title'), path: pathsFor('is').clubs() },
    { name: club.name, path },
  ];
  return (
    <div className="wrap" data-game="toto">
      <PageMeta title={club.name} description={t('clubs.intro')} path={path} crumbs={crumbs} />
      <div className={layoutCss.pageHead}>
        <Breadcrumbs
          steps={[
            { name: t('nav.home'), to: paths.home() },
            { name: t('clubs.title'), to: paths.clubs() },
          ]}
        />
        <div className={`${layoutCss.titleRow} ${clubsCss.title}`}>
          <GameSymbol game="club" />
          <h1>{club.name}</h1>
          <Plate number={club.number} />
        </div>
      </div>
      <div className={clubsCss.top}>
        <Top {...data} />
        <div className={clubsCss.scene}>
          <Scene game="xg" />
        </div>
      </div>
      {!club.isClosed && <OpenPools pools={data.pools} />}
      <ClubWeeks {...data} />
      {detail && <ClubWeekPart {...detail} year={data.year} />}
    </div>
  );
}

function Top({ club, year, running, weeks, shares }: ClubData) {
  const { t, locale } = useText();
  const sum = weeks.reduce((total, { amount }) => total + amount, 0);
  const percent = (basisPoints: number) => `${decimal(locale, basisPoints / 100)}%`;
  const inPercent = { percent: percent(shares.tickets), ofClubSale: percent(shares.clubSale) };
  return (
    <div className={clubsCss.support}>
      <p className={clubsCss.figure}>
        <span className="soft">{t(running === null ? 'clubs.inYear' : 'clubs.soFar', { year })}</span>
        <b>{money(sum)}</b>
      </p>
      <p className="soft">{t('clubs.share', inPercent)}</p>
      {weeks.some(({ sample }) => sample) && <Notice kind="warn">{t('contributions.sample')}</Notice>}
      {club.isClosed ? (
        <Notice kind="info">{t('clubs.closed')}</Notice>
      ) : (
        <SupportClub club={{ number: club.number, name: club.name }} />
      )}
    </div>
  );
}
