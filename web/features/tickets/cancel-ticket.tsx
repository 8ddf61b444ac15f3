/** Cancelling on the day of purchase: one confirmation, then the money is back on the account. */
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isApiError } from '#web/api.ts';
import { browserApi } from '#web/browser-api.ts';
import { money } from '#web/text/number.ts';
import { useText } from '#web/text/text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Ticket } from './ticket-data.server.ts';

export function CancelTicket({ ticket }: { ticket: Ticket }) {
  const { t, error } = useText();
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const key = useRef('');

  const open = (): void => {
    // One key for this wish, however often it is sent.
    if (key.current === '') key.current = `cancel-${ticket.id}`;
    setCode(null);
    setOpen(true);
  };
  const cancel = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await browserApi('lotto.cancel', { body: { ticketId: ticket.id } }, { idempotencyKey: key.current });
      setOpen(false);
      await revalidate();
    } catch (thrown) {
      setCode(isApiError(thrown) ? thrown.code : 'UNKNOWN');
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <button type="button" className="btn btn-2" onClick={open}>
        {t('myPages.tickets.cancel')}
      </button>
      <Dialog
        open={isOpen}
        title={t('myPages.tickets.cancelTitle')}
        closeLabel={t('myPages.tickets.cancelKeep')}
        onClose={() => setOpen(false)}
        held={isBusy}
        className="dialog-s"
      >
        <div className="body">
          <p>{t('myPages.tickets.cancelText', { amount: money(ticket.stakeTotal) })}</p>
          {code !== null && (
            <Note kind="danger" role="alert">
              {error(code, 'cancel')}
            </Note>
          )}
          <div className="rv-acts">
            <button
              type="button"
              className="btn btn-1 btn-block"
              aria-disabled={isBusy}
              onClick={() => void cancel()}
            >
              {t(isBusy ? 'loading.sending' : 'myPages.tickets.cancelConfirm')}
            </button>
            <button type="button" className="btn btn-3" onClick={() => setOpen(false)} disabled={isBusy}>
              {t('myPages.tickets.cancelKeep')}
            </button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
