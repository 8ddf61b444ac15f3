/** Marks by the computer, an empty coupon, and taking the last loss back. */
import { useMemo, useState } from 'react';
import { RandomFailure } from '#rules/values/random-health.ts';
import { nextUint32 } from '#web/shared/games/browser-random.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Toast } from '#web/ui/toast.tsx';
import * as poolPlayCss from './pool-play.module.css';
import type { PlayMatch } from './program.ts';
import { fill, type Way } from './quick-pick.ts';
import { activeRow, emptyRow, isCompleteRow, setRow } from './slip.ts';
import type { SlipDesk } from './use-pool-slip.ts';

/** Marks what is unmarked, all anew where nothing is; `isOff` when the source of chance has failed its tests. */
export function useFill({ slip, update }: SlipDesk, matches: readonly PlayMatch[]) {
  const [isOff, setOff] = useState(false);
  const fillBy = (way: Way): void => {
    try {
      const filled = fill(activeRow(slip), matches, way, nextUint32);
      update((old) => setRow(old, filled), isCompleteRow(activeRow(slip)) ? 'replaced' : undefined);
      setOff(false);
    } catch (error) {
      if (!(error instanceof RandomFailure)) throw error;
      setOff(true);
    }
  };
  return { isOff, fillBy };
}

type Props = { desk: SlipDesk; matches: readonly PlayMatch[] };

export function Tools({ desk, matches }: Props) {
  const { t } = useText();
  const { isOff, fillBy } = useFill(desk, matches);
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
      {isOff && (
        <Notice kind="warn" role="alert">
          {t('play.quickPickOff')}
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
