/** Other ways to fill the slip, whose code comes when asked for: a ticket code, rows kept on this device. */
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useText } from '#web/text/text.tsx';
import type { BoardParts } from './board.tsx';

export type SourceProps = BoardParts & { onClose: () => void };
type Source = { default: ComponentType<SourceProps> };

const nothing = (): Source => ({ default: () => null });
const CodeDialog = lazy(() =>
  import('./code-dialog.tsx').then(({ CodeDialog }): Source => ({ default: CodeDialog }), nothing),
);
const SavedDialog = lazy(() =>
  import('./saved-dialog.tsx').then(({ SavedDialog }): Source => ({ default: SavedDialog }), nothing),
);

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
