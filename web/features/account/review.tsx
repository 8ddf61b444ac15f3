/** Spending shown unasked at a rhythm that the player chooses (checklist 42). */
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { type ApiRequestOf, browserApi } from '#web/browser-api.ts';
import { money } from '#web/text/number.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type Rhythm = ApiAnswer<'account.review'>['everyDays'];
const rhythms: readonly Rhythm[] = [7, 14, 30];

export function Review({ review }: { review: ApiAnswer<'account.review'> }) {
  const { t, format } = useText();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const id = useId();

  const note = async (body: ApiRequestOf<'account.reviewed'>['body']): Promise<void> => {
    setBusy(true);
    // What could not be noted is shown again, which is what was asked for.
    await browserApi('account.reviewed', { body }).catch(() => {});
    await revalidate();
    setBusy(false);
  };

  const rhythm = (
    <p className="rhythm">
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
  );
  if (!review.isDue) {
    return (
      <div className="review">
        <p className="meta">{t('myPages.review.next', { date: format.date(review.dueAt) })}</p>
        {rhythm}
      </div>
    );
  }
  const [spent, won, net] = [money(review.spent), money(review.won), money(review.net)];
  return (
    <Notice
      kind="info"
      title={t('myPages.review.title', { date: format.date(review.from) })}
      secondary={
        <>
          {rhythm}
          <Button busy={isBusy} onClick={() => void note({ seen: true })}>
            {t('myPages.review.seen')}
          </Button>
        </>
      }
    >
      <p className="lead">{t('myPages.review.text', { spent, won, net })}</p>
    </Notice>
  );
}
