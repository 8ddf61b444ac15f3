/** Frame of my pages: heading, section menu, content. Only sections that exist. */
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { SignOut } from '#web/shared/session/sign-out.tsx';
import { useText } from '#web/text/text.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import * as accountFrameCss from './account-frame.module.css';

export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const menu = useRef<HTMLElement>(null);
  // On a phone the menu is one line, which scrolls by itself.
  useEffect(() => {
    const here = menu.current?.querySelector<HTMLElement>('[aria-current]');
    if (here && menu.current) menu.current.scrollLeft = here.offsetLeft - menu.current.offsetLeft - 40;
  }, []);
  const sections = [
    { to: paths.account(), name: t('myPages.nav.overview') },
    { to: paths.tickets(), name: t('myPages.nav.tickets') },
    { to: paths.subscriptions(), name: t('myPages.nav.subscriptions') },
    { to: paths.savedRows(), name: t('savedRows.title') },
    { to: paths.transactions(), name: t('myPages.nav.account') },
    { to: paths.limits(), name: t('myPages.nav.limits') },
    { to: paths.profile(), name: t('myPages.nav.profile') },
    { to: paths.cards(), name: t('myPages.nav.cards') },
    { to: paths.password(), name: t('myPages.nav.password') },
    { to: paths.sessions(), name: t('myPages.nav.sessions') },
    { to: paths.notices(), name: t('myPages.nav.notices') },
  ];
  return (
    <div className="wrap">
      <PageMeta title={title} />
      <div className={layoutCss.pageHead}>
        <h1>{title}</h1>
      </div>
      <div className={`${layoutCss.columns} ${accountFrameCss.columnsNav}`}>
        <nav ref={menu} className={accountFrameCss.side} aria-label={t('myPages.sections')}>
          <ul>
            {sections.map(({ to, name }) => (
              <li key={to}>
                <NavLink to={to} end={to === paths.account()}>
                  {name}
                </NavLink>
              </li>
            ))}
            <li>
              <SignOut className={accountFrameCss.sideButton} />
            </li>
          </ul>
        </nav>
        <div>{children}</div>
      </div>
    </div>
  );
}
