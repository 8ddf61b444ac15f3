/** How money is written in the dialog: what pays, sums as a clerk writes them, and three plain sentences. */
import type { ReactNode } from 'react';
import type { End } from '#texts/ends.ts';
import { money } from '#texts/number.ts';
import sprite from '#web/assets/money.svg?no-inline';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import * as iconCss from '#web/ui/icon.module.css';
import * as paymentsCss from './payments.module.css';

export function MoneySymbol({ name }: { name: 'card' | 'phone' | 'bank' }) {
  return (
    <svg className={iconCss.symbol} viewBox="0 0 48 48" width="48" aria-hidden="true">
      <use href={`${sprite}#s-${name}`} />
    </svg>
  );
}

/** The landscape of money: in answers and while somebody waits, never in forms. */
export function Lighthouse({ isFoot = false }: { isFoot?: boolean }) {
  return (
    <div className={isFoot ? dialogCss.art : paymentsCss.topArt}>
      <svg
        className={iconCss.scene}
        viewBox="0 0 640 168"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <use href={`${sprite}#scene-lighthouse`} />
      </svg>
    </div>
  );
}

/** The end of what is done. */
export function CloseFoot({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  return (
    <>
      <Lighthouse isFoot />
      <div className={dialogCss.foot}>
        <Button kind="primary" block onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}

type WayProps = {
  heading?: string;
  symbol: 'card' | 'phone' | 'bank';
  name: string;
  children?: ReactNode;
  action?: ReactNode;
};

/** A card, a phone or a bank account. */
export function WayOfPayment({ heading, symbol, name, children, action }: WayProps) {
  return (
    <section className={paymentsCss.payWay}>
      {heading !== undefined && <h3>{heading}</h3>}
      <div className={paymentsCss.payRow}>
        <MoneySymbol name={symbol} />
        <span className={paymentsCss.payName}>
          <b>{name}</b>
          {children !== undefined && <span className="soft">{children}</span>}
        </span>
        {action}
      </div>
    </section>
  );
}

type Line = { name: string; amount: string };

/** A sum with its result under a heavy rule. */
export function Ledger({ lines, result }: { lines: readonly Line[]; result: Line | null }) {
  return (
    <dl className={paymentsCss.moneyLedger}>
      {lines.map(({ name, amount }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      {result !== null && (
        <div className={paymentsCss.end}>
          <dt>{result.name}</dt>
          <dd>{result.amount}</dd>
        </div>
      )}
    </dl>
  );
}

/** Every refusal, stop or wait: what happened, what became of the money (said once), what to do now. */
export function Tell({ end }: { end: End }) {
  const { t } = useText();
  return (
    <dl className={paymentsCss.tell}>
      <div>
        <dt>{t('payment.happened')}</dt>
        <dd>{end.happened.replace(t('errors.common.notCharged'), '').trim()}</dd>
      </div>
      <div className={paymentsCss.tellMoney}>
        <dt>{t('payment.theMoney')}</dt>
        <dd>{end.money}</dd>
      </div>
      <div>
        <dt>{t('payment.now')}</dt>
        <dd>{end.now}</dd>
      </div>
    </dl>
  );
}

/** What there is: the balance, and a debt that money pays first. */
export function useBalanceLines(balance: number, debt: number): Line[] {
  const { t } = useText();
  const now = { name: t('payment.balanceNow'), amount: money(balance) };
  return debt > 0 ? [now, { name: t('myPages.debt'), amount: money(-debt) }] : [now];
}

type AfterProps = { name: string; balance: number; debt?: number; change: number | null };

/** The result before it is the result: only while the amount is within bounds. */
export function After({ name, balance, debt = 0, change }: AfterProps) {
  const { t } = useText();
  const after = balance - debt + (change ?? 0);
  const result =
    after < 0 ? { name: t('deposit.debtAfter'), amount: money(after) } : { name, amount: money(after) };
  return (
    <div role="status">
      <Ledger lines={useBalanceLines(balance, debt)} result={change === null ? null : result} />
    </div>
  );
}
