/** Where a claimed prize stands: what happened, what became of the money, what to do now. */
import { Link } from 'react-router';
import { maskedAccount } from '#rules/values/bank-account.ts';
import { ticketName } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Button } from '#web/ui/button.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { PrintButton } from '#web/ui/print-button.tsx';
import * as claimCss from './claim.module.css';
import type { Claim } from './claim-stations.tsx';

type Told = { what: string; money: string; next: string };

export function ClaimTold({ claim, onChange }: { claim: Claim; onChange: () => void }) {
  const { t } = useText();
  const told = useTold(claim);
  return (
    <div className={claimCss.step}>
      <dl className={claimCss.told}>
        <div>
          <dt>{t('payment.happened')}</dt>
          <dd>{told.what}</dd>
        </div>
        <div className={claimCss.toldMoney}>
          <dt>{t('payment.theMoney')}</dt>
          <dd>{told.money}</dd>
        </div>
        <div>
          <dt>{t('payment.now')}</dt>
          <dd>{told.next}</dd>
        </div>
      </dl>
      <Acts claim={claim} onChange={onChange} />
    </div>
  );
}

function useTold(claim: Claim): Told {
  const { t, format } = useText();
  const { station, claimedAt, endedAt, bankAccount, paysFrom, amountPaid } = claim;
  const amount = money(claim.amount);
  const account = maskedAccount(bankAccount ?? '');
  const at = format.dateTime(endedAt ?? claimedAt ?? claim.confirmedAt);
  if (station === 'paid') {
    const words =
      bankAccount === undefined ? 'moneyWallet' : amountPaid === undefined ? 'money' : 'moneyLess';
    return {
      what: t('claim.paid.what', { at }),
      money: t(`claim.paid.${words}`, { amount: money(amountPaid ?? claim.amount), account }),
      next: t(bankAccount === undefined ? 'claim.paid.nextWallet' : 'claim.paid.next'),
    };
  }
  if (station === 'refused') {
    const why = claim.refusal ?? 'declined';
    return {
      what: t('claim.refused.what', { at, why, account }),
      money: t('claim.refused.money', { amount }),
      next: t('claim.refused.next'),
    };
  }
  if (claimedAt === undefined) {
    return {
      what: t('claim.staff.what'),
      money: t('claim.staff.money', { amount }),
      next: t('claim.staff.next'),
    };
  }
  if (station === 'payment' && paysFrom === undefined) {
    return {
      what: t('claim.paying.what'),
      money: t('claim.paying.money', { amount, account }),
      next: t('claim.paying.next'),
    };
  }
  const date = paysFrom && format.onDate(paysFrom);
  return {
    what: t('claim.claimed.what', { at: format.dateTime(claimedAt) }),
    money: t('claim.claimed.money', { amount }),
    next:
      station === 'review'
        ? t(date ? 'claim.claimed.reviewFrom' : 'claim.claimed.review', { account, date: date ?? '' })
        : t('claim.claimed.pays', { account, date: date ?? '' }),
  };
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
          <Link className={`${buttonCss.button} ${buttonCss.plain}`} to={pathsFor(locale).account()}>
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
