/** What the panels of the header hold (accounts specification §2). */
import { Link, useLocation } from 'react-router';
import { ContentLink } from '#web/blocks/content-link.tsx';
import { StructuredText } from '#web/blocks/structured-text.tsx';
import { pathsFor, withSignIn } from '#web/paths.ts';
import { useSite, type Way } from '#web/site.ts';
import { money } from '#web/text/number.ts';
import { useText } from '#web/text/text.tsx';
import { GameSymbol, Icon, type IconName } from '#web/ui/icon.tsx';
import { useShell } from '#web/ui/shell.ts';
import { Panel, PanelBox } from './panel.tsx';
import { panelId } from './panel-icon.tsx';
import { SearchForm, SearchPanel } from './search-panel.tsx';
import { SignOutForm } from './sign-out.tsx';

export function Panels() {
  const { player } = useShell();
  return (
    <PanelBox>
      <MobilePanel />
      <MenuPanel />
      <SearchPanel />
      {player === null ? (
        <AuthPanel />
      ) : (
        <>
          <UserMenu />
          <CardPanel />
        </>
      )}
    </PanelBox>
  );
}

function Ways({ ways, className }: { ways: readonly Way[]; className?: string }) {
  return (
    <ul className={className}>
      {ways.map(({ url, name, icon }) => (
        <li key={`${url} ${name}`}>
          <ContentLink url={url} markCurrent>
            <WayIcon icon={icon} />
            {name}
          </ContentLink>
        </li>
      ))}
    </ul>
  );
}

/** Editors name a picture of our sprite: `s-` and a game, or `i-` and an icon. */
function WayIcon({ icon }: { icon: string | null }) {
  const [kind, name = ''] = icon?.split('-') ?? [];
  if (kind === 's') return <GameSymbol game={name} size="s" />;
  return kind === 'i' ? <Icon name={name as IconName} small /> : null;
}

/** The menu with what lies below each way. */
function Menu() {
  const { t } = useText();
  const { menu } = useSite();
  return (
    <nav aria-label={t('nav.menu')}>
      <ul className="menu-ways">
        {menu.map(({ url, name, below }) => (
          <li key={url}>
            <ContentLink url={url} className="way" markCurrent>
              {name}
            </ContentLink>
            {below.length > 0 && <Ways ways={below} className="below" />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Shortcuts() {
  const { t } = useText();
  const { headerLinks, shortcutGroups, responsible } = useSite();
  const more = responsible === null ? headerLinks : [...headerLinks, responsible];
  return (
    <nav className="shortcuts" aria-label={t('nav.shortcuts')}>
      {shortcutGroups.map(({ title, links }) => (
        <section key={title}>
          <h3>{title}</h3>
          <Ways ways={links} />
        </section>
      ))}
      <Ways ways={more} />
    </nav>
  );
}

function InfoText() {
  const { infoText } = useSite();
  return infoText === null ? null : (
    <div className="panel-info">
      <StructuredText text={infoText} />
    </div>
  );
}

function MobilePanel() {
  const { t, locale } = useText();
  const { player } = useShell();
  const { myPages } = useSite();
  return (
    <Panel name="mobile" title={t('nav.menu')}>
      <SearchForm />
      <Menu />
      {player === null ? (
        <button type="button" className="panel-btn" popoverTarget={panelId('auth')}>
          {myPages?.linkHeading ?? t('nav.myPages')}
          <Icon name="right" small />
        </button>
      ) : (
        <Link className="panel-btn" to={pathsFor(locale).account()}>
          {t('nav.myPages')}
        </Link>
      )}
      <Shortcuts />
      <InfoText />
    </Panel>
  );
}

function MenuPanel() {
  const { t } = useText();
  return (
    <Panel name="menu" title={t('nav.menu')}>
      <div className="menu-cols">
        <Menu />
        <Shortcuts />
      </div>
      <InfoText />
    </Panel>
  );
}

/** The way in: what one finds there, and sign-in. The form itself is a dialog. */
function AuthPanel() {
  const { t } = useText();
  const { myPages } = useSite();
  const { pathname, search } = useLocation();
  return (
    <Panel name="auth" title={myPages?.linkHeading ?? t('nav.myPages')}>
      {myPages === null ? <p>{t('nav.myPagesEntry')}</p> : <StructuredText text={myPages.text} />}
      <p className="panel-acts">
        <Link className="btn btn-1 btn-block" to={withSignIn(pathname, search)} preventScrollReset>
          {t('nav.logIn')}
        </Link>
      </p>
    </Panel>
  );
}

function UserMenu() {
  const { t, format, locale } = useText();
  const { account, player, now } = useShell();
  const paths = pathsFor(locale);
  const month = format.month(now);
  return (
    <Panel name="user-menu" title={`${player?.firstName ?? ''} ${player?.lastName ?? ''}`.trim()}>
      {account !== null && (
        <dl className="kv">
          <div>
            <dt>{t('nav.balance')}</dt>
            <dd className="big">{money(account.balance)}</dd>
          </div>
          <div>
            <dt>{t('responsible.monthSpent', { month })}</dt>
            <dd className="big">{money(account.month.spent)}</dd>
          </div>
          <div>
            <dt>{t('responsible.monthNet', { month })}</dt>
            <dd className="big">{money(account.month.net)}</dd>
          </div>
        </dl>
      )}
      <nav aria-label={t('nav.userMenu')}>
        <Link to={paths.account()}>{t('nav.myPages')}</Link>
        <Link to={paths.tickets()}>{t('nav.myTickets')}</Link>
        <Link to={paths.transactions()}>{t('nav.myAccount')}</Link>
        <Link to={paths.limits()}>{t('myPages.nav.limits')}</Link>
        <button type="button" className="panel-btn" popoverTarget={panelId('credit-card')}>
          {t('nav.addCard')}
        </button>
      </nav>
      <SignOutForm />
    </Panel>
  );
}

function CardPanel() {
  const { t, locale } = useText();
  return (
    <Panel name="credit-card" title={t('card.addTitle')}>
      <p>{t('card.panelText')}</p>
      <p className="panel-acts">
        <Link className="btn btn-1 btn-block" to={pathsFor(locale).account()}>
          {t('card.panelAction')}
        </Link>
      </p>
    </Panel>
  );
}
