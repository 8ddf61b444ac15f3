/** Other ways to fill the slip, whose code comes when asked for: a ticket code, rows kept on this device. */
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useText } from '#web/text/text.tsx';
import type { BoardDialogProps, BoardParts } from './board-parts.ts';

type Source = ComponentType<BoardDialogProps>;

/** Where its code does not come, nothing opens. */
export const lazyDialog = (load: () => Promise<Source>) =>
  lazy(() =>
    load().then(
      (Dialog) => ({ default: Dialog }),
      () => ({ default: () => null }),
    ),
  );

const CodeDialog = lazyDialog(() => import('./code-dialog.tsx').then(({ CodeDialog }) => CodeDialog));
const SavedDialog = lazyDialog(() => import('./saved-dialog.tsx').then(({ SavedDialog }) => SavedDialog));

export function SlipSources(parts: BoardParts) {
  const { t } = useText();
  const [open, setOpen] = useState<'code' | 'saved' | null>(null);
  const Dialog = open === 'code' ? CodeDialog : SavedDialog;
  return (
    <div className="slip-sources needs-script">
      <button type="button" className="button button-plain" onClick={() => setOpen('code')}>
        {t('play.code')}
      </button>
      <button type="button" className="button button-plain" onClick={() => setOpen('saved')}>
        {t('savedRows.title')}
      </button>
      {open !== null && (
        <Suspense>
          <Dialog {...parts} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
