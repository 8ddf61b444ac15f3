/** Marks by the computer, an empty coupon, and taking the last loss back. */
import { Suspense, useMemo, useState } from 'react';
import { endInWords, endOf } from '#texts/ends.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Toast } from '#web/ui/toast.tsx';
import * as poolPlayCss from './pool-play.module.css';
import type { PlayProgram } from './program.ts';
import { emptyRow, setRow } from './slip.ts';
import type { SlipDesk } from './use-pool-slip.ts';

const SavedDialog = lazyDialog(() => import('./saved-dialog.tsx').then(({ SavedDialog }) => SavedDialog));

export function Tools({ desk, program }: { desk: SlipDesk; program: PlayProgram }) {
  const { t } = useText();
  const [isSavedOpen, setSavedOpen] = useState(false);
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
        <Button kind="plain" onClick={() => setSavedOpen(true)}>
          {t('savedRows.title')}
        </Button>
      </div>
      {isSavedOpen && (
        <Suspense>
          <SavedDialog desk={desk} program={program} onClose={() => setSavedOpen(false)} />
        </Suspense>
      )}
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
