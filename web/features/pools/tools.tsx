/** Marks by the computer, an empty coupon, and taking the last loss back. */
import { useMemo } from 'react';
import { endInWords, endOf } from '#texts/ends.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Toast } from '#web/ui/toast.tsx';
import * as poolPlayCss from './pool-play.module.css';
import { emptyRow, setRow } from './slip.ts';
import type { SlipDesk } from './use-pool-slip.ts';

export function Tools({ desk }: { desk: SlipDesk }) {
  const { t } = useText();
  const { isPickOff, fillBy } = desk;
  return (
    <>
      <div className={poolPlayCss.tools}>
        <Button kind="plain" onClick={() => fillBy('albert')}>
          <Icon name="die" />
          {t('pools.albert')}
        </Button>
        <Button kind="plain" onClick={() => fillBy('uniform')}>
          {t('pools.uniform')}
        </Button>
        <Button kind="plain" onClick={() => desk.update((old) => setRow(old, emptyRow), 'cleared')}>
          {t('toto.clear')}
        </Button>
      </div>
      {isPickOff && (
        <Notice kind="warn" role="alert">
          {endInWords(endOf(t, 'ends.purchase.quickPickOff'))}
        </Notice>
      )}
    </>
  );
}

export function SlipToast({ desk: { undo, takeBack, forget } }: { desk: SlipDesk }) {
  const { t } = useText();
  const message = useMemo(() => undo && { turn: undo.turn, text: t(`pools.acts.${undo.act}`) }, [undo, t]);
  return <Toast message={message} action={{ label: t('common.undo'), act: takeBack }} onGone={forget} />;
}
