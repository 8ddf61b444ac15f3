/** The first teams of a season of the betting league, with the way to all of them. */
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Table } from '#web/ui/table.tsx';
import { Retry } from './retry.tsx';
import type { CompetitionTop } from './section-data.ts';

export function CompetitionTeams({ id, top }: { id: string; top: CompetitionTop | null | undefined }) {
  const { t, locale } = useText();
  if (!top) return <Retry />;
  return (
    <>
      {top.teams.length === 0 ? (
        <p>{t('competitions.noTeams')}</p>
      ) : (
        <Table
          caption={top.name}
          columns={[
            { name: t('competitions.team') },
            { name: t('competitions.place'), align: 'end' },
            { name: t('competitions.best'), align: 'end' },
          ]}
          rows={top.teams.map(({ teamId, name, clubName, place, total }) => ({
            key: teamId,
            cells: [`${name} · ${clubName}`, place, total],
          }))}
        />
      )}
      <p>
        <Link to={pathsFor(locale).league({ keppni: id })}>{t('common.showAll')}</Link>
      </p>
    </>
  );
}
