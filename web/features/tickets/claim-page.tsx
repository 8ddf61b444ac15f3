/** The claim of a large prize: proof of identity, bank account, and progress until it is paid. */
import { useEffect, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { maskedAccount } from '#rules/values/bank-account.ts';
import { ticketName } from '#texts/format.ts';
import { groupDigits } from '#texts/number.ts';
import type { TextKey } from '#texts/text-key.ts';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { NeverAsked } from '#web/shared/contact/never-asked.tsx';
import { WaysToUs } from '#web/shared/contact/ways-to-us.tsx';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Section } from '#web/ui/section.tsx';
import * as claimCss from './claim.module.css';
import texts from './claim-page.tsx?texts';
import { type Claim, type ClaimData, ClaimStations, type Claims } from './claim-stations.tsx';
import { ChooseAccount, Identify } from './claim-steps.tsx';
import { ClaimTold } from './claim-told.tsx';
import { PlayedPaper } from './paper.tsx';
import { TicketBreadcrumbs } from './ticket-breadcrumbs.tsx';
import { loadPlayed, type Ticket } from './ticket-data.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const api = context.get(apiContext);
  const { pathname, searchParams } = pageUrl(request);
  const ticketId = searchParams.get('ticketId');
  if (!ticketId) throw redirect(pathsFor(localeOf(pathname)).tickets());
  const [{ claims, ...rest }, { firstname, lastname, bankAccount, bankAccountFrom }] = await orErrorPage(
    Promise.all([api('claims.list', {}), api('account.details', {})]),
    request,
  );
  const claim = claimOf(claims, ticketId, searchParams.get('couponId'));
  const ids = claim?.couponId && { ticketId, couponId: claim.couponId };
  const ticket = ids ? await orErrorPage(loadPlayed(api, ids, localeOf(pathname)), request) : null;
  return {
    texts: textsFor({ request, context }, texts),
    ...{ ...rest, ticketId, claim, ticket, bankAccount, bankAccountFrom },
    name: `${firstname} ${lastname}`,
  };
}

/** The prize of the coupon. Without a coupon, the prize of the ticket that is furthest from paid. */
function claimOf(claims: Claims['claims'], ticketId: string, couponId: string | null): Claim | null {
  const ofTicket = claims.filter((claim) => claim.ticketId === ticketId);
  const isOpen = ({ station }: Claim) => station !== 'paid';
  return (
    ofTicket.find((claim) => claim.couponId === couponId) ??
    ofTicket.find(({ station }) => station === 'claim' || station === 'refused') ??
    ofTicket.find(isOpen) ??
    ofTicket[0] ??
    null
  );
}

const titles: Partial<Record<Claim['station'], TextKey>> = {
  claim: 'claim.title',
  paid: 'claim.titlePaid',
  refused: 'claim.titleRefused',
};

export default function ClaimPage() {
  const { claim, ticket, ...data } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const { ticketId } = data;
  const station = claim?.station ?? 'claim';
  const heading = useFocusOnChange(station);
  const title = t(titles[station] ?? 'claim.titleClaimed');
  return (
    <div className="wrap" data-game={claim?.gameId}>
      <PageMeta title={title} />
      <div className={layoutCss.pageHead}>
        <TicketBreadcrumbs
          ticket={{
            name: t('myPages.tickets.ticket', { ticketId: ticketName(ticketId) }),
            to: pathsFor(locale).ticket(ticketId, claim?.couponId),
          }}
        />
        <h1 ref={heading} tabIndex={-1} className={claimCss.heading}>
          {title}
        </h1>
      </div>
      <div className={claimCss.claim}>
        {claim === null ? (
          <NoClaim ticketId={ticketId} />
        ) : (
          <ClaimOf claim={claim} data={data} ticket={ticket} />
        )}
        <div className={claimCss.foot}>
          <Section title={t('contact.never')}>
            <NeverAsked />
          </Section>
          <div id="hafa-samband">
            <Section title={t('contact.title')}>
              <WaysToUs />
            </Section>
          </div>
        </div>
      </div>
    </div>
  );
}

/** Moves the focus to the heading when the station changes: the heading names the new one. */
function useFocusOnChange(station: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(station);
  useEffect(() => {
    if (shown.current !== station) heading.current?.focus();
    shown.current = station;
  }, [station]);
  return heading;
}

function NoClaim({ ticketId }: { ticketId: string }) {
  const { t, locale } = useText();
  return (
    <div className={claimCss.step}>
      <p className="lead">{t('claim.none')}</p>
      <div className={claimCss.acts}>
        <Link className={buttonClass({})} to={pathsFor(locale).ticket(ticketId)}>
          {t('claim.seeTicket')}
        </Link>
      </div>
    </div>
  );
}

type OfProps = { claim: Claim; data: ClaimData; ticket: Ticket | null };

function ClaimOf({ claim, data, ticket }: OfProps) {
  return (
    <>
      <Sum claim={claim} />
      <div>
        <NeedsScript />
        <Step key={claim.station} claim={claim} data={data} />
      </div>
      <div className={claimCss.way}>
        <ClaimStations claim={claim} reviewWorkdays={data.reviewWorkdays} />
      </div>
      {ticket && <PlayedPaper ticket={ticket} />}
    </>
  );
}

function Sum({ claim: { station, amount, amountPaid, bankAccount } }: { claim: Claim }) {
  const { t } = useText();
  const isPaid = station === 'paid';
  const account = bankAccount && maskedAccount(bankAccount);
  const label = isPaid
    ? account
      ? t('claim.sumPaid', { account })
      : t('claim.sumPaidWallet')
    : t(station === 'claim' ? 'claim.sumOpen' : 'claim.sumReserved');
  return (
    <p className={claimCss.sum}>
      <span>{label}</span>
      <strong>
        {groupDigits(amountPaid ?? amount)} <small>{t('units.kr')}</small>
      </strong>
    </p>
  );
}

function Step({ claim, data }: { claim: Claim; data: ClaimData }) {
  const [isChanging, setChanging] = useState(false);
  if (claim.station === 'claim') {
    return data.identifiedAt === undefined ? (
      <Identify claim={claim} />
    ) : (
      <ChooseAccount claim={claim} data={data} />
    );
  }
  if (isChanging) return <ChooseAccount claim={claim} data={data} onEnd={() => setChanging(false)} />;
  return <ClaimTold claim={claim} onChange={() => setChanging(true)} />;
}
