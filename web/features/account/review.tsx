/** Spending shown unasked at a rhythm that the player chooses (must-hold 42). */
import { useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import { type ApiRequestOf, browserApi } from '#web/browser-api.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type Props = { review: ApiAnswer<'account.review'> };

function useNoting() {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const note = async (body: ApiRequestOf<'account.reviewed'>['body']): Promise<void> => {
    setBusy(true);
    // What could not be noted is shown again.
    await browserApi('account.reviewed', { body }).catch(() => {});
    await revalidate();
    setBusy(false);
  };
  return { note, isBusy };
}

/** Until it is closed; then a line in its place, which takes the focus that the button had. */
export function Review({ review }: Props) {
  const { t, format } = useText();
  const { note, isBusy } = useNoting();
  const [isClosed, setClosed] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  const { isDue, from, dueAt } = review;

  useEffect(() => {
    if (isClosed && !isDue) line.current?.focus();
  }, [isClosed, isDue]);

  if (!isDue) {
    return isClosed ? (
      <p ref={line} tabIndex={-1} className="meta">
        {t('myPages.review.next', { date: format.date(dueAt) })}
      </p>
    ) : null;
  }
  const [spent, won, net] = [money(review.spent), money(review.won), money(review.net)];
  const close = async (): Promise<void> => {
    await note({ seen: true });
    setClosed(true);
  };
  return (
    <Notice
      kind="info"
      title={t('myPages.review.title', { date: format.date(from) })}
      secondary={
        <Button busy={isBusy} onClick={() => void close()}>
          {t('myPages.review.seen')}
        </Button>
      }
    >
      <p className="lead">{t('myPages.review.text', { spent, won, net })}</p>
    </Notice>
  );
}

type Rhythm = Props['review']['everyDays'];
const rhythms: readonly Rhythm[] = [7, 14, 30];

export function ReviewRhythm({ review }: Props) {
  const { t, format } = useText();
  const { note } = useNoting();
  const id = useId();
  return (
    <div className="review">
      {!review.isDue && (
        <p className="meta">{t('myPages.review.next', { date: format.date(review.dueAt) })}</p>
      )}
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
    </div>
  );
}
