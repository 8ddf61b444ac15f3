/** How long one has been here, and what it cost; asked of the server when it opens. */
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import type { Texts } from '#texts/text-key.ts';
import type { Reminder } from '#web/features/account/reminder-data.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useSession } from '#web/shared/session/session.ts';
import { createText, useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';

export function ReminderDialog({ onClose }: { onClose: () => void }) {
  const { locale } = useText();
  const paths = pathsFor(locale);
  const { signOut } = useSession();
  const address = paths.reminder();
  const [reminder, setReminder] = useState<Reminder | null>(null);
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const answer = await fetch(address);
      if (answer.ok && !answer.redirected) setReminder((await answer.json()) as Reminder);
    };
    // Without an answer there is nothing to say; it is asked again with the next page.
    ask().catch(() => {});
  }, [address]);
  const said = useMemo(
    () => reminder && createText(locale, JSON.parse(reminder.words) as Texts),
    [locale, reminder],
  );
  if (reminder === null || said === null) return null;
  const { spent, won, net, minutes } = reminder;
  const figures = { spent: money(spent), won: money(won), net: money(net) };
  return (
    <Dialog
      open
      title={said.t('responsible.realityTitle', { minutes })}
      closeLabel={said.t('responsible.realityContinue')}
      onClose={onClose}
      closesOutside={false}
      className={dialogCss.small}
    >
      <div className={dialogCss.body}>
        <p className="lead">{said.t('responsible.realityText', figures)}</p>
        <div className={dialogCss.reviewActions}>
          <Button kind="primary" block onClick={onClose}>
            {said.t('responsible.realityContinue')}
          </Button>
          <Link className={buttonClass({ block: true })} to={paths.transactions()} onClick={onClose}>
            {said.t('responsible.realityHistory')}
          </Link>
          <Button kind="plain" onClick={() => void signOut(paths.home())}>
            {said.t('responsible.realityLogOut')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
