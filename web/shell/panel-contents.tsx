/** What stands in the panels of the header. HTML first: its script wakes later (decision 022). */
import { Link, useLocation } from 'react-router';
import { money } from '#texts/number.ts';
import { ContentLink } from '#web/blocks/content-link.tsx';
import { StructuredText } from '#web/blocks/structured-text.tsx';
import { pathsFor, withSignIn } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { type MenuWay, useSite, type Way } from '#web/page/site.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { usePayments } from '#web/shared/payments/payments-context.ts';
import { SignOut } from '#web/shared/session/sign-out.tsx';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Button } from '#web/ui/button.tsx';
import { GameSymbol, Icon, type IconName } from '#web/ui/icon.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import * as headerCss from './header.module.css';
import { LanguageLink } from './language-link.tsx';
import * as panelCss from './panel.module.css';
import { panelId } from './panel-icon.tsx';
import { SearchArea } from './search-area.tsx';
import { SignUpLink } from './sign-up-link.tsx';

function Ways({ ways, className }: { ways: readonly Way[]; className?: string | undefined }) {
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
  if (kind === 's') return <GameSymbol game={name} small />;
  return kind === 'i' ? <Icon name={name as IconName} small /> : null;
}

/** A game says when its sale closes. */
function GameWay({ way, now }: { way: MenuWay; now: string }) {
  const { t, format } = useText();
  const { url, name, gameId, closeDate } = way;
  return (
    <ContentLink url={url} className={panelCss.game} markCurrent>
      {gameId !== null && <GameSymbol game={gameId} />}
      <span>
        <b>{name}</b>
        {closeDate !== null && (
          <span className="soft">
            {t('gamePage.salesClose')}{' '}
            <span className={panelCss.when}>{format.nearDateTime(closeDate, now)}</span>
          </span>
        )}
      </span>
    </ContentLink>
  );
}

function MenuWays({ ways }: { ways: readonly MenuWay[] }) {
  const { now } = useShell();
  return (
    <ul className={panelCss.below}>
      {ways.map((way) => (
        <li
          key={`${way.url} ${way.name}`}
          className={way.gameId === null ? undefined : panelCss.ofGame}
          data-game={way.gameId ?? undefined}
        >
          {way.gameId === null ? (
            <ContentLink url={way.url} markCurrent>
              <WayIcon icon={way.icon} />
              {way.name}
            </ContentLink>
          ) : (
            <GameWay way={way} now={now} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The menu with what lies below each way. */
function Menu() {
  const { t } = useText();
  const { menu } = useSite();
  return (
    <nav aria-label={t('nav.menu')}>
      <ul className={panelCss.menuWays}>
        {menu.map(({ url, name, below }) => (
          <li key={url}>
            <ContentLink url={url} className={panelCss.way} markCurrent>
              {name}
            </ContentLink>
            {below.length > 0 && <MenuWays ways={below} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Shortcuts() {
  const { t } = useText();
  const { shortcutGroups } = useSite();
  return (
    <nav className="shortcuts" aria-label={t('nav.shortcuts')}>
      {shortcutGroups.map(({ title, links }) => (
        <section key={title}>
          <h3>{title}</h3>
          <Ways ways={links} className={panelCss.below} />
        </section>
      ))}
    </nav>
  );
}

function ContactLink() {
  const { t, locale } = useText();
  const { contact } = useSite();
  return (
    <Link className={panelCss.contact} to={pathsFor(locale).contact()}>
      {contact === null ? t('contact.title') : t('contact.call', contact)}
    </Link>
  );
}

function InfoText() {
  const { infoText } = useSite();
  return infoText === null ? null : <StructuredText text={infoText} />;
}

/** Who one is here: the way in, or one's own pages and the way out. */
function Account() {
  const { t, locale } = useText();
  const { state } = useShell();
  const paths = pathsFor(locale);
  if (state === 'out') {
    return (
      <nav className={panelCss.accountWays} aria-label={t('nav.myPages')}>
        <button type="button" className={panelCss.button} popoverTarget={panelId('auth')}>
          {t('nav.myPages')}
          <Icon name="right" small />
        </button>
        <SignUpLink className={headerCss.onlyNarrow} />
      </nav>
    );
  }
  return (
    <nav className={panelCss.accountWays} aria-label={t('nav.myPages')}>
      <Link to={paths.account()}>{t('nav.myPages')}</Link>
      <Link to={paths.tickets()}>{t('nav.myTickets')}</Link>
      <SignOut className={panelCss.button} />
    </nav>
  );
}

export function MobileContents() {
  return (
    <>
      <SearchArea links={false} />
      <Account />
      <Menu />
      <Shortcuts />
      <div className={panelCss.info}>
        <ContactLink />
        <InfoText />
        <LanguageLink />
      </div>
    </>
  );
}

export function MenuContents() {
  return (
    <>
      <div className={panelCss.menuSearch}>
        <SearchArea links={false} />
      </div>
      <div className={panelCss.menuColumns}>
        <Menu />
        <Shortcuts />
      </div>
      <div className={panelCss.info}>
        <InfoText />
        <ContactLink />
        <Account />
        <LanguageLink />
      </div>
    </>
  );
}

/** The way in: what one finds there, and sign-in. The form itself is a dialog. */
export function AuthContents() {
  const { t } = useText();
  const { myPages } = useSite();
  const { pathname, search } = useLocation();
  return (
    <>
      {myPages === null ? <p>{t('nav.myPagesEntry')}</p> : <StructuredText text={myPages.text} />}
      <p className={panelCss.actions}>
        <Link
          className={`${buttonCss.button} ${buttonCss.primary} ${buttonCss.block}`}
          to={withSignIn(pathname, search)}
          preventScrollReset
        >
          {t('nav.logIn')}
        </Link>
        <SignUpLink className={`${buttonCss.button} ${buttonCss.secondary} ${buttonCss.block}`} />
      </p>
    </>
  );
}

export function UserContents() {
  const { t, locale } = useText();
  const { state } = useShell();
  const paths = pathsFor(locale);
  return (
    <>
      <p className={panelCss.actions}>
        {state === 'open' && <MoneyButton form="deposit" />}
        <MoneyButton form="withdraw" />
      </p>
      <MoneyOfUser />
      <nav aria-label={t('nav.userMenu')}>
        <Link to={paths.account()}>{t('nav.myPages')}</Link>
        <Link to={paths.tickets()}>{t('nav.myTickets')}</Link>
        <Link to={paths.transactions()}>{t('nav.myAccount')}</Link>
        <Link to={paths.limits()}>{t('myPages.nav.limits')}</Link>
        <Link to={paths.cards()}>{t('myPages.nav.cards')}</Link>
        <button type="button" className={panelCss.button} popoverTarget={panelId('credit-card')}>
          {t('nav.addCard')}
        </button>
      </nav>
      <SignOut className={panelCss.button} />
    </>
  );
}

const MoneyOfUser = ownPart(() => {
  const { t, format } = useText();
  const month = format.month(useShell().now);
  const account = useOwn()?.account;
  if (!account) return null;
  return (
    <dl className={listsCss.keyValues}>
      <div>
        <dt>{t('nav.balance')}</dt>
        <dd className={panelCss.big}>{money(account.balance)}</dd>
      </div>
      {account.debt > 0 && (
        <div>
          <dt>{t('myPages.debt')}</dt>
          <dd className={panelCss.big}>{money(account.debt)}</dd>
        </div>
      )}
      <div>
        <dt>{t('responsible.monthSpent', { month })}</dt>
        <dd className={panelCss.big}>{money(account.month.spent)}</dd>
      </div>
      <div>
        <dt>{t('responsible.monthNet', { month })}</dt>
        <dd className={panelCss.big}>{money(account.month.net)}</dd>
      </div>
    </dl>
  );
});

function MoneyButton({ form }: { form: 'deposit' | 'withdraw' }) {
  const { t } = useText();
  const { ask } = usePayments();
  const isDeposit = form === 'deposit';
  return (
    <Button
      kind={isDeposit ? 'primary' : 'secondary'}
      block
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        void ask({ form });
      }}
    >
      {t(isDeposit ? 'nav.deposit' : 'withdraw.title')}
    </Button>
  );
}

export function CardContents() {
  const { t, locale } = useText();
  const { ask } = usePayments();
  return (
    <>
      <p>{t('card.panelText')}</p>
      <p className={panelCss.actions}>
        <Button
          kind="primary"
          block
          onClick={(event) => {
            event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
            void ask({ form: 'card' });
          }}
        >
          {t('card.addTitle')}
        </Button>
        <Link
          className={`${buttonCss.button} ${buttonCss.secondary} ${buttonCss.block}`}
          to={pathsFor(locale).cards()}
        >
          {t('card.panelSaved')}
        </Link>
      </p>
    </>
  );
}
