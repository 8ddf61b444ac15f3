/** The way to a page from above; the page itself is its heading and not in it. */
import { Link } from 'react-router';
import { useText } from '#web/text/text.tsx';

type Props = { steps: readonly { name: string; to: string }[]; label?: string };

export function Breadcrumbs({ steps, label }: Props) {
  const { t } = useText();
  return (
    <nav aria-label={label ?? t('nav.breadcrumbs')}>
      <ol className="crumbs">
        {steps.map(({ name, to }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
