/** Teams that were equal for one of the first places, and the weeks in which they played on. */
import { useText } from '#web/text/text.tsx';
import * as leagueCss from './league.module.css';
import type { Competition } from './league-data.server.ts';
import { PanelSection } from './panel-section.tsx';

type Props = { competition: Competition; table: Competition['divisions'][number] };

export function PlayOff({ competition, table }: Props) {
  const { t } = useText();
  const teams = table.standings.filter(({ playOff }) => playOff !== undefined);
  if (teams.length === 0)
    return competition.state === 'playOff' ? <p className="soft">{t('competitions.awaitsResults')}</p> : null;
  const weeks = [...new Set(teams.flatMap(({ playOff = [] }) => playOff.map(({ week }) => week)))];
  const isOpen = teams.some(({ isTied }) => isTied);
  return (
    <PanelSection title={t('competitions.playOffIn', { division: table.id })}>
      <p>{t(isOpen ? 'competitions.playOffRuns' : 'competitions.playOffNote')}</p>
      <table className={leagueCss.playOff}>
        <caption className="visually-hidden">{t('competitions.playOff')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('competitions.team')}</th>
            {weeks.map((week) => (
              <th scope="col" key={week}>
                {t('calendar.weekNumber', { week })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {teams.map(({ teamId, name, playOff = [] }) => (
            <tr key={teamId}>
              <th scope="row">{name}</th>
              {weeks.map((week) => (
                <td key={week}>{playOff.find((each) => each.week === week)?.correct ?? '·'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PanelSection>
  );
}
