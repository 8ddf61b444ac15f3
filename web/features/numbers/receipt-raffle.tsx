/** On the receipt: that the ticket just bought takes part in a raffle. */
import { takesPart } from '#rules/draws/raffle.ts';
import { useText } from '#web/text/text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Raffle } from './promotion.tsx';
import type { Quote } from './quote.ts';

type Props = { raffle: Raffle; quote: Pick<Quote, 'rows' | 'system' | 'joker' | 'drawDates'> };

/** Nothing where no draw of the ticket lies in the period, or the ticket does not meet the condition. */
export function ReceiptRaffle({ raffle, quote: { rows, system, joker, drawDates } }: Props) {
  const { t } = useText();
  if (raffle === null) return null;
  const { condition, from, until, name } = raffle;
  const played = { rows: rows.length, system, hasSide: joker !== undefined };
  const isIn = drawDates.some((date) => from <= date.slice(0, 10) && date.slice(0, 10) <= until);
  if (!isIn || !takesPart(condition, played)) return null;
  return (
    <Notice kind="info" secondary={t('raffle.later')}>
      {t('raffle.takesPart', { name })}
    </Notice>
  );
}
