/** On the ticket of a large prize: the next step for the winner, and the stations of the claim. */
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import * as sectionCss from '#web/ui/section.module.css';
import * as claimCss from './claim.module.css';
import { type Claim, ClaimStations } from './claim-stations.tsx';
import * as ticketCss from './ticket.module.css';

export type LargePrizeData = { claim: Claim; reviewWorkdays: number };

export function LargePrize({ claim, reviewWorkdays }: LargePrizeData) {
  const { t, format, locale } = useText();
  const { station, payableFrom, paysFrom, claimedAt } = claim;
  const isWaiting = station === 'claim';
  const day = (date: string) => ({ date: format.dateYear(date) });
  const isHeld = payableFrom !== undefined && paysFrom !== undefined;
  const lead = station === 'refused' ? 'refused' : isWaiting ? 'waiting' : isHeld ? 'claimedHeld' : 'claimed';
  return (
    <section className={ticketCss.proof} aria-labelledby="large-prize-heading">
      <div className={sectionCss.head}>
        <h2 id="large-prize-heading">{t('myPages.tickets.large.title')}</h2>
      </div>
      <p className="lead">{t(`myPages.tickets.large.${lead}`, isHeld ? day(paysFrom) : {})}</p>
      {(isWaiting || claimedAt !== undefined) && (
        <div className={claimCss.acts}>
          <Link
            className={buttonClass({
              kind: isWaiting || station === 'refused' ? 'primary' : 'secondary',
              big: isWaiting,
            })}
            to={pathsFor(locale).claim(claim.ticketId, claim.couponId)}
          >
            {t(isWaiting ? 'claim.title' : station === 'refused' ? 'claim.refused.submit' : 'claim.follow')}
          </Link>
        </div>
      )}
      <ClaimStations claim={claim} reviewWorkdays={reviewWorkdays} isNarrow />
      {isWaiting && <p>{t('myPages.tickets.large.claimBy', day(claim.claimBy))}</p>}
    </section>
  );
}
