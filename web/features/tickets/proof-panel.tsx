/**
 * Proof that a ticket is a line of the sealed book: its pattern, the steps, the root, and the sum
 * done again here.
 */
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { GameWeek } from '#rules/values/weeks.ts';
import { timeWithSeconds } from '#texts/format.ts';
import { isPool, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import { Knit } from '#web/ui/knit.tsx';
import { LinkedWords } from '#web/ui/linked-words.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as sectionCss from '#web/ui/section.module.css';
import * as ticketCss from './ticket.module.css';
import type { Sealed, Ticket } from './ticket-data.server.ts';
import { proofHolds } from './verify-proof.ts';

type Props = { ticket: Ticket; sealed: Sealed; drawWeek: GameWeek };

export function ProofPanel({ ticket, sealed, drawWeek }: Props) {
  const { t, locale } = useText();
  const { proof, evidence, leaf } = sealed;
  const holds = useOwnCheck(sealed);
  const inProgram = isPool(ticket.gameId);
  const source = `/api/proxy/lotto/proof/${ticket.id}/${ticket.couponId}`;
  return (
    <section className={ticketCss.proof} aria-labelledby="proof-heading">
      <div className={sectionCss.head}>
        <h2 id="proof-heading">{t('proof.title')}</h2>
      </div>
      <p className="lead">
        {t(inProgram ? 'pools.ticket.sealed' : 'proof.lead', {
          coupons: evidence.coupons,
          time: timeWithSeconds(evidence.sealedAt),
        })}
      </p>
      <div className={ticketCss.proofGrid}>
        <figure>
          <Knit hash={leaf} label={t('proof.ticketPattern')} />
          <figcaption>{t('proof.yours')}</figcaption>
        </figure>
        <Ladder steps={proof.path} />
        <figure>
          <Knit hash={evidence.merkleRoot} label={t('proof.rootPattern')} />
          <figcaption>{t(inProgram ? 'pools.ticket.root' : 'proof.root')}</figcaption>
        </figure>
      </div>
      <Notice kind={holds ? 'success' : 'danger'} role={holds ? 'status' : 'alert'}>
        <b>{t(holds ? 'proof.holds' : 'proof.fails')}</b>{' '}
        <LinkedWords>{t(holds ? 'proof.holdsWhy' : 'proof.failsWhy')}</LinkedWords>
      </Notice>
      <div className={ticketCss.actions}>
        <a
          className={`${buttonCss.button} ${buttonCss.secondary}`}
          href={source}
          download={`${ticket.couponId}.json`}
        >
          <Icon name="dl" />
          {t('proof.download')}
        </a>
        <Link
          className={`${buttonCss.button} ${buttonCss.plain}`}
          to={pathsFor(locale).results(ticket.gameId, drawWeek)}
        >
          {t(inProgram ? 'pools.ticket.viewProgram' : 'proof.viewDraw')}
        </Link>
      </div>
    </section>
  );
}

/**
 * The server's answer first, so that the page reads without script; then this browser does the sum itself.
 */
function useOwnCheck({ proof, evidence, holds }: Sealed): boolean {
  const [own, setOwn] = useState(holds);
  useEffect(() => {
    void proofHolds(proof, evidence.merkleRoot).then(setOwn);
  }, [proof, evidence.merkleRoot]);
  return own;
}

function Ladder({ steps }: { steps: Sealed['proof']['path'] }) {
  const { t } = useText();
  return (
    <div className={ticketCss.ladder} role="img" aria-label={t('proof.ladder', { count: steps.length })}>
      {steps.map(({ side, hash }) => (
        <i key={hash} className={side === 'left' ? ticketCss.fromLeft : ticketCss.fromRight} />
      ))}
      <span className="meta">{t('proof.steps', { count: steps.length })}</span>
    </div>
  );
}
