/** The choice about counting of visits: in the footer, off until somebody says yes. */
import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';

const CookieDialog = lazy(() =>
  import('./cookie-dialog.tsx').then(
    (part) => ({ default: part.CookieDialog }),
    () => ({ default: () => <></> }),
  ),
);

export function CookieChoice() {
  const { t } = useText();
  const { counter } = useShell();
  const [isOpen, setOpen] = useState(false);
  if (counter === null) return null;
  return (
    <>
      <button
        type="button"
        className={`${buttonCss.button} ${buttonCss.plain}`}
        onClick={() => setOpen(true)}
      >
        {t('footer.cookies')}
      </button>
      {isOpen &&
        // Beside the frame, since a dialog with a head of its own is no part of the footer.
        createPortal(
          <Suspense>
            <CookieDialog onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
