/** Cancelling on the day of purchase: one confirmation, then the money is back on the account. */
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { isPool } from '#web/page/paths.ts';
import type { Refused } from '#web/text/errors.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Ticket } from './ticket-data.server.ts';

type Props = {
  ticket: Ticket;
  /** The page shows the cancelled ticket by then, without this button. */
  onCancelled: () => void;
};

export function cancellingOf({ receipt: { cancelUntil = '' }, stakeTotal }: Ticket) {
  const until = time(cancelUntil);
  return { time: until === '00:00' ? '24:00' : until, amount: money(stakeTotal) };
}

/** Each kind of game has a call of its own. */
async function sendCancel({ gameId, id: ticketId }: Ticket, idempotencyKey: string): Promise<void> {
  const asked = { params: { ticketId } };
  if (gameId === 'xg') await browserApi('xg.cancel', asked, { idempotencyKey });
  else if (isPool(gameId)) await browserApi('toto.cancel', asked, { idempotencyKey });
  else await browserApi('lotto.cancel', { body: { ticketId } }, { idempotencyKey });
}

export function CancelTicket({ ticket, onCancelled }: Props) {
  const { t, error } = useText();
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const key = useRef('');

  const open = (): void => {
    // One key for this wish, however often it is sent.
    if (key.current === '') key.current = `cancel-${ticket.id}`;
    setRefused(null);
    setOpen(true);
  };
  const cancel = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendCancel(ticket, key.current);
      setOpen(false);
      await revalidate();
      onCancelled();
    } catch (thrown) {
      setRefused(isApiError(thrown) ? thrown : 'UNKNOWN');
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button onClick={open}>{t('myPages.tickets.cancel')}</Button>
      <Dialog
        open={isOpen}
        title={t('myPages.tickets.cancelTitle')}
        closeLabel={t('myPages.tickets.cancelKeep')}
        onClose={() => setOpen(false)}
        held={isBusy}
        className={dialogCss.small}
      >
        <div className={dialogCss.body}>
          <p>{t('myPages.tickets.cancelText', cancellingOf(ticket))}</p>
          {refused !== null && (
            <Notice kind="danger" role="alert">
              {error(refused, 'cancel')}
            </Notice>
          )}
          <div className={dialogCss.reviewActions}>
            <Button kind="primary" block busy={isBusy} onClick={() => void cancel()}>
              {t(isBusy ? 'loading.sending' : 'myPages.tickets.cancelConfirm')}
            </Button>
            <Button kind="plain" off={isBusy} onClick={() => setOpen(false)}>
              {t('myPages.tickets.cancelKeep')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
