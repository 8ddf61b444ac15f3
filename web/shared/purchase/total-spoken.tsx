/** The total for screen readers, whenever it has changed. */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { useThrottled } from '#web/ui/use-throttled.ts';

export function TotalSpoken({ total }: { total: number }) {
  const { t } = useText();
  const spoken = useThrottled(t('a11y.totalChanged', { amount: money(total) }), 1000);
  return (
    <p className="visually-hidden" role="status">
      {spoken}
    </p>
  );
}
