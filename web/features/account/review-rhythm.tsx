/** When the next summary of spending comes, and how often (must-hold 42). */
import { useId } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { useText } from '#web/text/text.tsx';
import * as accountCss from './account.module.css';
import { useNoting } from './use-noting.ts';

type Props = { review: ApiAnswer<'account.review'> };

type Rhythm = Props['review']['everyDays'];
const rhythms: readonly Rhythm[] = [7, 14, 30];

export function ReviewRhythm({ review }: Props) {
  const { t, format } = useText();
  const { note } = useNoting();
  const id = useId();
  return (
    <div className={accountCss.review}>
      {!review.isDue && (
        <p className="meta">{t('myPages.review.next', { date: format.date(review.dueAt) })}</p>
      )}
      <p className={accountCss.rhythm}>
        <label htmlFor={id}>{t('myPages.review.rhythm')}</label>
        <select
          id={id}
          value={review.everyDays}
          onChange={(event) => void note({ everyDays: Number(event.target.value) as Rhythm })}
        >
          {rhythms.map((days) => (
            <option key={days} value={days}>
              {days === 7 ? t('myPages.review.everyWeek') : t('myPages.review.every', { days })}
            </option>
          ))}
        </select>
      </p>
    </div>
  );
}
