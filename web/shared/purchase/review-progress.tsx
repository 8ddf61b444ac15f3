/** What is happening, what happened to the money, what to do now. Inside the dialog: outside all is inert. */
import { Link } from 'react-router';
import { endInWords, endOf } from '#texts/ends.ts';
import { time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { available } from '#web/shared/payments/available.ts';
import { useText } from '#web/text/text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useLimitLeft } from './limit-left.ts';
import type { Purchase } from './moves.ts';

type Props = { state: Purchase<unknown>; price: number };

export function ReviewProgress({ state: { step, refusal }, price }: Props) {
  const { t, locale } = useText();
  if (refusal !== null) return <Refused {...refusal} price={price} />;
  if (step === 'unknown') {
    return (
      <Notice
        kind="warn"
        role="alert"
        secondary={<Link to={pathsFor(locale).tickets()}>{t('myPages.tickets.title')}</Link>}
      >
        {endInWords(endOf(t, 'ends.purchase.unknown'))}
      </Notice>
    );
  }
  if (step === 'paused' || step === 'nothing') {
    const { happened, money, now } = endOf(t, 'ends.purchase.nothing');
    return (
      <Notice kind="info" role="alert" title={money}>
        {happened} {now}
      </Notice>
    );
  }
  const text = step === 'looking' || step === 'slow' ? endInWords(endOf(t, `ends.purchase.${step}`)) : '';
  return (
    <div role="status" className={text === '' ? 'visually-hidden' : undefined}>
      {text !== '' && <Notice kind="info">{text}</Notice>}
    </div>
  );
}

type RefusedProps = NonNullable<Purchase<unknown>['refusal']> & { price: number };

function Refused({ code, closeDate, price }: RefusedProps) {
  const { t, error } = useText();
  const account = useOwn()?.account;
  const left = useLimitLeft() ?? 0;
  const lacks = Math.max(0, price - (account ? available(account) : 0));
  const amount = money(code === 'EC_PLAYER_SALES_LIMIT' ? left : lacks);
  return (
    <Notice kind="danger" role="alert" title={t('errors.common.title')}>
      {error(code, 'buy', { time: time(closeDate), amount, field: account?.stakeLeftBy ?? 'none' })}
    </Notice>
  );
}
