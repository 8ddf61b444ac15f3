/** The first places of every division, once two persons have fixed them. */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import * as leagueCss from './league.module.css';
import type { Competition } from './league-data.server.ts';

const placesFixed = 3;

export function Winners({ competition: { divisions } }: { competition: Competition }) {
  const { t } = useText();
  const aside = (
    <span className={leagueCss.confirmed}>
      <Icon name="check" small />
      {t('competitions.confirmed')}
    </span>
  );
  return (
    <div className={leagueCss.winners}>
      <Section title={t('competitions.winners')} aside={aside}>
        <div className={leagueCss.podiums}>
          {divisions.map((division) => (
            <div key={division.id}>
              <h3>{division.name}</h3>
              <Podium division={division} />
            </div>
          ))}
        </div>
      </Section>
    </div>
  );
}

function Podium({ division: { standings, prizes } }: { division: Competition['divisions'][number] }) {
  const { t } = useText();
  const first = standings.filter(({ place, total }) => place <= placesFixed && total > 0);
  if (first.length === 0) return <p className="soft">{t('competitions.noTeams')}</p>;
  return (
    <ol className={leagueCss.podium}>
      {first.map(({ teamId, place, name, clubName, total }) => (
        <li key={teamId}>
          <b>{place}.</b>
          <div>
            <b>{name}</b>
            <span>
              {clubName} · <em>{t('competitions.pointsShort', { count: total })}</em>
            </span>
          </div>
          {prizes[place - 1] !== undefined && <b>{money(prizes[place - 1] ?? 0)}</b>}
        </li>
      ))}
    </ol>
  );
}
