/** The standings of a division. On a phone the weeks of a team are a second line below its name. */
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import * as leagueCss from './league.module.css';
import type { Competition, LeagueData } from './league-data.server.ts';
import { ReportName } from './report-name.tsx';
import type { OwnTeams } from './use-own-teams.ts';

type Row = Competition['divisions'][number]['standings'][number];

export function LeagueTable({ data, own }: { data: LeagueData; own: OwnTeams }) {
  const { t, locale } = useText();
  const { competition, division, table, showsAll } = data;
  const { league } = pathsFor(locale);
  const isOver = competition.state !== 'running';
  const isFinal = competition.state === 'closed';
  const links = competition.divisions.map(({ id, name }) => {
    return { name: id, label: name, to: league({ keppni: competition.id, deild: id }) };
  });
  return (
    <div className={leagueCss.main}>
      <FilterLinks label={t('competitions.division')} links={links} chosen={division} />
      <Section
        title={t(isFinal ? 'competitions.finalStanding' : 'competitions.standing', { division })}
        aside={
          <span className="soft">{isOver ? t('competitions.inBrackets') : <WeekNow data={data} />}</span>
        }
      >
        <Live competition={competition} />
        {table.standings.length === 0 ? (
          <p className="lead">{t('competitions.noTeams')}</p>
        ) : (
          <Standings
            competition={competition}
            table={table}
            own={own}
            canReport={showsAll && own.state === 'known'}
          />
        )}
        <p className={`soft ${leagueCss.note}`}>{t('competitions.rules')}</p>
        {table.teamCount > table.standings.length && (
          <Link
            className={buttonClass({})}
            to={league({ keppni: competition.id, deild: division, allir: '1' })}
            preventScrollReset
          >
            {t('competitions.showAll', { count: table.teamCount })}
          </Link>
        )}
        {showsAll && (
          <Link
            className={buttonClass({})}
            to={league({ keppni: competition.id, deild: division })}
            preventScrollReset
          >
            {t('competitions.showFirst')}
          </Link>
        )}
      </Section>
    </div>
  );
}

function WeekNow({ data: { competition } }: { data: LeagueData }) {
  const { t } = useText();
  const nth = competition.weeks.filter(({ state }) => state !== 'upcoming').length;
  return t('competitions.weekOf', { nth, count: competition.weeks.length });
}

/** The week that is played, and earlier ones that wait for a late result. */
function Live({ competition: { weeks, countedAt } }: { competition: Competition }) {
  const { t, format } = useText();
  const open = weeks.filter(({ state }) => state === 'provisional');
  const running = open.at(-1);
  if (!running) return null;
  return (
    <p className={leagueCss.live}>
      <Icon name="hour" />
      <span>
        <b>{t('competitions.live', { week: running.week })}</b> {t('competitions.liveNote')}{' '}
        {open.slice(0, -1).map(({ week }) => `${t('competitions.waits', { week })} `)}
        {countedAt !== undefined && t('competitions.counted', { date: format.dateTime(countedAt) })}
      </span>
    </p>
  );
}

type TableProps = {
  competition: Competition;
  table: Competition['divisions'][number];
  own: OwnTeams;
  /** Names can be reported where all teams are shown. */
  canReport: boolean;
};

/** A team of the visitor below the ones that are shown stands below a gap. */
function Standings({ competition, table, own, canReport }: TableProps) {
  const { t } = useText();
  const mine = own.rows.filter(({ divisionId }) => divisionId === table.id);
  const isMine = ({ teamId }: Row) => mine.some((row) => row.teamId === teamId);
  const below = mine.filter((row) => !table.standings.some(({ teamId }) => teamId === row.teamId));
  const { firstWeek: from, lastWeek: to, weeks, state } = competition;
  const isFinal = state === 'closed' ? 'yes' : 'no';
  return (
    <table className={leagueCss.table}>
      <caption className="visually-hidden">
        {t('competitions.caption', { isFinal, division: table.id, from, to })}
      </caption>
      <thead>
        <tr>
          <th scope="col" className={leagueCss.place}>
            <span className="visually-hidden">{t('competitions.place')}</span>
          </th>
          <th scope="col">{t('competitions.team')}</th>
          {weeks.map(({ week, state: ofWeek }) => (
            <th
              scope="col"
              key={week}
              className={ofWeek === 'provisional' ? `${leagueCss.week} ${leagueCss.now}` : leagueCss.week}
            >
              <span className="visually-hidden">{t('common.week')} </span>
              <b>{week}</b>
            </th>
          ))}
          <th scope="col" className={leagueCss.total}>
            {t('competitions.best')}
          </th>
        </tr>
      </thead>
      <tbody>
        {table.standings.map((row) => (
          <StandingRow key={row.teamId} row={row} weeks={weeks} isMine={isMine(row)} canReport={canReport} />
        ))}
        {below.length > 0 && (
          <tr className={leagueCss.gap}>
            <td colSpan={weeks.length + 3}>…</td>
          </tr>
        )}
        {below.map((row) => (
          <StandingRow key={row.teamId} row={row} weeks={weeks} isMine canReport={false} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { row: Row; weeks: Competition['weeks']; isMine: boolean; canReport: boolean };

function StandingRow({ row, weeks, isMine, canReport }: RowProps) {
  const cells = weeks.map(({ week }) => cellOf(row, week));
  return (
    <tr className={isMine ? leagueCss.mine : undefined}>
      <td className={leagueCss.place}>{row.place}</td>
      <th scope="row" className={leagueCss.team}>
        <b>{row.name}</b>
        <span>{row.clubName}</span>
        <span className={leagueCss.line}>
          {cells.map(({ week, text, look }) => (
            <i key={week} className={look}>
              {text}
            </i>
          ))}
        </span>
        {canReport && !isMine && <ReportName teamId={row.teamId} name={row.name} />}
      </th>
      {cells.map(({ week, text, look }) => (
        <td key={week} className={`${leagueCss.week} ${look ?? ''}`}>
          {look === leagueCss.now ? <b>{text}</b> : text}
        </td>
      ))}
      <td className={leagueCss.total}>{row.total}</td>
    </tr>
  );
}

/** A dropped week stands in brackets; one that has not begun, or has no goal yet, is a point. */
function cellOf({ weeks }: Row, week: number) {
  const played = weeks.find((each) => each.week === week);
  if (!played || (played.isProvisional && played.correct === 0)) return { week, text: '·', look: undefined };
  if (played.isDropped) return { week, text: `(${played.correct})`, look: leagueCss.dropped };
  return { week, text: String(played.correct), look: played.isProvisional ? leagueCss.now : undefined };
}
