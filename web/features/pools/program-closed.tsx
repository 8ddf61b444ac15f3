import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** The sale has ended, the marks stay, and the next coupon is one press away. */
export function ProgramClosed({ onSwitch }: { onSwitch: () => void }) {
  const { t } = useText();
  return (
    <Notice kind="warn" role="alert">
      {t('pools.closed')}{' '}
      <Button kind="plain" onClick={onSwitch}>
        {t('pools.next')}
      </Button>
    </Notice>
  );
}
