/** The way to this page from home. */
import { Link } from 'react-router';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';

export type Crumb = { name: string; to?: string };

/** `way` begins below home and ends with the page itself, which has no link. */
export function Crumbs({ way }: { way: readonly Crumb[] }) {
  const { t, locale } = useText();
  return (
    <nav aria-label={t('nav.breadcrumbs')}>
      <ol className="crumbs">
        <li>
          <Link to={pathsFor(locale).home()}>{t('nav.home')}</Link>
        </li>
        {way.map(({ name, to }) => (
          <li key={name} aria-current={to === undefined ? 'page' : undefined}>
            {to === undefined ? name : <Link to={to}>{name}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
