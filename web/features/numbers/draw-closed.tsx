import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Notice } from '#web/ui/notice.tsx';

/** The sale has ended, and the next draw is one press away. */
export function DrawClosed({ onSwitch }: { onSwitch: () => void }) {
  const { t } = useText();
  return (
    <Notice kind="warn" role="alert">
      {t('play.drawClosed')}{' '}
      <button type="button" className={`${buttonCss.button} ${buttonCss.plain}`} onClick={onSwitch}>
        {t('play.switchDraw')}
      </button>
    </Notice>
  );
}
