/** Until the account is read, and when it cannot be. */
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Waiting } from '#web/ui/progress.tsx';
import { useStepFrame } from './step-frame.ts';

type Props = { title: string; hasFailed: boolean; onRetry: () => void };

export function Loading({ title, hasFailed, onRetry }: Props) {
  const { t } = useText();
  useStepFrame(title);
  return (
    <div className={dialogCss.body}>
      {hasFailed ? (
        <>
          <Notice kind="danger" role="alert">
            {t('page.network.text')}
          </Notice>
          <Button kind="primary" block onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </>
      ) : (
        <Waiting label={t('loading.generic')} />
      )}
    </div>
  );
}
