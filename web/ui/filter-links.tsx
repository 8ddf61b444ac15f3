/** Ways to see a part of a list: links, the chosen one marked. */
import { Link } from 'react-router';
import * as filterLinksCss from './filter-links.module.css';

export type FilterLink = { name: string; label: string; to: string };

export function FilterLinks({
  label,
  links,
  chosen,
}: {
  label: string;
  links: readonly FilterLink[];
  chosen: string;
}) {
  return (
    <nav className={filterLinksCss.tabs} aria-label={label}>
      {links.map((link) => (
        <Link
          key={link.name}
          to={link.to}
          aria-current={link.name === chosen ? 'page' : undefined}
          preventScrollReset
        >
          {link.label}
        </Link>
      ))}
    </nav>
  );
}
