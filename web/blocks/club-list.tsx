/** Every club that can be supported, by number and name. */
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Table } from '#web/ui/table.tsx';
import { Retry } from './retry.tsx';
import type { Club } from './section-data.ts';

type Props = { title: string; clubs: readonly Club[] | null | undefined };

export function ClubList({ title, clubs }: Props) {
  const { t, locale } = useText();
  if (!clubs) return <Retry />;
  if (clubs.length === 0) return <p>{t('empty.clubs')}</p>;
  return (
    <Table
      caption={
        <>
          {title} <span className="meta">{t('clubs.count', { count: clubs.length })}</span>
        </>
      }
      columns={[{ name: t('clubs.name') }, { name: t('clubs.number'), align: 'end' }]}
      rows={clubs.map(({ id, number, name }) => ({
        key: id,
        cells: [
          <Link key="name" to={pathsFor(locale).club(number)}>
            {name}
          </Link>,
          number,
        ],
      }))}
    />
  );
}
