/** Parts of a ticket's foot: its price, its average cost and its code. */
import { type ReactNode, useState } from 'react';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { isTextCopied } from '#web/ui/copy-text.ts';
import { Icon } from '#web/ui/icon.tsx';
import * as needsScriptCss from '#web/ui/needs-script.module.css';
import * as paperCss from './ticket-paper.module.css';

type LineProps = { label: string; children: ReactNode; isStrong?: boolean };

export function TicketLine({ label, children, isStrong = false }: LineProps) {
  return (
    <div className={isStrong ? paperCss.strong : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type PriceProps = { price: number; averageCost: number | undefined };

/** The price of the whole ticket and, where it is known, its average cost. */
export function TicketPrice({ price, averageCost }: PriceProps) {
  const { t } = useText();
  return (
    <>
      <TicketLine label={t('ticket.price')}>{money(price)}</TicketLine>
      <AverageCost amount={averageCost} />
    </>
  );
}

/** The price less the average of prizes; nothing when it is unknown. */
export function AverageCost({ amount }: { amount: number | undefined }) {
  const { t } = useText();
  if (amount === undefined) return null;
  return (
    <TicketLine label={t('ticket.average')} isStrong>
      {money(amount)}
    </TicketLine>
  );
}

/** The code by which anybody who holds it checks the ticket. */
export function TicketCheckCode({ code }: { code: string }) {
  const { t } = useText();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async (): Promise<void> => setCopied(await isTextCopied(code));
  return (
    <div className={paperCss.code}>
      <span className={paperCss.label}>{t('check.code')}</span>
      <code translate="no">{code}</code>
      <button
        type="button"
        className={`${buttonCss.iconButton} ${needsScriptCss.needsScript}`}
        aria-label={t('ticket.copyCode')}
        onClick={() => void copy()}
      >
        <Icon name="copy" />
      </button>
      <span className={paperCss.copied} role="status">
        {copied !== null && t(copied ? 'ticket.codeCopied' : 'common.copyFailed')}
      </span>
    </div>
  );
}
