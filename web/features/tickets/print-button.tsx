import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

export function PrintButton() {
  const { t } = useText();
  return (
    <button type="button" className="btn btn-2" onClick={() => window.print()}>
      <Icon name="print" />
      {t('myPages.tickets.print')}
    </button>
  );
}
