/** Frame of my pages: heading, section menu, content. Only sections that exist. */
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { SignOut } from '#web/shared/session/sign-out.tsx';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import * as accountFrameCss from './account-frame.module.css';

export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useText();
  return (
    <div className="wrap">
      <PageMeta title={title} />
      <div className={layoutCss.pageHead}>
        <h1>{title}</h1>
      </div>
      <div className={`${layoutCss.columns} ${accountFrameCss.columnsNav}`}>
        <div>
          <nav className={accountFrameCss.side} aria-label={t('myPages.sections')}>
            <Sections />
          </nav>
          <nav className={accountFrameCss.folded} aria-label={t('myPages.sections')}>
            <FoldedSections />
          </nav>
        </div>
        <div>{children}</div>
      </div>
    </div>
  );
}

function useSections() {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  return [
    { to: paths.account(), name: t('myPages.nav.overview') },
    { to: paths.tickets(), name: t('myPages.nav.tickets') },
    { to: paths.subscriptions(), name: t('myPages.nav.subscriptions') },
    { to: paths.savedRows(), name: t('savedRows.title') },
    { to: paths.teams(), name: t('myPages.nav.teams') },
    { to: paths.ownPools(), name: t('toto.clubsale.title') },
    { to: paths.transactions(), name: t('myPages.nav.account') },
    { to: paths.limits(), name: t('myPages.nav.limits') },
    { to: paths.profile(), name: t('myPages.nav.profile') },
    { to: paths.cards(), name: t('myPages.nav.cards') },
    { to: paths.password(), name: t('myPages.nav.password') },
    { to: paths.sessions(), name: t('myPages.nav.sessions') },
    { to: paths.notices(), name: t('myPages.nav.notices') },
  ];
}

function Sections() {
  const [overview] = useSections();
  return (
    <ul>
      {useSections().map(({ to, name }) => (
        <li key={to}>
          <NavLink to={to} end={to === overview?.to}>
            {name}
          </NavLink>
        </li>
      ))}
      <li>
        <SignOut className={accountFrameCss.sideButton} />
      </li>
    </ul>
  );
}

/** For phones: the name of the open section, which opens the menu. */
function FoldedSections() {
  const { t } = useText();
  const { pathname } = useLocation();
  const here = useSections().find(({ to }) => to === pathname);
  return (
    <details key={pathname}>
      <summary>
        {here?.name ?? t('myPages.title')}
        <Icon name="down" small />
      </summary>
      <Sections />
    </details>
  );
}
