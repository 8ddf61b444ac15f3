/** Header: mark, ways, search, balance or sign-in; below it the panels and the banner line. */
import { type MouseEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { money } from '#texts/number.ts';
import { ContentLink } from '#web/blocks/content-link.tsx';
import { platformClass } from '#web/blocks/platforms.ts';
import { pathsFor, withSignIn } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useSite } from '#web/page/site.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { useIsOnBreak } from '#web/shared/account/on-break.tsx';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import { fetchSignIn } from './auth-dialog-provider.tsx';
import * as headerCss from './header.module.css';
import { PanelIcon, panelId } from './panel-icon.tsx';
import { SignUpLink } from './sign-up-link.tsx';

export function Header() {
  const { t, locale } = useText();
  const { logoText, headerLinks } = useSite();
  const isSignedIn = useShell().state !== 'out';
  const isOnBreak = useIsOnBreak();
  const games = [pathsFor('is').numberGames(), pathsFor('is').poolGames()];
  const ways = isOnBreak ? headerLinks.filter(({ url }) => !games.includes(url)) : headerLinks;
  return (
    <header className={headerCss.top}>
      <div className="wrap">
        <Link
          className={headerCss.logo}
          translate="no"
          to={pathsFor(locale).home()}
          aria-label={t('a11y.logo')}
        >
          <svg viewBox="0 0 32 32" width="30" aria-hidden="true">
            <path fill="currentColor" d="M6 2h6v8.500H6zM6 21.500h6V30H6zM20 2h6v28h-6z" />
            <path fill="var(--color-accent)" d="M0 13h18v6H0zM28 13h4v6h-4z" />
          </svg>
          <span className={isSignedIn ? headerCss.besideBreak : undefined}>
            {logoText || t('brand.name')}
          </span>
        </Link>
        <nav className={headerCss.mainNav} aria-label={t('nav.mainMenu')}>
          <ul>
            {ways.map(({ url, name }) => (
              <li key={url}>
                <ContentLink url={url} markCurrent>
                  {name}
                </ContentLink>
              </li>
            ))}
          </ul>
          <button type="button" className={headerCss.menuButton} popoverTarget={panelId('menu')}>
            {t('nav.menu')}
            <Icon name="down" small />
          </button>
        </nav>
        <div className={headerCss.cluster}>
          <PanelIcon
            opens="search"
            icon="search"
            label={t('nav.openSearch')}
            className={isSignedIn ? headerCss.signedInSearch : headerCss.searchButton}
          />
          <AgeMark />
          <Entry />
          <PanelIcon opens="mobile" icon="menu" label={t('nav.openMenu')} className={headerCss.onlyNarrow} />
        </div>
      </div>
    </header>
  );
}

/** 18+ leads to responsible play; on a phone the footer alone says it. */
function AgeMark() {
  const { t } = useText();
  const { responsible } = useSite();
  if (responsible === null) {
    return (
      <span className={headerCss.age} role="img" aria-label={t('footer.age')}>
        {t('common.ageMark')}
      </span>
    );
  }
  return (
    <ContentLink className={headerCss.age} url={responsible.url}>
      {t('common.ageMark')}
      <span className="visually-hidden">, {responsible.name}</span>
    </ContentLink>
  );
}

/** Who is signed out is offered the way in, who is signed in sees what they own. */
function Entry() {
  const { t, locale } = useText();
  const { state } = useShell();
  const { pathname, search } = useLocation();
  if (state === 'out') {
    return (
      <>
        <SignUpLink className={`${buttonCss.button} ${buttonCss.secondary} ${headerCss.onlyWide}`} />
        <Link
          className={`${buttonCss.button} ${buttonCss.primary}`}
          to={withSignIn(pathname, search)}
          preventScrollReset
          onPointerEnter={fetchSignIn}
          onFocus={fetchSignIn}
        >
          {t('nav.logIn')}
        </Link>
      </>
    );
  }
  return (
    <>
      <Break />
      <Balance />
      <Link
        className={`${buttonCss.button} ${buttonCss.secondary} ${headerCss.onlyWide}`}
        to={pathsFor(locale).account()}
      >
        {t('nav.myPages')}
      </Link>
    </>
  );
}

/** The dialog stays open while starting the break changes the state of the session. */
function Break() {
  const { locale } = useText();
  const { state } = useShell();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const open = async (): Promise<void> => {
    const host = await import('./break-host.tsx');
    setDialog(await host.breakDialog(locale, () => setDialog(null)));
  };
  return (
    <>
      {state === 'locked' ? <OnBreakUntil /> : <TakeBreak open={open} />}
      {dialog}
    </>
  );
}

/** The link to the page of limits works when the script or the texts of the dialog do not load. */
function TakeBreak({ open }: { open: () => Promise<void> }) {
  const { t, locale } = useText();
  const address = pathsFor(locale).limits('hle');
  const press = (event: MouseEvent): void => {
    event.preventDefault();
    open().catch(() => window.location.assign(address));
  };
  return (
    <Link className={headerCss.break} to={address} aria-label={t('nav.lock')} onClick={press}>
      <Icon name="pause" small />
      <span>{t('nav.break')}</span>
    </Link>
  );
}

/** The bars carry the end of the break. */
const OnBreakUntil = ownPart(() => {
  const { t, format, locale } = useText();
  const until = useOwn()?.account.lockedUntil;
  if (!until) return null;
  const words = t('nav.breakUntil', { date: format.date(until) });
  return (
    <Link
      className={`${headerCss.break} ${headerCss.onBreak}`}
      to={pathsFor(locale).home()}
      aria-label={words}
    >
      <Icon name="pause" small />
      <span>{words}</span>
    </Link>
  );
});

const Balance = ownPart(() => {
  const { t } = useText();
  const amount = money(useOwn()?.account.balance ?? 0);
  return (
    <button
      type="button"
      className={headerCss.balance}
      popoverTarget={panelId('user-menu')}
      aria-label={t('a11y.balance', { amount })}
    >
      <span className={`${headerCss.onlyWide} soft`}>{t('nav.balance')}</span> <b>{amount}</b>
      <Icon name="down" small />
    </button>
  );
});

/** One line of the content service under the header, when there is one. */
export function Banner() {
  const { t } = useText();
  const { banner } = useSite();
  if (banner === null) return null;
  const { text, linkText, url, platforms } = banner;
  return (
    <aside
      className={`${headerCss.promo} ${platformClass(platforms) ?? ''}`}
      aria-label={t('content.bannerRegion')}
    >
      <p className="wrap">
        {text} {url !== null && <ContentLink url={url}>{linkText ?? t('common.readMore')}</ContentLink>}
      </p>
    </aside>
  );
}
