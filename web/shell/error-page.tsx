/** What went wrong, one way on, and others; of a fault also what became of the money, and its number. */
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import type { TextKey } from '#texts/text-key.ts';
import { pathsFor } from '#web/page/paths.ts';
import { lastPurchase } from '#web/shared/purchase/last-purchase.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import * as layoutCss from '#web/ui/layout.module.css';
import * as errorPageCss from './error-page.module.css';

type Kind = 'notFound' | 'forbidden' | 'closed' | 'maintenance' | 'network' | 'serverError';
/** Of money only where something failed while somebody may have been buying. */
type Words = { title: TextKey; text: TextKey; money?: TextKey };

const words: Readonly<Record<Kind, Words>> = {
  notFound: { title: 'page.notFound.title', text: 'page.notFound.text' },
  forbidden: { title: 'page.forbidden.title', text: 'page.forbidden.text' },
  closed: { title: 'page.closed.title', text: 'page.closed.text' },
  maintenance: {
    title: 'page.maintenance.title',
    text: 'page.maintenance.textSoon',
    money: 'page.serverError.money',
  },
  network: { title: 'page.network.title', text: 'page.network.text', money: 'page.network.money' },
  serverError: {
    title: 'page.serverError.title',
    text: 'page.serverError.text',
    money: 'page.serverError.money',
  },
};

/** `status` is that of HTTP, 0 when no answer came at all. */
function kindOf(status: number, code: string | undefined): Kind {
  if (code === 'EC_PRODUCT_CLOSED') return 'closed';
  const kinds: Readonly<Record<number, Kind>> = {
    0: 'network',
    // An address that cannot be read is no page of ours.
    400: 'notFound',
    403: 'forbidden',
    404: 'notFound',
    503: 'maintenance',
  };
  return kinds[status] ?? 'serverError';
}

type Props = { status: number; code?: string | undefined; errorId?: string | null | undefined };

export function ErrorPage({ status, code, errorId = null }: Props) {
  const { t, locale } = useText();
  const kind = kindOf(status, code);
  const { title, text, money } = words[kind];
  const isFault = money !== undefined;
  return (
    <div className="wrap">
      <title>{t('brand.titleTemplate', { page: t(title) })}</title>
      <meta name="robots" content="noindex" />
      <div className={`${layoutCss.pageHead} measure`}>
        <h1>{t(title)}</h1>
        <p className="lead">{t(text)}</p>
        <PurchaseTold />
        {isFault && <p>{t(money)}</p>}
        {isFault && errorId !== null && (
          <p className="meta">{t('page.serverError.reference', { errorId })}</p>
        )}
        <p className="actions">
          {!isFault ? (
            <Link className={`${buttonCss.button} ${buttonCss.primary}`} to={pathsFor(locale).home()}>
              {t('page.notFound.action')}
            </Link>
          ) : (
            // biome-ignore lint/a11y/useValidAnchor: the empty address is the one that failed
            <a className={`${buttonCss.button} ${buttonCss.primary}`} href="">
              {t('common.retry')}
            </a>
          )}
        </p>
        <OtherPages heading={t(kind === 'notFound' ? 'page.notFound.links' : 'page.linksHeading')} />
      </div>
    </div>
  );
}

function OtherPages({ heading }: { heading: string }) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const links = [
    [paths.numberGames(), t('nav.numberGames')],
    [paths.results('lotto'), t('nav.results')],
    [paths.tickets(), t('myPages.tickets.title')],
    [paths.search(), t('search.title')],
  ] as const;
  return (
    <nav className={errorPageCss.errorWays} aria-labelledby="error-ways">
      <h2 id="error-ways">{heading}</h2>
      <ul>
        {links.map(([to, name]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Outcome of a purchase that the failed page could not show. */
function PurchaseTold() {
  const { t, locale } = useText();
  const last = useSyncExternalStore(lastPurchase.subscribe, lastPurchase.get, () => null);
  if (last === null) return null;
  const paths = pathsFor(locale);
  if (last.step === 'sent') {
    return (
      <p role="status">
        {t('page.serverError.sent')} <Link to={paths.tickets()}>{t('myPages.tickets.title')}</Link>
      </p>
    );
  }
  const { id, type } = last.bought;
  return (
    <p role="status">
      {t('page.serverError.bought')}{' '}
      {type === 'ticket' ? (
        <Link to={paths.ticket(id)}>{t('purchase.viewTicket')}</Link>
      ) : (
        <Link to={paths.subscriptions({ subscriptionId: id })}>{t('purchase.viewSubscription')}</Link>
      )}
    </p>
  );
}
