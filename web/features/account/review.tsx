/** Spending shown unasked at a rhythm that the player chooses (must-hold 42). */
import { useEffect, useRef, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useNoting } from './use-noting.ts';

type Props = { review: ApiAnswer<'account.review'> };

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
