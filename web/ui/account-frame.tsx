/** Frame of my pages: heading, section menu, content. Only sections that exist. */
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { PageMeta } from './page-meta.tsx';

export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  return (
    <div className="wrap">
      <PageMeta title={title} />
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <div className="cols cols-nav">
        <nav className="side" aria-label={t('myPages.sections')}>
          <ul>
            <li>
              <NavLink to={paths.account()} end>
                {t('myPages.nav.overview')}
              </NavLink>
            </li>
            <li>
              <NavLink to={paths.tickets()}>{t('myPages.nav.tickets')}</NavLink>
            </li>
            <li>
              <NavLink to={paths.transactions()}>{t('myPages.nav.account')}</NavLink>
            </li>
          </ul>
        </nav>
        <div>{children}</div>
      </div>
    </div>
  );
}
