/** The state of a claimed prize in three sentences, and the actions that it allows. */
import { Link } from 'react-router';
import { maskedAccount } from '#rules/values/bank-account.ts';
import { type End, type EndKey, endOf } from '#texts/ends.ts';
import { ticketName, time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { PrintButton } from '#web/ui/print-button.tsx';
import { Tell } from '#web/ui/tell.tsx';
import * as claimCss from './claim.module.css';
import type { Claim } from './claim-stations.tsx';

export function ClaimTold({ claim, onChange }: { claim: Claim; onChange: () => void }) {
  return (
    <div className={claimCss.step}>
      <Tell end={useEnd(claim)} />
      <Acts claim={claim} onChange={onChange} />
    </div>
  );
}

function useEnd(claim: Claim): End {
  const { t, format } = useText();
  const { amount, amountPaid = amount, bankAccount = '', claimedAt, endedAt, paysFrom, refusal } = claim;
  const at = endedAt ?? claimedAt ?? claim.confirmedAt;
  return endOf(t, endKeyOf(claim), {
    ...{ amount: money(amountPaid), account: maskedAccount(bankAccount) },
    ...{ date: format.date(at), time: time(at), why: refusal ?? '' },
    payDate: paysFrom ? format.onDate(paysFrom) : 'none',
  });
}

function endKeyOf({ station, claimedAt, bankAccount, amountPaid, paysFrom }: Claim): EndKey {
  if (station === 'refused') return 'ends.claim.refused';
  if (station === 'paid') {
    if (bankAccount === undefined) return 'ends.claim.paidToWallet';
    return amountPaid === undefined ? 'ends.claim.paid' : 'ends.claim.paidLess';
  }
  if (claimedAt === undefined) return 'ends.claim.byStaff';
  if (station === 'review') return 'ends.claim.claimed';
  return paysFrom === undefined ? 'ends.claim.atBank' : 'ends.claim.approved';
}

function Acts({ claim, onChange }: { claim: Claim; onChange: () => void }) {
  const { t, locale } = useText();
  const { station, claimedAt, paymentId, paysFrom } = claim;
  if (station === 'paid') {
    return (
      <>
        {paymentId !== undefined && (
          <dl className={listsCss.keyValues}>
            <div>
              <dt>{t('claim.reference')}</dt>
              <dd translate="no">{ticketName(paymentId)}</dd>
            </div>
          </dl>
        )}
        <div className={claimCss.acts}>
          {paymentId !== undefined && <PrintButton label={t('claim.print')} />}
          <Link className={buttonClass({ kind: 'plain' })} to={pathsFor(locale).account()}>
            {t('claim.home')}
          </Link>
        </div>
      </>
    );
  }
  if (claimedAt === undefined) return null;
  const isUnderWay = station === 'payment' && paysFrom === undefined;
  return (
    <div className={claimCss.acts}>
      {station === 'refused' ? (
        <Button kind="primary" onClick={onChange}>
          {t('claim.refused.submit')}
        </Button>
      ) : (
        !isUnderWay && <Button onClick={onChange}>{t('claim.change')}</Button>
      )}
      {station !== 'refused' && <a href="#hafa-samband">{t('claim.notMe')}</a>}
    </div>
  );
}
