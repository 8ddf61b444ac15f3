/** Tells that a player other than the page's own is signed in. */
import { endInWords, endOf } from '#texts/ends.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';

/** Full names; `before` is null on a page made for a signed-out visitor. */
export type ChangedPlayer = { before: string | null; now: string };

export function OtherPlayer({ before, now, onClose }: ChangedPlayer & { onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog
      open
      title={t('session.otherTitle')}
      closeLabel={null}
      closesOutside={false}
      onClose={onClose}
      className={dialogCss.small}
    >
      <div className={dialogCss.body}>
        <p>
          {endInWords(
            before === null
              ? endOf(t, 'ends.session.otherWindow', { now })
              : endOf(t, 'ends.session.otherPlayer', { before, now }),
          )}
        </p>
        <Button kind="primary" block onClick={onClose}>
          {t('session.goOnAs', { now })}
        </Button>
      </div>
    </Dialog>
  );
}
