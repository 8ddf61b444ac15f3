/** Other ways to fill the slip, whose code comes when asked for: a ticket code, rows kept on this device. */
import { Suspense, useState } from 'react';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import * as needsScriptCss from '#web/ui/needs-script.module.css';
import type { BoardParts } from './board-parts.ts';
import * as slipSourcesCss from './slip-sources.module.css';

const CodeDialog = lazyDialog(() => import('./code-dialog.tsx').then(({ CodeDialog }) => CodeDialog));
const SavedDialog = lazyDialog(() => import('./saved-dialog.tsx').then(({ SavedDialog }) => SavedDialog));

export function SlipSources(parts: BoardParts) {
  const { t } = useText();
  const [open, setOpen] = useState<'code' | 'saved' | null>(null);
  const Dialog = open === 'code' ? CodeDialog : SavedDialog;
  return (
    <div className={`${slipSourcesCss.slipSources} ${needsScriptCss.needsScript}`}>
      <button
        type="button"
        className={`${buttonCss.button} ${buttonCss.plain}`}
        onClick={() => setOpen('code')}
      >
        {t('play.code')}
      </button>
      <button
        type="button"
        className={`${buttonCss.button} ${buttonCss.plain}`}
        onClick={() => setOpen('saved')}
      >
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
