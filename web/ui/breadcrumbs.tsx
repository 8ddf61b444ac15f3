/** The way to a page from above. The last step may be the place itself and is no link then. */
import { Link } from 'react-router';
import { useText } from '#web/text/text.tsx';
import * as breadcrumbsCss from './breadcrumbs.module.css';

type Props = { steps: readonly { name: string; to?: string }[]; label?: string };

export function Breadcrumbs({ steps, label }: Props) {
  const { t } = useText();
  return (
    <nav aria-label={label ?? t('nav.breadcrumbs')}>
      <ol className={breadcrumbsCss.crumbs}>
        {steps.map(({ name, to }) => (
          <li key={name} aria-current={to === undefined ? 'page' : undefined}>
            {to === undefined ? name : <Link to={to}>{name}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
