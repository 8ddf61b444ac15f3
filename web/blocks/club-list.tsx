/** Every club that can be supported, by number and name. */
import { useText } from '#web/text/text.tsx';
import { Retry } from './retry.tsx';
import type { Club } from './section-data.ts';

type Props = { title: string; clubs: readonly Club[] | null | undefined };

export function ClubList({ title, clubs }: Props) {
  const { t } = useText();
  if (!clubs) return <Retry />;
  if (clubs.length === 0) return <p>{t('empty.clubs')}</p>;
  return (
    <table className="clubs">
      <caption>
        {title} <span className="meta">{t('clubs.count', { count: clubs.length })}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col" className="r">
            {t('clubs.number')}
          </th>
          <th scope="col">{t('clubs.name')}</th>
        </tr>
      </thead>
      <tbody>
        {clubs.map(({ id, number, name }) => (
          <tr key={id}>
            <td className="r num">{number}</td>
            <th scope="row">{name}</th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
