/** Payments without an outcome yet, which count toward the limits. */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Notice } from './notice.tsx';

type Waiting = { amount: number; at: string; way: 'creditCard' | 'aur' | 'subscriptionCard' };

type Props = { waiting: readonly Waiting[] | undefined };

export function WaitingAmounts({ waiting = [] }: Props) {
  const { t, format } = useText();
  if (waiting.length === 0) return null;
  return (
    <Notice kind="info">
      <p>{t('waitingAmounts.intro')}</p>
      <ul>
        {waiting.map(({ amount, at, way }) => (
          <li key={`${at} ${amount}`}>
            {t(`waitingAmounts.${way}`, { amount: money(amount), at: format.dateTime(at) })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
