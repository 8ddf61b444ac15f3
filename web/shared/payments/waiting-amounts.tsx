/** Payments without an outcome yet, which count toward the limits. */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Notice } from '#web/ui/notice.tsx';

type Waiting = { amount: number; at: string; way: 'creditCard' | 'aur' | 'subscriptionCard' };

type Props = { waiting: readonly Waiting[] | undefined };

export function WaitingAmounts({ waiting = [] }: Props) {
  const { t, format } = useText();
  const onOneLine = (at: string): string => format.dateTime(at).replaceAll(' ', '\u00a0');
  if (waiting.length === 0) return null;
  return (
    <Notice
      kind="info"
      secondary={
        <ul className={listsCss.bullets}>
          {waiting.map(({ amount, at, way }) => (
            <li key={`${at} ${amount}`}>
              {t(`waitingAmounts.${way}`, { amount: money(amount), at: onOneLine(at) })}
            </li>
          ))}
        </ul>
      }
    >
      {t('waitingAmounts.intro')}
    </Notice>
  );
}
