/** Header: mark, ways, balance or sign-in. Panels are native popovers and work before script arrives. */
import { useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { pathsFor, withSignIn } from '#web/paths.ts';
import { money } from '#web/text/number.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useShell } from '#web/ui/shell.ts';
import { SignOutForm } from './sign-out.tsx';

export function Header() {
  const { t, locale } = useText();
  const { player, account } = useShell();
  const { pathname, search } = useLocation();
  const paths = pathsFor(locale);
  return (
    <header className="top">
      <div className="wrap">
        <Link className="logo" to={paths.home()} aria-label={t('a11y.logo')}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path fill="currentColor" d="M6 2h6v8.500H6zM6 21.500h6V30H6zM20 2h6v28h-6z" />
            <path fill="var(--color-accent)" d="M0 13h18v6H0zM28 13h4v6h-4z" />
          </svg>
          <span>{t('brand.name')}</span>
        </Link>
        <nav className="main-nav" aria-label={t('nav.mainMenu')}>
          <ul>
            <Ways />
          </ul>
        </nav>
        <div className="cluster">
          <span className="age" role="img" aria-label={t('footer.age')}>
            {t('common.ageMark')}
          </span>
          {player === null ? (
            <Link className="btn btn-1" to={withSignIn(pathname, search)} preventScrollReset>
              {t('nav.logIn')}
            </Link>
          ) : (
            <>
              {account !== null && (
                <button
                  type="button"
                  className="bal"
                  popoverTarget="user-menu"
                  aria-label={t('a11y.balance', { amount: money(account.balance) })}
                >
                  <span className="only-wide soft">{t('nav.balance')}</span> <b>{money(account.balance)}</b>
                </button>
              )}
              <Link className="btn btn-2 only-wide" to={paths.account()}>
                {t('nav.myPages')}
              </Link>
            </>
          )}
          <button
            type="button"
            className="iconbtn only-narrow"
            popoverTarget="main-menu"
            aria-label={t('nav.openMenu')}
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <MainMenu />
      {player !== null && <UserMenu />}
    </header>
  );
}

/** Only ways to pages that exist. */
function Ways() {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  return (
    <>
      <li>
        <NavLink to={paths.game('lotto')}>{t('games.lotto.name')}</NavLink>
      </li>
      <li>
        <NavLink to={paths.results('lotto')}>{t('nav.results')}</NavLink>
      </li>
    </>
  );
}

/** A panel closes when the page changes (accounts specification §2). */
function usePanel() {
  const panel = useRef<HTMLDivElement>(null);
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of page is the cause
  useEffect(() => panel.current?.hidePopover(), [location]);
  return panel;
}

function MainMenu() {
  const { t, locale } = useText();
  const { player } = useShell();
  const panel = usePanel();
  const paths = pathsFor(locale);
  return (
    <div ref={panel} id="main-menu" className="panel" popover="auto">
      <nav aria-label={t('nav.menu')}>
        <ul>
          <li>
            <NavLink to={paths.home()} end>
              {t('nav.home')}
            </NavLink>
          </li>
          <Ways />
          {player !== null && (
            <li>
              <NavLink to={paths.account()}>{t('nav.myPages')}</NavLink>
            </li>
          )}
        </ul>
      </nav>
    </div>
  );
}

function UserMenu() {
  const { t, locale } = useText();
  const { account } = useShell();
  const panel = usePanel();
  const paths = pathsFor(locale);
  return (
    <div
      ref={panel}
      id="user-menu"
      className="panel"
      popover="auto"
      role="dialog"
      aria-label={t('nav.userMenu')}
    >
      {account !== null && (
        <dl className="kv">
          <div>
            <dt>{t('nav.balance')}</dt>
            <dd className="big">{money(account.balance)}</dd>
          </div>
          <div>
            <dt>{t('nav.spentToday')}</dt>
            <dd className="big">{money(account.stakedToday)}</dd>
          </div>
        </dl>
      )}
      <Link to={paths.account()}>{t('nav.myPages')}</Link>
      <Link to={paths.tickets()}>{t('nav.myTickets')}</Link>
      <Link to={paths.transactions()}>{t('nav.myAccount')}</Link>
      <SignOutForm />
    </div>
  );
}
